import { rejudgeSuppressions, removeWrong } from '../../../src/application/suppression/rejudge-suppressions.js';
import { createSuppressor } from '../../../src/application/suppression/suppressor.js';
import {
  suppressionId,
  suppressionStream,
  writeSuppression,
} from '../../../src/application/suppression/write-suppression.js';
import { handle, load } from '../../../src/application/shared/handle.js';
import { email } from '../../../src/domain/email/email.js';
import type { EmailAccepted, EmailBounced, EmailEvent } from '../../../src/domain/email/events.js';
import type { SmtpStep, SuppressWhen } from '../../../src/domain/email/judging/judgement.js';
import { plain } from '../../../src/domain/shared/personal.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { notes } from '../../support/process-managers.js';
import { recordingEvents } from '../../support/recording-events.js';
import { context, teamId, useWorld, world } from '../../support/world.js';

const dayMs = 86_400_000;
const policy = { fullMails: 3, fullSpanMs: 7 * dayMs, fullForMs: 30 * dayMs, rememberedForMs: 30 * dayMs };
const provenance = { context, region: null };
const ada = 'ada@one.test';
const bo = 'bo@one.test';

useWorld('example.com');

const badmailfrom = '553 sorry, your envelope sender is in my badmailfrom list (#5.7.1)';
const unknownUser = '550 5.1.1 User unknown';

/** An email whose receiver answered so, as rules of before judged it, and what the suppressor made of it. */
async function answered(
  to: readonly string[],
  step: SmtpStep,
  said: string,
  suppress: SuppressWhen,
  answeredBy: 'mx' | 'report' = 'mx',
): Promise<string> {
  const emailId = idOf(await accepting(world).send(mailTo([...to])));
  const stream = streamName('email', emailId);
  const { events } = await load(world.process(), email, stream, true);
  const { recipients } = (events[0]?.event as EmailAccepted).data;
  const numbers = recipients.map((_recipient, number) => number);
  const attemptId = emailId;
  const destinations = ['a'];
  const claim = { attemptId, recipients: numbers, destinations, mxSet: 'mx', worker: 'w', deadline: '', tls: null };
  if (step === 'dot') await write(stream, { type: 'DeliveryAttemptStarted', data: claim });
  for (const recipient of numbers) await write(stream, bounced(recipients[recipient]!.mailbox.kid, recipient));
  await follow();
  return emailId;

  function bounced(kid: Parameters<typeof plain>[0], recipient: number): EmailBounced {
    const enhancedCode = /\b5\.\d\.\d+\b/.exec(said.slice(4, 10))?.[0] ?? null;
    const detail = plain(kid, { text: said.slice(4), host: 'mx.one.test' });
    const reply = { step, code: Number(said.slice(0, 3)), enhancedCode, detail };
    const bounce = { bounceType: 'Permanent', bounceSubType: 'NoEmail' } as const;
    const judgement = { rules: 2, kind: 'no-mailbox', fault: 'recipient', retry: false, suppress, ...bounce } as const;
    const data = { attemptId, recipient, destination: 'a', reply, judgement, answeredBy } as const;
    return { type: 'EmailBounced', data };
  }
}

async function write(stream: ReturnType<typeof streamName>, event: EmailEvent): Promise<void> {
  world.clock.advance(1000);
  await handle(world.process(), recordingEvents, stream, event, provenance, { personal: true });
}

async function follow(): Promise<void> {
  const manager = createSuppressor(world.process(), policy);
  await notes(world, manager);
  await manager.act();
}

const rejudged = (of?: string) => rejudgeSuppressions(world.process(), policy, { teamId: of });
const streamOf = (address: string) => suppressionStream(suppressionId(world.process(), teamId, address));
const add = (address: string, scope: 'all' | 'bulk') =>
  writeSuppression(
    world.process(),
    { teamId, address },
    { type: 'AddSuppression', scope, nowMs: world.clock.now() },
    provenance,
  );
const complain = async (emailId: string): Promise<void> => {
  world.clock.advance(1000);
  const command = { type: 'RecordComplaint', recipient: 0 } as const;
  await handle(world.process(), email, streamName('email', emailId), command, provenance);
  await follow();
};

