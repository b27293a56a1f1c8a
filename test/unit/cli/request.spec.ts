import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeAnswer, tableOfFields } from '../../../src/programs/cli/operations/describe.js';
import { bodyOf, queryOf } from '../../../src/programs/cli/operations/request.js';
import { files, json, lists, numbers, text, yes } from '../../../src/programs/cli/operations/resource-command.js';

const fields = [
  ...text(['first_name', '']),
  ...lists(['to', '']),
  ...yes(['unsubscribed', '']),
  ...numbers(['per_second', '']),
  ...json(['properties', '']),
  ...files(['html', '', 'html-file']),
];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-request-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const file = (content: string): string => {
  const path = join(folder, 'file');
  writeFileSync(path, content);
  return path;
};

describe('the body of a request', () => {
  it.each([
    ['a word', { firstName: 'Ann' }, { first_name: 'Ann' }],
    ['several words', { to: ['a@example.com', 'b@example.com'] }, { to: ['a@example.com', 'b@example.com'] }],
    ['a yes', { unsubscribed: true }, { unsubscribed: true }],
    ['a no', { unsubscribed: 'no' }, { unsubscribed: false }],
    ['a number', { perSecond: '10' }, { per_second: 10 }],
    ['JSON', { properties: '{"plan":"pro"}' }, { properties: { plan: 'pro' } }],
    ['JSON null', { properties: 'null' }, { properties: null }],
    ['nothing', {}, {}],
  ])('holds %s', (_kind, given, body) => {
    expect(bodyOf(fields, given)).toEqual(body);
  });

  it('takes the content of a file, and the whole of one beneath the options', () => {
    expect(bodyOf(fields, { htmlFile: file('<p>Hi</p>') })).toEqual({ html: '<p>Hi</p>' });
    const data = file('{"first_name":"Bob","last_name":"Lee"}');
    expect(bodyOf(fields, { data, firstName: 'Ann' })).toEqual({ first_name: 'Ann', last_name: 'Lee' });
  });

  it.each([
    [{ unsubscribed: 'maybe' }, '--unsubscribed must be yes or no.'],
    [{ perSecond: '1.5' }, '--per-second must be a whole number'],
    [{ properties: '{plan}' }, '--properties must be JSON'],
    [{ htmlFile: '/nothing/here' }, '/nothing/here cannot be read'],
    [{ data: '/nothing/here' }, '/nothing/here cannot be read'],
  ])('is refused for %j', (given, sentence) => {
    expect(() => bodyOf(fields, given)).toThrow(sentence);
  });

  it.each(['[1]', 'null', '"text"'])('is no object where the file holds %s', (content) => {
    const data = file(content);
    expect(() => bodyOf(fields, { data })).toThrow('must hold a JSON object');
  });
});

it('a query has what was given, by the names of the API', () => {
  const filters = text(['from', '', 'since'], ['api_key', '']);
  expect(queryOf(filters, { since: '2026-01-02T00:00:00Z', apiKey: 'a&b' }).toString()).toBe(
    'from=2026-01-02T00%3A00%3A00Z&api_key=a%26b',
  );
});

it('an answer is a line for each field and a table for each list of objects', () => {
  const answer = {
    object: 'domain',
    id: '1',
    name: 'example.com',
    region: null,
    records: [
      { type: 'TXT', name: '@', value: 'v=spf1', priority: null },
      { type: 'MX', name: 'send', value: 'feedback', priority: 10 },
    ],
  };
  expect(describeAnswer(answer)).toBe(
    [
      'id    1',
      'name  example.com',
      '',
      'records',
      'type  name  value     priority',
      'TXT   @     v=spf1    -',
      'MX    send  feedback  10',
    ].join('\n'),
  );
  expect(tableOfFields([{ to: ['a', 'b'], subject: 'two\nlines' }], ['to', 'subject'])).toBe(
    'to    subject\na, b  two lines',
  );
});
