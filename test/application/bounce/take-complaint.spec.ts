import { addressOfReturnPath } from '../../../src/application/bounce/return-path.js';
import { takeReport } from '../../../src/application/bounce/take-report.js';
import { leaveToken } from '../../../src/application/unsubscribe/leave-link.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { readReport, readReturned } from '../../../src/infrastructure/message-reader/read-report.js';
import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { delivering, jobFor } from '../../support/delivering.js';
import { World } from '../../support/world.js';

const bytes = (...lines: readonly string[]): Buffer => Buffer.from(`${lines.join('\r\n')}\r\n`);

interface Shape {
  readonly fields: readonly string[];
  readonly returned?: readonly string[];
}

/** RFC 5965, appendix B, in the order and the types of a large receiver. */
const feedback = ({ fields, returned = [] }: Shape): Buffer =>
  bytes(
    ...['From: <feedback@one.test>', 'Subject: FW: Your order', 'MIME-Version: 1.0'],
    'Content-Type: multipart/report; report-type=feedback-report; boundary="f"',
    ...['', '--f', 'Content-Type: text/plain; charset="US-ASCII"', '', 'This could not be delivered to the inbox.', ''],
    ...['--f', 'Content-Type: message/feedback-report', '', ...fields, ''],
    ...['--f', 'Content-Type: message/rfc822', 'Content-Disposition: inline', '', ...returned, '', 'Hello', '--f--'],
  );

/** An email that is given back without a report, as Outlook.com does. */
const bare = (...returned: readonly string[]): Buffer =>
  bytes(
    ...['From: <staff@one.test>', 'Subject: complaint about message', 'MIME-Version: 1.0'],
    ...['Content-Type: multipart/mixed; boundary="j"', '', '--j', 'Content-Type: message/rfc822', ''],
    ...[...returned, '', 'Hello', '--j--'],
  );

const abuse = ['Feedback-Type: abuse', 'User-Agent: Feedback/1.0', 'Version: 1'];

describe('a complaint', () => {
  let world: World;
  let emailId: string;

  async function sentTo(...to: readonly string[]): Promise<void> {
    world = await World.create();
    await world.addDomain('example.com');
    emailId = idOf(await accepting(world).send(mailTo([...to])));
    await delivering(world).attempt(await jobFor(world, emailId, 'one.test'));
  }

  const returnPath = () => addressOfReturnPath({ emailId, recipient: null }, 'send.example.com');
  const take = (address: string, message: Buffer, hasSender = true) =>
    takeReport(
      { ...world.process(), reports: { read: readReport, returned: readReturned } },
      { address, hasSender, message },
    );
  const complained = async (): Promise<readonly unknown[]> => {
    const recorded = await world.events(streamName('email', emailId));
    return recorded.flatMap(({ event }) => (event.type === 'EmailComplained' ? [event.data] : []));
  };
  const link = (recipient: number) =>
    `List-Unsubscribe: <https://mail.example.com/unsubscribe/${leaveToken(world.process().hash, { emailId, recipient })}>`;

  it('comes to the return path, once, and from any sender', async () => {
    await sentTo('ada@one.test');
    expect(await take(returnPath(), feedback({ fields: abuse }))).toBe('recorded');
    expect(await take(returnPath(), feedback({ fields: abuse }), false)).toBe('noted');
    expect(await complained()).toMatchObject([{ recipient: 0, by: 'receiver' }]);
  });

  it.each<readonly [what: string, shape: () => Shape]>([
    ['its return path', () => ({ fields: [...abuse, `Original-Mail-From: <${returnPath()}>`] })],
    ['the return path in the returned header', () => ({ fields: abuse, returned: [`Return-Path: <${returnPath()}>`] })],
    ['the id of the message', () => ({ fields: abuse, returned: [`Message-ID: <${emailId}@example.com>`] })],
    ['a signed link to leave', () => ({ fields: abuse, returned: [link(0)] })],
  ])('finds the email at the address of all complaints by %s', async (_what, shape) => {
    await sentTo('ada@one.test');
    expect(await take('complaints@send.example.com', feedback(shape()))).toBe('recorded');
  });

  it('is about the recipient that it names, and about none where it names none of several', async () => {
    await sentTo('ada@one.test', 'bo@one.test');
    const to = `abuse-${emailId.replaceAll('-', '')}@send.example.com`;
    expect(await take(to, feedback({ fields: [...abuse, 'Original-Rcpt-To: redacted'] }))).toBe('noted');
    expect(await take(to, feedback({ fields: [...abuse, 'Original-Rcpt-To: <cy@one.test>'] }))).toBe('noted');
    expect(await take(to, feedback({ fields: [...abuse, 'Original-Rcpt-To: <Bo@one.test>'] }))).toBe('recorded');
    expect(await take(to, feedback({ fields: abuse, returned: [link(0)] }))).toBe('recorded');
    expect(await complained()).toMatchObject([{ recipient: 1 }, { recipient: 0 }]);
  });

  it.each([
    ['noted', ['Feedback-Type: not-spam', 'Version: 1']],
    ['noted', ['Feedback-Type: auth-failure', 'Version: 1']],
    ['noted', ['Feedback-Type: of-another-year', 'Version: 1']],
    ['no-report', ['Feedback-Type: abuse', 'Feedback-Type: not-spam', 'Version: 1']],
    ['no-report', ['Feedback-Type: abuse']],
  ])('changes nothing where it is none: %s, %j', async (outcome, fields) => {
    await sentTo('ada@one.test');
    expect(await take(returnPath(), feedback({ fields }))).toBe(outcome);
    expect(await complained()).toEqual([]);
  });

  it('of Outlook.com gives back the email alone, which its signed link has to prove', async () => {
    await sentTo('ada@one.test', 'bo@one.test');
    const to = 'complaints@send.example.com';
    expect(await take(to, bare(`Return-Path: <${returnPath()}>`, 'X-HmXmrOriginalRecipient: bo@one.test'))).toBe(
      'no-report',
    );
    expect(await take(returnPath(), bare(link(1)))).toBe('no-report');
    expect(await take(to, bare(link(1).replace(/.>$/, '_>')))).toBe('no-report');
    expect(await take(to, bare(link(1)))).toBe('recorded');
    expect(await complained()).toMatchObject([{ recipient: 1 }]);
  });

  it('is nothing that a person writes, and about no email that is not here', async () => {
    await sentTo('ada@one.test');
    expect(await take(returnPath(), bytes('Subject: Hi', '', 'Please stop.'))).toBe('no-report');
    const other = addressOfReturnPath({ emailId: '01900000-0000-7000-8000-000000000000', recipient: null }, 'x.test');
    expect(await take('complaints@x.test', feedback({ fields: [...abuse, `Original-Mail-From: <${other}>`] }))).toBe(
      'no-report',
    );
  });
});
