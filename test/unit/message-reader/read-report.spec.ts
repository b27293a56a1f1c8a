import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeFailure } from '../../../src/domain/email/reports/judge-report.js';
import type { ReportedRecipient } from '../../../src/domain/email/reports/report.js';
import { readReport } from '../../../src/infrastructure/message-reader/read-report.js';
import { dsnFixtures } from '../../support/dsn-fixtures.js';

const folder = join(import.meta.dirname, '../../fixtures/dsn');

function shown(message: Buffer): readonly string[] {
  const report = readReport(message);
  return report.kind === 'bounce' ? report.recipients.map(oneOf) : [report.kind];
}

function oneOf(recipient: ReportedRecipient): string {
  const { original, final, action } = recipient;
  const named = `${original ?? '-'} ${final ?? '-'} ${action}`;
  if (action !== 'failed') return named;
  const { judgement, isExpired } = judgeFailure(recipient);
  return `${named} ${judgement.kind} ${judgement.suppress}${isExpired ? ' EXPIRED' : ''}`;
}

const email = (head: readonly string[], body: readonly string[]): Buffer =>
  Buffer.from([...head, '', ...body, ''].join('\r\n'));
const daemon = 'From: MAILER-DAEMON@mx.example.net';
const status = (...fields: readonly string[]): Buffer =>
  email(
    [daemon, 'MIME-Version: 1.0', 'Content-Type: multipart/report; report-type=delivery-status; boundary=b'],
    ['--b', '', 'It was not delivered.', '--b', 'Content-Type: message/delivery-status', '', ...fields, '--b--'],
  );

