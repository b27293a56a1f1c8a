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
    'pieces that can be put together in more ways than can be tried',
    dkimRecord(...[...key.slice(0, 80).matchAll(/../gs)].flatMap(([pair]) => [pair, pair.slice(0, 1), pair.slice(1)])),
    'dkim:ph1',
    'different',
    [{ code: 'several-dkim-records', count: 120 }],
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
  ...(
    [
      ['its key twice', `v=DKIM1; ${key}; ${key}`, 'p'],
      ['an old key before it', `v=DKIM1; p=${otherPublicKey}; ${key}`, 'p'],
      ['its version twice', `v=DKIM1; v=DKIM1; ${key}`, 'v'],
      ['its kind twice', `k=rsa; ${key}; k=rsa`, 'k'],
      ['a note twice, with space in between', `n=one ;${key};  n = two;`, 'n'],
    ] as const
  ).map(
    ([name, text, tag]): Case => [
      name,
      dkimRecord(inStrings(text)),
      'dkim:ph1',
      'different',
      [{ code: 'repeated-key-tag', tag }],
      new RegExp(`${tag}= more than once`),
    ],
  ),
  ...(
    [
      ['its version behind the kind', `k=rsa; v=DKIM1; ${key}`],
      ['its version at the end', `${key}; v=DKIM1`],
    ] as const
  ).map(
    ([name, text]): Case => [
      name,
      dkimRecord(inStrings(text)),
      'dkim:ph1',
      'different',
      [{ code: 'key-version-not-first' }],
      /begin with v=DKIM1/,
    ],
  ),
  ...(
    [
      ['another version', `v=DKIM2; ${key}`, 'v'],
      ['a version in small letters', `v=dkim1; ${key}`, 'v'],
      ['a version without a value', `v=; ${key}`, 'v'],
      ['a kind without a value', `k=; ${key}`, 'k'],
      ['a kind in capitals', `k=RSA; ${key}`, 'k'],
      ['hashes without a value', `h=; ${key}`, 'h'],
      ['services that are none of mail', `s=other:tlsrpt; ${key}`, 's'],
    ] as const
  ).map(
    ([name, text, tag]): Case => [
      name,
      dkimRecord(inStrings(text)),
      'dkim:ph1',
      'different',
      [{ code: 'unusable-key-tag', tag }],
    ],
  ),
  ...(
    [
      ['a word that is no tag', `DKIM1; ${key}`],
      ['a word behind the key', `${key}; rsa`],
      ['nothing between two semicolons', `v=DKIM1;; ${key}`],
      ['a semicolon at the start', `; ${key}`],
      ['two semicolons at the end', `${key};;`],
      ['a tag whose name is none', `1x=y; ${key}`],
      ['a value beyond ASCII', `n=schlüssel; ${key}`],
    ] as const
  ).map(
    ([name, text]): Case => [
      name,
      dkimRecord(inStrings(text)),
      'dkim:ph1',
      'different',
      [{ code: 'malformed-key-record' }],
      /not a list of tags/,
    ],
  ),
  [
    'several hashes and services, and unknown tags',
    dkimRecord(inStrings(`v=DKIM1; h=sha1:sha256; s=*; t=s; x_1=; ${key};`)),
    'dkim:ph1',
    'verified',
    [],
  ],
];

describeCases('a DKIM key', cases);
