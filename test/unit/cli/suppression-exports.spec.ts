import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importSuppressions } from '../../../src/programs/cli/suppressions-import.js';
import { type ExportEntry, readExport } from '../../../src/programs/cli/suppressions/read-export.js';
import { sendEntries } from '../../../src/programs/cli/suppressions/send-entries.js';
import { RequestRefused } from '../../../src/programs/cli/api/failures.js';

const nowMs = Date.parse('2026-11-28T12:00:00Z');
const read = (name: string, text: string, as?: 'bounce' | 'complaint' | 'unsubscribe' | 'manual') =>
  readExport(name, text, { as, nowMs });
const kindsOf = (entries: readonly ExportEntry[]) => entries.map(({ address, kind }) => `${address} ${kind}`);

/** As the services document what their APIs answer and their exports hold. */
const exports: readonly [service: string, file: string, text: string, expected: readonly string[]][] = [
  [
    'Postmark',
    'dump.json',
    `{"Suppressions":[
      {"EmailAddress":"a@example.com","SuppressionReason":"HardBounce","Origin":"Recipient","CreatedAt":"2026-03-12T10:00:00-05:00"},
      {"EmailAddress":"b@example.com","SuppressionReason":"SpamComplaint","Origin":"Recipient","CreatedAt":"2026-03-12T10:00:00-05:00"},
      {"EmailAddress":"c@example.com","SuppressionReason":"ManualSuppression","Origin":"Recipient","CreatedAt":"2026-03-12T10:00:00-05:00"},
      {"EmailAddress":"d@example.com","SuppressionReason":"ManualSuppression","Origin":"Customer","CreatedAt":"2026-03-12T10:00:00-05:00"}]}`,
    ['a@example.com bounce', 'b@example.com complaint', 'c@example.com unsubscribe', 'd@example.com manual'],
  ],
  [
    'Amazon SES',
    'ses.json',
    `{"SuppressedDestinationSummaries":[
      {"EmailAddress":"a@example.com","Reason":"BOUNCE","LastUpdateTime":"2026-04-10T21:03:05+00:00"},
      {"EmailAddress":"b@example.com","Reason":"COMPLAINT","LastUpdateTime":1586552585.0}]}`,
    ['a@example.com bounce', 'b@example.com complaint'],
  ],
  [
    'Amazon SES',
    'bulk.json',
    '{"emailAddress":"a@example.com","reason":"BOUNCE"}\n{"emailAddress":"b@example.com","reason":"COMPLAINT"}\n',
    ['a@example.com bounce', 'b@example.com complaint'],
  ],
  [
    'CSV',
    'bulk.csv',
    'a@example.com,BOUNCE\r\nb@example.com,COMPLAINT\r\n',
    ['a@example.com bounce', 'b@example.com complaint'],
  ],
  [
    'SendGrid',
    'bounces.json',
    '[{"created":1443651125,"email":"a@example.com","reason":"550 5.1.1 spam account, complaint","status":"5.1.1"}]',
    ['a@example.com bounce'],
  ],
  [
    'SendGrid',
    'reports.json',
    '[{"created":1454433146,"email":"a@example.com","ip":"10.89.32.5"}]',
    ['a@example.com complaint'],
  ],
  ['SendGrid', 'unsubscribes.json', '[{"created":1443651125,"email":"a@example.com"}]', ['a@example.com unsubscribe']],
  [
    'CSV',
    'group_unsubscribes.json',
    '["a@example.com","b@example.com"]',
    ['a@example.com unsubscribe', 'b@example.com unsubscribe'],
  ],
  [
    'SendGrid',
    'suppression_bounces.csv',
    'status,reason,email,created\n5.1.1,"550, no such user",a@example.com,1443651125\n',
    ['a@example.com bounce'],
  ],
  [
    'Mailgun',
    'list.json',
    `{"items":[{"address":"a@example.com","code":"550","error":"No such mailbox","created_at":"Fri, 21 Oct 2011 11:02:55 GMT"}],
      "paging":{"first":"https://api.mailgun.net/v3/x/bounces?page=first","next":"https://api.mailgun.net/v3/x/bounces?page=next"}}`,
    ['a@example.com bounce'],
  ],
  [
    'Mailgun',
    'list.json',
    '{"items":[{"address":"a@example.com","tags":["*"],"created_at":"Fri, 21 Oct 2011 11:02:55 GMT"}],"paging":{}}',
    ['a@example.com unsubscribe'],
  ],
  ['Mailgun', 'complaints.csv', 'address,created_at\na@example.com,2026-01-01\n', ['a@example.com complaint']],
  [
    'Posthorn or Resend',
    'suppressions.json',
    `{"object":"list","has_more":false,"data":[
      {"id":"1","email":"a@example.com","origin":"bounce","source_id":null},
      {"id":"2","email":"b@example.com","origin":"manual","source_id":null}]}`,
    ['a@example.com bounce', 'b@example.com manual'],
  ],
  [
    'SparkPost',
    'sparkpost.json',
    `{"results":[{"recipient":"a@example.com","type":"transactional","source":"Bounce Rule"},
      {"recipient":"b@example.com","type":"non_transactional","source":"List Unsubscribe"}]}`,
    ['a@example.com bounce', 'b@example.com unsubscribe'],
  ],
  [
    'Brevo',
    'blocked.json',
    `{"contacts":[{"email":"a@example.com","reason":{"code":"hardBounce","message":"…"}},
      {"email":"b@example.com","reason":{"code":"unsubscribedViaEmail","message":"…"}},
      {"email":"c@example.com","reason":{"code":"contactFlaggedAsSpam","message":"…"}}],"count":3}`,
    ['a@example.com bounce', 'b@example.com unsubscribe', 'c@example.com complaint'],
  ],
  [
    'Mandrill',
    'rejects.json',
    '[{"email":"a@example.com","reason":"hard-bounce","detail":"550"},{"email":"b@example.com","reason":"unsub","detail":""}]',
    ['a@example.com bounce', 'b@example.com unsubscribe'],
  ],
];