describe('what programs write to a return path', () => {
  it.each(Object.entries(dsnFixtures))('is read right: %s', (name, right) => {
    expect(shown(readFileSync(join(folder, `${name}.eml`)))).toEqual(right);
  });

  it.each<readonly [what: string, fields: readonly string[], right: readonly string[]]>([
    [
      'blocks without an empty line between them',
      ['Reporting-MTA: dns; mx', '', 'Final-Recipient: rfc822; a@one.test', 'Action: failed', 'Status: 5.1.1'].concat([
        'Final-Recipient: rfc822; b@one.test',
        'Action: delayed',
        'Status: 4.4.1',
      ]),
      ['- a@one.test failed no-mailbox never', '- b@one.test delayed'],
    ],
    [
      'a comment behind the action, and names in capitals',
      ['', 'FINAL-RECIPIENT: RFC822; <A@One.test>', 'ACTION: failed (expired)', 'STATUS: 4.4.7'],
      ['- a@one.test failed route never EXPIRED'],
    ],
    [
      'an address without a type',
      ['', 'Final-Recipient: a@one.test', 'Action: failed', 'Diagnostic-Code: smtp; 550 5.2.1 Mailbox disabled'],
      ['- a@one.test failed inactive repeated'],
    ],
    [
      'a status of success without an action',
      ['', 'Final-Recipient: rfc822; a@one.test', 'Status: 2.0.0'],
      ['- a@one.test delivered'],
    ],
    [
      'an action beside the class of its status',
      ['', 'Final-Recipient: rfc822; a@one.test', 'Action: delayed', 'Status: 5.0.0'],
      ['- a@one.test delayed'],
    ],
    [
      'a reply of a blocklist under a code of the mailbox',
      ['', 'Final-Recipient: rfc822; a@one.test', 'Action: failed', 'Status: 5.1.1'].concat(
        'Diagnostic-Code: smtp; 550 5.1.1 Your IP is listed by a blocklist',
      ),
      ['- a@one.test failed reputation never'],
    ],
    [
      'a diagnostic over several lines',
      ['', 'Final-Recipient: rfc822; a@one.test', 'Action: failed', 'Status: 5.0.0'].concat([
        'Diagnostic-Code: smtp; 550-5.1.1 The account',
        ' 550 5.1.1 does not exist',
      ]),
      ['- a@one.test failed no-mailbox at-once'],
    ],
  ])('is read with %s', (_what, fields, right) => {
    expect(shown(status(...fields))).toEqual(right);
  });

  it('is found in a multipart of any kind, encoded, and in UTF-8 (RFC 6533)', () => {
    const fields = Buffer.from('Reporting-MTA: dns; mx\n\nFinal-Recipient: utf-8; jörg@one.test\nAction: failed\n');
    const message = email(
      [daemon, 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=outer'],
      [
        ...['--outer', 'Content-Type: multipart/report; boundary=inner', '', '--inner', '', 'Sorry.', '--inner'],
        ...['Content-Type: message/global-delivery-status', 'Content-Transfer-Encoding: base64', ''],
        ...[fields.toString('base64'), '--inner--', '--outer--'],
      ],
    );
    expect(shown(message)).toEqual(['- jörg@one.test failed unknown never']);
  });

  it.each<readonly [what: string, text: readonly string[], right: readonly string[]]>([
    [
      'of qmail and its kin',
      [
        'Hi. This is the qmail-send program at mx.example.net.',
        "I'm afraid I wasn't able to deliver your message to the following addresses.",
        "This is a permanent error; I've given up. Sorry it didn't work out.",
        '',
        '<a@one.test>:',
        'Sorry, no mailbox here by that name. (#5.1.1)',
        '',
        '<b@one.test>:',
        '192.0.2.1 does not like recipient.',
        'Remote host said: 552 5.2.2 Mailbox full',
        'Giving up on 192.0.2.1.',
        '',
        '--- Below this line is a copy of the message.',
        '',
        'To: decoy@one.test',
        '550 5.1.1 <decoy@one.test>',
      ],
      ['- a@one.test failed no-mailbox at-once', '- b@one.test failed mailbox-full stays-full'],
    ],
    [
      'that names no address',
      ['Your message could not be delivered: 550 5.1.1 User unknown'],
      ['- - failed no-mailbox at-once'],
    ],
    [
      'of a delay',
      ['THIS IS A WARNING MESSAGE ONLY. YOU DO NOT NEED TO RESEND.', '', '<a@one.test>: will be retried'],
      ['- a@one.test delayed'],
    ],
    ['of a person', ['Thank you for your email! See you on Monday.'], ['other']],
  ])('is read as a text %s', (_what, text, right) => {
    expect(shown(email([daemon, 'Subject: Notice'], text))).toEqual(right);
  });

  it('is no bounce where a vacation program wrote it, whatever it quotes', () => {
    const head = ['From: ada@one.test', 'Auto-Submitted: auto-replied', 'Subject: Re: Undelivered mail'];
    expect(shown(email(head, ['I am away. Mail could not be delivered to my desk.']))).toEqual(['automatic-reply']);
  });

  it('is not read in what it gives back', () => {
    const message = email(
      [daemon, 'MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'],
      [
        ...['--b', 'Content-Type: text/plain', '', 'Hello.', '--b', 'Content-Type: message/rfc822', ''],
        ...['Content-Type: message/delivery-status', '', 'Final-Recipient: rfc822; decoy@one.test', '--b--'],
      ],
    );
    expect(shown(message)).toEqual(['other']);
  });

  it.each<readonly [what: string, of: (addresses: readonly string[], text: readonly string[]) => Buffer]>([
    [
      'in a field',
      (addresses, text) =>
        email([daemon, `X-Failed-Recipients: ${addresses.join(', ')}`, 'Subject: failure notice'], text),
    ],
    [
      'in blocks',
      (addresses, text) =>
        email(
          [daemon, 'MIME-Version: 1.0', 'Content-Type: multipart/report; boundary=b'],
          ['--b', '', ...text, '--b', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx', ''].concat(
            addresses.flatMap((address) => [`Final-Recipient: rfc822; ${address}`, 'Action: failed', '']),
          ),
        ),
    ],
  ])('names a thousand recipients at most, %s, each of which its text is asked about', (_what, of) => {
    const addresses = Array.from({ length: 4_000 }, (_each, number) => `a${number}@one.test`);
    const text = Array.from({ length: 4_000 }, (_each, number) => `a${number % 500}@one.test`);
    const before = process.cpuUsage();
    const report = readReport(of(addresses, ['<a0@one.test>: 550 5.1.1 No such user', ...text]));
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
    if (report.kind !== 'bounce') throw new Error('it is no bounce');
    expect(report.recipients).toHaveLength(1_000);
    expect(report.recipients[0]?.reply).toMatchObject({ code: 550, enhancedCode: '5.1.1' });
  });

  it('takes anything, in little time', () => {
    const hostile = [
      Buffer.alloc(0),
      Buffer.alloc(1_000_000, '<'),
      Buffer.from('a@b '.repeat(100_000)),
      status('', ...Array.from({ length: 20_000 }, (_each, number) => `Final-Recipient: rfc822; ${number}@one.test`)),
      status('', `Diagnostic-Code: ${'550-5.1.1 '.repeat(50_000)}`, 'Action: failed'),
      email([daemon, 'Subject: failure notice'], ['<a@one.test>:'.repeat(50_000)]),
      email([daemon, 'Subject: failure notice'], [`<a@one.test>: ${'550->'.repeat(12_000)}`]),
      email([daemon, 'Subject: failure notice'], [`${'-'.repeat(6_000)}${' mail'.repeat(1_200)}`]),
      email([daemon, 'Content-Type: text/html'], ['<'.repeat(250_000)]),
      email([daemon, 'Content-Type: multipart/mixed; boundary=b'], ['--b\r\n'.repeat(200_000)]),
    ];
    const before = performance.eventLoopUtilization();
    const kinds = hostile.map((message) => readReport(message).kind);
    expect(kinds).toEqual([
      'other',
      'other',
      'other',
      'bounce',
      'bounce',
      'bounce',
      'bounce',
      'bounce',
      'other',
      'other',
    ]);
    expect(performance.eventLoopUtilization(before).active).toBeLessThan(20_000);
  });
});
