import { addressOfReturnPath } from '../../../src/application/bounce/return-path.js';
import { takeReport } from '../../../src/application/bounce/take-report.js';
import { readReport, readReturned } from '../../../src/infrastructure/message-reader/read-report.js';
import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { delivering, jobFor, statuses } from '../../support/delivering.js';
import { World } from '../../support/world.js';

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
  let world: World;
  let emailId: string;

  beforeEach(async () => {
    world = await World.create();
    await world.addDomain('example.com');
    emailId = idOf(await accepting(world).send(mailTo(['ada@one.test'])));
    await delivering(world).attempt(await jobFor(world, emailId, 'one.test'));
  });

  const take = () => {
    const ports = { ...world.process(), reports: { read: readReport, returned: readReturned } };
    const address = addressOfReturnPath({ emailId, recipient: null }, 'send.example.com');
    return takeReport(ports, { address, hasSender: false, message: report });
  };

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
