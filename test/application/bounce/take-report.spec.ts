import { addressOfReturnPath } from '../../../src/application/bounce/return-path.js';
import { takeReport } from '../../../src/application/bounce/take-report.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { readReport, readReturned } from '../../../src/infrastructure/message-reader/read-report.js';
import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { delivering, jobFor, statuses } from '../../support/delivering.js';
import { useWorld, world } from '../../support/world.js';

const { jest } = import.meta;

const report = Buffer.from(
  [
    ...[
      'From: MAILER-DAEMON@mx.one.test',
      'Subject: failure notice',
      '',
      'This is the mail system at mx.one.test.',
      '',
    ],
    ...['<ada@one.test>:', '550 5.1.1 User unknown', ''],
  ].join('\r\n'),
);

describe('a report at a return path', () => {
  useWorld('example.com');
  let emailId: string;
  beforeEach(async () => {
    emailId = idOf(await accepting(world).send(mailTo(['ada@one.test'])));
    await delivering(world).attempt(await jobFor(world, emailId, 'one.test'));
  });

  const take = (message = report) => {
    const ports = { ...world.process(), reports: { read: readReport, returned: readReturned } };
    const address = addressOfReturnPath({ emailId, recipient: null }, 'send.example.com');
    return takeReport(ports, { address, hasSender: false, message });
  };

  it('stands on the timeline where it decides nothing: a delay, and an automatic reply', async () => {
    const delay = [
      ...['From: MAILER-DAEMON@mx.one.test', 'Subject: Delayed', 'Content-Type: message/delivery-status', ''],
      ...['Final-Recipient: rfc822; ada@one.test', 'Action: delayed', 'Status: 4.2.2'],
      ...['Diagnostic-Code: smtp; 452 4.2.2 Mailbox full', ''],
    ];
    expect(await take(Buffer.from(delay.join('\r\n')))).toBe('noted');
    const away = ['From: ada@one.test', 'Auto-Submitted: auto-replied', '', 'I am away.', ''];
    expect(await take(Buffer.from(away.join('\r\n')))).toBe('noted');
    expect(await statuses(world, emailId)).toEqual(['delivered']);
    const recorded = await world.events(streamName('email', emailId));
    expect(recorded.flatMap(({ event }) => (event.type === 'DeliveryReported' ? [event.data] : []))).toMatchObject([
      { recipient: 0, what: 'delayed', reply: { code: 452, enhancedCode: '4.2.2' } },
      { recipient: 0, what: 'automatic-reply', reply: null },
    ]);
  });

  it('is read once, however many return paths it comes to', async () => {
    const read = jest.fn(readReport);
    const ports = { ...world.process(), reports: { read, returned: readReturned } };
    const message = Buffer.from(report);
    for (const recipient of [null, 0]) {
      const address = addressOfReturnPath({ emailId, recipient }, 'send.example.com');
      await takeReport(ports, { address, hasSender: false, message });
    }
    expect(read).toHaveBeenCalledTimes(1);
    expect(await statuses(world, emailId)).toEqual(['bounced']);
  });

  it('is not acknowledged where the log cannot be written, and recorded once when it comes again', async () => {
    world.store.plan('EmailBounced', [], 'lost');
    await expect(take()).rejects.toThrow('the event log cannot be written');
    expect(await statuses(world, emailId)).toEqual(['delivered']);
    world.store.plan('EmailBounced', []);
    expect(await take()).toBe('recorded');
    expect(await statuses(world, emailId)).toEqual(['bounced']);
    expect(await take()).toBe('noted');
  });
});
