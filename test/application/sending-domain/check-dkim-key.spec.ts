import { inStrings } from '../../support/name-server.js';
import { activeKey, ed25519Key, otherPublicKey } from '../../support/published-domain.js';
import { type Case, type Changes, describeCases, dkimName, key } from './record-cases.js';

const dkimRecord = (...texts: readonly (string | readonly string[])[]): Changes => ({ [dkimName]: { TXT: texts } });

const cases: readonly Case[] = [
  ['one record of several strings', dkimRecord(inStrings(key)), 'dkim:ph1', 'verified', []],
  [
    'tags that mean the same, and space in the key',
    dkimRecord(
      inStrings(`v=DKIM1; h=sha256 ; k=rsa; s=email; n=note; p=${activeKey.publicKey.replace(/(.{60})/g, '$1 ')};`),
    ),
    'dkim:ph1',
    'verified',
    [],
  ],
  [
    'an old key',
    dkimRecord(inStrings(`p=${otherPublicKey}`)),
    'dkim:ph1',
    'different',
    [{ code: 'other-key' }],
    /perhaps an old one/,
  ],
  [
    'an old key beside it',
    dkimRecord(inStrings(key), inStrings(`p=${otherPublicKey}`)),
    'dkim:ph1',
    'different',
    [{ code: 'several-dkim-records', count: 2 }],
    /2 TXT records/,
  ],
  ['a revoked key', dkimRecord('v=DKIM1; p='), 'dkim:ph1', 'different', [{ code: 'revoked-key' }], /revoked/],
  ['no key', dkimRecord('unrelated'), 'dkim:ph1', 'different', [{ code: 'wrong-value' }]],
  [
    'one record for each string',
    dkimRecord(...inStrings(key)),
    'dkim:ph1',
    'different',
    [{ code: 'split-txt', records: 2 }],
    /one record/,
  ],
  [
    'quotes between and around the strings',
    dkimRecord(inStrings(`"${key.slice(0, 255)}" "${key.slice(255)}"`)),
    'dkim:ph1',
    'different',
    [{ code: 'stray-characters', characters: 'quotes' }],
  ],
  [
    'escaped semicolons',
    dkimRecord(inStrings(`v=DKIM1\\; k=rsa\\; ${key}`)),
    'dkim:ph1',
    'different',
    [{ code: 'stray-characters', characters: 'backslashes' }],
    /backslashes/,
  ],
  [
    'the first 255 characters',
    dkimRecord(key.slice(0, 255)),
    'dkim:ph1',
    'different',
    [{ code: 'cut-off', characters: 255 }],
    /first 255 characters/,
  ],
  ['a key for tests', dkimRecord(inStrings(`t=y; ${key}`)), 'dkim:ph1', 'different', [{ code: 'testing-key' }], /t=y/],
  [
    'a key for another algorithm',
    dkimRecord(inStrings(`k=ed25519; ${key}`)),
    'dkim:ph1',
    'different',
    [{ code: 'unusable-key-tag', tag: 'k' }],
    /tag k=/,
  ],
  [
    'a key for SHA-1, not for mail',
    dkimRecord(inStrings(`h=sha1; s=tlsrpt; ${key}`)),
    'dkim:ph1',
    'different',
    [
      { code: 'unusable-key-tag', tag: 'h' },
      { code: 'unusable-key-tag', tag: 's' },
    ],
  ],
  [
    'the zone appended to the name',
    { [dkimName]: null, [`${dkimName}.example.com`]: { TXT: [inStrings(key)] } },
    'dkim:ph1',
    'missing',
    [{ code: 'doubled-name', foundAt: `${dkimName}.example.com` }],
  ],
  [
    'a wildcard TXT',
    { [dkimName]: null, 'ph2._domainkey.example.com': null, '*.example.com': { TXT: ['v=spf1 -all'] } },
    'dkim:ph1',
    'different',
    [{ code: 'wildcard', wildcard: '*.example.com' }, { code: 'wrong-value' }],
  ],
  [
    'an Ed25519 key without its kind',
    { 'ph2._domainkey.example.com': { TXT: [`p=${ed25519Key.publicKey}`] } },
    'dkim:ph2',
    'different',
    [{ code: 'unusable-key-tag', tag: 'k' }],
  ],
];

describeCases('a DKIM key', cases);