describe('the suppression list, judged again', () => {
  it('shows whom a refusal of our sender put on it, and takes them off when asked', async () => {
    const emailId = await answered([ada, bo], 'mail', badmailfrom, 'at-once');
    const before = await world.store.head();
    const { rules, checked, unknown, wrong } = await rejudged();
    expect({ rules, checked, unknown }).toEqual({ rules: 8, checked: 2, unknown: 0 });
    expect(wrong.map(({ address }) => address).sort()).toEqual([ada, bo]);
    expect(wrong[0]).toMatchObject({
      teamId,
      replies: [
        {
          emailId,
          reply: { step: 'mail', code: 553 },
          was: { rules: 2, kind: 'no-mailbox', suppress: 'at-once' },
          is: { rules: 8, kind: 'config', suppress: 'never' },
        },
      ],
    });
    expect(await world.store.head()).toBe(before);

    expect(await removeWrong(world.process(), wrong, provenance)).toEqual(wrong.map(({ id }) => id));
    expect(await world.types(streamOf(ada))).toEqual(['SuppressionAdded', 'SuppressionRemoved']);
    expect((await world.events(streamOf(ada)))[1]).toMatchObject({ metadata: { teamId, actor: context.actor } });
    expect(await rejudged()).toMatchObject({ checked: 0, wrong: [] });
  });

  it('counts from the claim how many a reply to the message was for', async () => {
    await answered([ada, bo], 'dot', unknownUser, 'at-once');
    await answered(['cy@one.test'], 'dot', unknownUser, 'at-once');
    const { checked, wrong } = await rejudged();
    expect(checked).toBe(3);
    expect(wrong.map(({ address, replies }) => [address, replies[0]?.recipients])).toEqual(
      expect.arrayContaining([
        [ada, 2],
        [bo, 2],
      ]),
    );
    expect(wrong).toHaveLength(2);
  });

  it('judges the cause that a report gave later, too', async () => {
    await answered([ada], 'rcpt', '550 5.1.1 Your IP address is listed by a blocklist', 'at-once', 'report');
    await answered([bo], 'rcpt', unknownUser, 'at-once', 'report');
    const { checked, unknown, wrong } = await rejudged();
    expect({ checked, unknown }).toEqual({ checked: 2, unknown: 0 });
    expect(wrong).toMatchObject([{ address: ada, replies: [{ is: { kind: 'reputation', suppress: 'never' } }] }]);
  });

  it('leaves an address that a report spoke against since, but for one of a place behind its alias', async () => {
    await answered([ada, bo], 'mail', badmailfrom, 'at-once');
    await answered([ada], 'rcpt', unknownUser, 'at-once', 'report');
    await answered([bo], 'rcpt', unknownUser, 'never', 'report');
    expect((await rejudged()).wrong).toMatchObject([{ address: bo }]);
  });

  it('leaves an address whose mailbox is gone', async () => {
    await answered([ada], 'rcpt', unknownUser, 'at-once');
    expect(await rejudged()).toMatchObject({ checked: 1, wrong: [] });
  });

  it('leaves an address that the mailbox’s own reply has spoken against since', async () => {
    await answered([ada, bo], 'mail', badmailfrom, 'at-once');
    await answered([ada], 'rcpt', unknownUser, 'at-once');
    expect((await rejudged()).wrong).toMatchObject([{ address: bo }]);
  });

  it('needs two replies again where one of two was about our sender', async () => {
    await answered([ada], 'mail', badmailfrom, 'repeated');
    await answered([ada], 'rcpt', '550 No such user', 'repeated');
    const { wrong } = await rejudged();
    expect(wrong).toMatchObject([
      { address: ada, replies: [{ is: { suppress: 'never' } }, { is: { suppress: 'repeated' } }] },
    ]);
  });

  it('leaves what a person added, and who complained', async () => {
    await add(ada, 'all');
    await add(bo, 'bulk');
    const emailId = await answered([ada, bo, 'cy@one.test'], 'mail', badmailfrom, 'at-once');
    await complain(emailId);
    const { checked, wrong } = await rejudged();
    expect(checked).toBe(2);
    expect(wrong).toMatchObject([{ address: 'cy@one.test' }]);
  });

  it('does not take off whom another cause holds by now', async () => {
    const emailId = await answered([ada], 'mail', badmailfrom, 'at-once');
    const { wrong } = await rejudged();
    await complain(emailId);
    expect(await removeWrong(world.process(), wrong, provenance)).toEqual([]);
    expect(await world.types(streamOf(ada))).toEqual(['SuppressionAdded', 'SuppressionAdded']);
  });

  it('says how many cannot be judged again, as the email is gone', async () => {
    const emailId = await answered([ada], 'mail', badmailfrom, 'at-once');
    const stream = streamName('email', emailId);
    const { expected } = await load(world.process(), email, stream);
    await world.store.removeStream(stream, 'tombstone', Number(expected));
    expect(await rejudged()).toMatchObject({ checked: 1, unknown: 1, wrong: [] });
  });

  it('is one team’s where that is asked for', async () => {
    await answered([ada], 'mail', badmailfrom, 'at-once');
    expect(await rejudged('0195d6a0-0000-7000-8000-00000000000b')).toMatchObject({ checked: 0 });
    expect((await rejudged(teamId)).wrong).toHaveLength(1);
  });
});