describe('the suppression lists of other services', () => {
  it.each(exports)('%s, %s', (service, file, text, expected) => {
    const found = read(file, text);
    expect([found.service, kindsOf(found.entries), found.unread, found.isCutOff]).toEqual([
      service,
      expected,
      [],
      false,
    ]);
  });

  it('leaves out blocks, soft bounces, expired entries and unknown reasons, and says which', () => {
    const blocks = '[{"created":1,"email":"a@example.com","reason":"550 IP listed","status":"5.7.1"}]';
    expect(read('blocks.json', blocks).unread).toEqual([
      { entry: 1, why: 'was blocked for a reason that is not the address' },
    ]);
    const csv = `email,origin,expires_at
a@example.com,bounce,2026-11-01 00:00:00+00
b@example.com,bounce,2027-01-01 00:00:00+00
c@example.com,soft-bounce,
d@example.com,greylisted,
,manual,`;
    const found = read('x.csv', csv);
    expect(kindsOf(found.entries)).toEqual(['b@example.com bounce']);
    expect(found.unread.map(({ entry, why }) => `${entry} ${why}`)).toEqual([
      '1 has expired',
      '3 was blocked for a reason that is not the address',
      '4 has an unknown reason: greylisted',
      '5 has no address',
    ]);
  });

  it('keeps the strongest of several entries of one address', () => {
    const found = read('x.csv', 'email,reason\na@example.com,unsubscribe\nA@example.com,spam\na@example.com,bounce\n');
    expect(kindsOf(found.entries)).toEqual(['A@example.com complaint']);
  });

  it('asks where neither the export nor the name of the file says why, and takes an answer', () => {
    const text = 'email\na@example.com\n';
    expect(() => read('people.csv', text)).toThrow('Add --as bounce, complaint, unsubscribe or manual.');
    expect(kindsOf(read('people.csv', text, 'complaint').entries)).toEqual(['a@example.com complaint']);
  });

  it('says that a page is not the whole list', () => {
    expect(read('ses.json', '{"NextToken":"x","SuppressedDestinationSummaries":[]}').isCutOff).toBe(true);
    expect(read('resend.json', '{"object":"list","has_more":true,"data":[]}').isCutOff).toBe(true);
  });

  it.each([
    ['people.csv', 'name,town\nAnn,Ulm\n', 'no column of addresses'],
    ['a.json', '{"Suppressions":', 'neither JSON'],
    ['a.json', '{"message":"Unauthorized"}', 'no list of entries'],
  ])('refuses %s that is none: %s', (file, text, said) => {
    expect(() => read(file, text)).toThrow(said);
  });
});

describe('importing them', () => {
  it('enters each with its reason, and finds the one that the server refuses', async () => {
    const sent: object[] = [];
    const entries: ExportEntry[] = [
      { address: 'left@example.com', kind: 'unsubscribe' },
      ...['a', 'no address', 'c'].map((name) => ({ address: `${name}@example.com`, kind: 'bounce' as const })),
    ];
    const refused = await sendEntries(
      {
        send: async (_method, _path, body) => {
          if (JSON.stringify(body).includes('no address')) throw new RequestRefused('refused');
          sent.push(body);
        },
      },
      entries,
    );
    expect(refused).toEqual([{ address: 'no address@example.com', why: 'refused' }]);
    expect(sent).toEqual([
      { emails: ['a@example.com'], origin: 'bounce', scope: 'all' },
      { emails: ['c@example.com'], origin: 'bounce', scope: 'all' },
      { emails: ['left@example.com'], origin: 'manual', scope: 'bulk' },
    ]);
  });

  it('shows what it would do, and asks no server', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'exports-'));
    const file = join(folder, 'bounces.csv');
    writeFileSync(file, 'email\na@example.com\n');
    try {
      const outcome = await importSuppressions({}, [file], { dryRun: true }, () => nowMs);
      expect(outcome.text).toBe(
        `${file}: CSV, 1 address\nWould suppress 1: 0 complaint, 1 bounce, 0 manual, 0 unsubscribe.`,
      );
      expect(outcome.negative).toBe(false);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
