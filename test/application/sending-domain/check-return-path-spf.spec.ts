import type { Zone } from '../../support/name-server.js';
import { type Case, type Changes, describeCases, spf, unpublished } from './record-cases.js';

const spfRecord = (...texts: readonly string[]): Changes => ({ 'send.example.com': { TXT: texts } });
const chain = (length: number): Zone =>
  Object.fromEntries(
    Array.from({ length }, (_, index) => [
      `s${index}.example.net`,
      { TXT: [`v=spf1 a mx ${index + 1 < length ? `include:s${index + 1}.example.net` : ''} -all`] },
    ]),
  );

const cases: readonly Case[] = [
  [
    'other case and more space',
    spfRecord('V=SPF1  mx Include:spf.posthorn.test ~all '),
    'return-path-spf',
    'verified',
    [],
  ],
  ['unrelated texts beside it', spfRecord('unrelated', spf), 'return-path-spf', 'verified', []],
  ['unrelated texts alone', spfRecord('unrelated'), 'return-path-spf', 'missing', [unpublished]],
  ['other terms', spfRecord('v=spf1 -all'), 'return-path-spf', 'different', [{ code: 'wrong-value' }]],
  [
    'two SPF records',
    spfRecord(spf, 'v=spf1 include:spf.posthorn.test -all'),
    'return-path-spf',
    'different',
    [{ code: 'several-spf-records', count: 2 }],
    /2 SPF records/,
  ],
  [
    'quotes pasted in',
    spfRecord(`"${spf}"`),
    'return-path-spf',
    'different',
    [{ code: 'stray-characters', characters: 'quotes' }],
    /quotes/,
  ],
  [
    'a space in front',
    spfRecord(` ${spf}`),
    'return-path-spf',
    'different',
    [{ code: 'stray-characters', characters: 'spaces' }],
  ],
  [
    'too many look-ups, through includes',
    { ...spfRecord('v=spf1 mx include:s0.example.net ~all'), ...chain(4) },
    'return-path-spf',
    'different',
    [{ code: 'wrong-value' }, { code: 'too-many-spf-lookups', lookups: 13 }],
    /13 or more DNS look-ups/,
  ],
  [
    'as many look-ups as are allowed',
    { ...spfRecord('v=spf1 include:s0.example.net ~all'), ...chain(3), 'spf.posthorn.test': { TXT: [] } },
    'return-path-spf',
    'different',
    [{ code: 'wrong-value' }],
  ],
  [
    'look-ups of an include that grew, behind the right record',
    { 'spf.posthorn.test': { TXT: ['v=spf1 redirect=s0.example.net'] }, ...chain(3) },
    'return-path-spf',
    'verified',
    [{ code: 'too-many-spf-lookups', lookups: 11 }],
  ],
  [
    'an include of nothing',
    { 'spf.posthorn.test': { TXT: ['unrelated'] } },
    'return-path-spf',
    'verified',
    [{ code: 'spf-include-broken', name: 'spf.posthorn.test' }],
    /spf\.posthorn\.test/,
  ],
  [
    'an include of itself',
    { 'spf.posthorn.test': { TXT: ['v=spf1 include:spf.posthorn.test -all'] } },
    'return-path-spf',
    'verified',
    [{ code: 'spf-include-broken', name: 'spf.posthorn.test' }],
  ],
];

describeCases('the SPF record of the return path', cases);
