import { returnPathIn } from '../../../src/application/bounce/return-path.js';
import { handle } from '../../../src/application/shared/handle.js';
import { SendingDomains } from '../../../src/application/sending-domain/sending-domains.js';
import type { FindingStatus } from '../../../src/domain/sending-domain/events.js';
import { sendingDomain, type SendingDomainCommand } from '../../../src/domain/sending-domain/sending-domain.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { delivering, jobFor } from '../../support/delivering.js';
import { context, region, teamId, useWorld, world } from '../../support/world.js';

describe('where bounces of a mail go', () => {
  useWorld('example.com');
  let domainId: string;
  beforeEach(async () => {
    const process = world.process();
    const verified = await new SendingDomains(process).verified(teamId, 'example.com');
    domainId = verified?.domainId ?? '';
  });

  const run = (command: SendingDomainCommand) =>
    handle(world.process(), sendingDomain, streamName('domain', domainId), command, { context, region });
  const record = async (statuses: Readonly<Record<string, FindingStatus>>): Promise<void> => {
    await run({ type: 'RequestCheck' });
    const findings = Object.entries(statuses).map(([key, status]) => {
      return { record: { key, status, found: [], advice: [] }, neededFor: 'sending' as const };
    });
    const at = new Date(world.clock.now()).toISOString();
    await run({ type: 'RecordCheck', findings, at, patienceMs: 72 * 3_600_000 });
  };
  const sent = async () => {
    const emailId = idOf(await accepting(world).send(mailTo(['ada@one.test'])));
    const worker = delivering(world);
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    return { emailId, reversePath: worker.transport.dots[0]?.reversePath };
  };
  const all = { 'return-path-mx': 'verified', 'return-path-spf': 'verified', 'dkim:posthorn': 'verified' } as const;

  it('is the sender where nobody looked for the records, though the operator vouches for the domain', async () => {
    expect((await sent()).reversePath).toBe('news@example.com');
  });

  it('is the return path once the DNS shows it, under an address of the mail alone', async () => {
    await record(all);
    const [one, other] = [await sent(), await sent()];
    expect(one.reversePath).toBe(`bounce-${one.emailId.replaceAll('-', '')}@send.example.com`);
    expect(other.reversePath).not.toBe(one.reversePath);
  });

  it('is of one recipient where the email has several and goes to one in this transaction', async () => {
    await record(all);
    const emailId = idOf(await accepting(world).send(mailTo(['ada@one.test', 'bo@two.test'])));
    const worker = delivering(world);
    await worker.attempt(await jobFor(world, emailId, 'two.test'));
    const [dot] = worker.transport.dots;
    expect(dot?.reversePath).toBe(`bounce-${emailId.replaceAll('-', '')}-1@send.example.com`);
    expect(returnPathIn((dot?.reversePath ?? '').toUpperCase())).toEqual({ emailId, recipient: 1 });
  });

  it.each(['return-path-mx', 'return-path-spf'])('is the sender again where %s is gone', async (key) => {
    await record(all);
    await record({ ...all, [key]: 'missing' });
    expect((await sent()).reversePath).toBe('news@example.com');
    await record(all);
    expect((await sent()).reversePath).toMatch(/@send\.example\.com$/);
  });

  it('stays the return path where another record is gone, or nobody answered', async () => {
    await record(all);
    await record({ ...all, 'dkim:posthorn': 'missing', 'return-path-mx': 'unanswered' });
    expect((await sent()).reversePath).toMatch(/@send\.example\.com$/);
  });

  it('is the sender while the records of the domain are not all there', async () => {
    await record({ ...all, 'dkim:posthorn': 'missing' });
    expect((await sent()).reversePath).toBe('news@example.com');
  });
});
