import { eraseEmails } from '../../../src/application/erasure/erase-emails.js';
import { handle } from '../../../src/application/shared/handle.js';
import type { EmailAccepted } from '../../../src/domain/email/events.js';
import { sendingDomain } from '../../../src/domain/sending-domain/sending-domain.js';
import { BudgetExceeded } from '../../../src/domain/shared/cost-budget.js';
import { kidOf } from '../../../src/domain/shared/personal.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { delivering, jobFor, stateOf, statuses } from '../../support/delivering.js';
import { waitFor } from '../../support/wait-for.js';
import { context, useWorld, world } from '../../support/world.js';

describe('delivering a mail', () => {
  useWorld('example.com');
  const send = async (...asked: Parameters<typeof mailTo>) => idOf(await accepting(world).send(mailTo(...asked)));

  it('is three events for one person: accepted, claimed, delivered', async () => {
    const emailId = await send(['ada@one.test']);
    const worker = delivering(world);
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(await world.emailTypes(emailId)).toStrictEqual([
      'EmailAccepted',
      'DeliveryAttemptStarted',
      'EmailDelivered',
    ]);
    expect(worker.counted).toStrictEqual(['delivered']);
    expect(worker.transport.dots).toMatchObject([
      {
        route: { mxSet: 'one.test' },
        reversePath: 'news@example.com',
        recipients: [{ recipients: [0], address: 'ada@one.test' }],
      },
    ]);
  });

  it('records what hundreds of recipients were answered at length, which is more than one append holds', async () => {
    const addresses = Array.from({ length: 300 }, (_, number) => `ada+${number}@one.test`);
    const emailId = await send(addresses);
    const worker = delivering(world);
    for (const address of addresses) worker.transport.rcpt.set(address, { code: 550, text: 'x'.repeat(6_000) });
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(new Set(await statuses(world, emailId))).toStrictEqual(new Set(['bounced']));
  });

  it('makes no large message while another has the memory, and a small one beside it', async () => {
    const large = { text: 'x'.repeat(1_200_000) };
    const [first, second, small] = [
      await send(['ada@one.test'], large),
      await send(['ada@one.test'], large),
      await send(['ada@one.test']),
    ];
    const worker = delivering(world);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    worker.transport.afterData = async () => void (worker.composed.length === 1 && (await released));
    const attempts = [first, second].map(async (id) => worker.attempt(await jobFor(world, id, 'one.test')));
    await waitFor(
      async () => worker.composed.length,
      (composed) => composed === 1,
    );
    await worker.attempt(await jobFor(world, small, 'one.test'));
    expect(worker.composed.map(({ body }) => body.text?.length)).toStrictEqual([1_200_000, expect.any(Number)]);
    release();
    await Promise.all(attempts);
    expect(worker.composed).toHaveLength(3);
    expect(await statuses(world, second)).toStrictEqual(['delivered']);
  });

  it('makes no message for a receiver that nobody knows until it is reached', async () => {
    const emailId = await send(['ada@one.test']);
    const worker = delivering(world);
    worker.strangers.add('one.test');
    worker.transport.unreachable = true;
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(worker.composed).toHaveLength(0);
    expect(await world.emailTypes(emailId)).toStrictEqual(['EmailAccepted', 'DeliveryDeferred']);
    worker.transport.unreachable = false;
    world.clock.advance(3_600_000);
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(worker.composed).toHaveLength(1);
    expect(await statuses(world, emailId)).toStrictEqual(['delivered']);
  });

  it('is part of the request that brought the mail, and each step follows from the one before', async () => {
    const emailId = await send(['ada@one.test']);
    const worker = delivering(world);
    worker.transport.rcpt.set('ada@one.test', { code: 451, text: 'come back' });
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    worker.transport.rcpt.clear();
    world.clock.advance(3_600_000);
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    const told = await world.events(streamName('email', emailId));
    expect(told.map(({ event }) => event.type)).toStrictEqual([
      'EmailAccepted',
      'DeliveryDeferred',
      'DeliveryAttemptStarted',
      'EmailDelivered',
    ]);
    for (const [index, { metadata }] of told.entries()) {
      const before = told[index - 1];
      expect(metadata.correlationId).toBe(context.correlationId);
      expect(metadata.causation).toStrictEqual(
        before === undefined ? null : { id: before.id, position: before.position },
      );
    }
  });

  it('waits while its MX set is paused, also where it had a connection already', async () => {
    const emailId = await send(['ada@one.test']);
    const worker = delivering(world);
    const job = await jobFor(world, emailId, 'one.test');
    worker.paused.add('one.test');
    await worker.attempt(job);
    expect(worker.composed).toStrictEqual([]);
    worker.paused.clear();
    const sendAnyway = worker.transport.send.bind(worker.transport);
    worker.transport.send = (transaction) => {
      worker.paused.add('one.test');
      return sendAnyway(transaction);
    };
    await worker.attempt(job);
    expect(worker.composed).toHaveLength(1);
    expect(await world.emailTypes(emailId)).toStrictEqual(['EmailAccepted']);
    worker.paused.clear();
    worker.transport.send = sendAnyway;
    await worker.attempt(job);
    expect(await statuses(world, emailId)).toStrictEqual(['delivered']);
  });

  it('composes the whole mail, and bcc is in its envelope only', async () => {
    const bcc = [{ name: null, address: 'cy@one.test' }];
    const emailId = await send(['ada@one.test'], { bcc, cc: [{ name: 'Bo', address: 'bo@two.test' }] });
    const worker = delivering(world);
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(worker.composed).toMatchObject([
      {
        messageId: `<${emailId}@example.com>`,
        date: '2026-03-02T10:00:00.000Z',
        to: [{ address: 'ada@one.test' }],
        cc: [{ name: 'Bo', address: 'bo@two.test' }],
        body: { text: 'Hello!' },
        signingKeys: [{ domain: 'example.com', algorithm: 'rsa-sha256', selector: 'posthorn' }],
      },
    ]);
    expect(JSON.stringify(worker.composed)).not.toContain('cy@one.test');
    expect(worker.transport.dots[0]?.recipients.map(({ address }) => address)).toStrictEqual([
      'ada@one.test',
      'cy@one.test',
    ]);
  });

  it('takes every due recipient whose route is the same, and leaves the others', async () => {
    const emailId = await send(['ada@shared-one.test', 'bo@two.test', 'cy@shared-two.test']);
    const worker = delivering(world);
    await worker.attempt(await jobFor(world, emailId, 'shared-one.test'));
    expect(worker.transport.dots[0]?.recipients.map(({ recipients }) => recipients)).toStrictEqual([[0], [2]]);
    expect(await statuses(world, emailId)).toStrictEqual(['delivered', 'due', 'delivered']);
  });

  it('names an address once, and records its reply for each who shares it', async () => {
    const emailId = await send(['ada@one.test', 'bo@one.test', 'ada@one.test']);
    const worker = delivering(world);
    worker.transport.rcpt.set('ada@one.test', { code: 550, text: 'nobody here' });
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(worker.transport.transactions[0]?.recipients).toStrictEqual([
      { recipients: [0, 2], address: 'ada@one.test' },
      { recipients: [1], address: 'bo@one.test' },
    ]);
    expect(await statuses(world, emailId)).toStrictEqual(['bounced', 'delivered', 'bounced']);
    const claims = (await world.events(streamName('email', emailId))).filter(
      ({ event }) => event.type === 'DeliveryAttemptStarted',
    );
    expect(claims).toMatchObject([{ event: { data: { recipients: [1] } } }]);
  });

  it("keeps a reply's words under the recipient's own key", async () => {
    const emailId = await send(['ada@one.test', 'bo@one.test']);
    const worker = delivering(world);
    worker.transport.rcpt.set('bo@one.test', { code: 550, text: 'no such user' });
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    const row = world.keys.created[0]?.row ?? '';
    const bounce = (await world.events(streamName('email', emailId))).find(
      ({ event }) => event.type === 'EmailBounced',
    );
    const detail = { kid: kidOf(row, 2), value: { text: 'no such user', host: 'mx.example.com' } };
    expect(bounce?.event.data).toMatchObject({ recipient: 1, reply: { step: 'rcpt', code: 550, detail } });
  });

  it('defers a passing problem, obeys a delay that it states, and counts the generation on', async () => {
    const emailId = await send(['ada@one.test']);
    const worker = delivering(world);
    worker.transport.rcpt.set('ada@one.test', { code: 450, text: 'greylisted, come back in 5 minutes' });
    const job = await jobFor(world, emailId, 'one.test');
    await worker.attempt(job);
    const dueAt = new Date(world.clock.now() + 300_000).toISOString();
    expect((await stateOf(world, emailId)).recipients).toMatchObject([{ status: 'due', dueAt, tries: 1 }]);
    expect((await jobFor(world, emailId, 'one.test')).payload.generation).toBe(job.payload.generation + 1);
    expect(await world.emailTypes(emailId)).toStrictEqual(['EmailAccepted', 'DeliveryDeferred']);
  });

  it('defers everybody of the transaction where the receiver cannot be reached', async () => {
    const emailId = await send(['ada@one.test', 'bo@one.test']);
    const worker = delivering(world);
    worker.transport.unreachable = true;
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(worker.counted).toStrictEqual(['deferred', 'deferred']);
    expect(await statuses(world, emailId)).toStrictEqual(['due', 'due']);
  });

  describe('where nothing leads to the receiver', () => {
    const said = (code: number, enhancedCode: string) => ({
      unroutable: { code, enhancedCode, text: 'what the DNS said, for 5 minutes', host: 'one.test' },
    });

    it('defers, without a transaction, and leaves the others to their own jobs', async () => {
      const emailId = await send(['ada@one.test', 'bo@two.test']);
      const worker = delivering(world);
      worker.routes.set('one.test', said(451, '4.4.3'));
      await worker.attempt(await jobFor(world, emailId, 'one.test'));
      expect(worker.transport.transactions).toStrictEqual([]);
      const [deferral] = (await world.events(streamName('email', emailId))).slice(1);
      const reply = { step: 'dns', code: 451, enhancedCode: '4.4.3' };
      // By the schedule: the text is ours, and states no delay.
      const dueAt = new Date(world.clock.now() + 60_000).toISOString();
      expect(deferral?.event).toMatchObject({ type: 'DeliveryDeferred', data: { recipient: 0, dueAt, reply } });
      expect(await world.emailTypes(emailId)).toStrictEqual(['EmailAccepted', 'DeliveryDeferred']);
      await worker.attempt(await jobFor(world, emailId, 'two.test'));
      expect(await statuses(world, emailId)).toStrictEqual(['due', 'delivered']);
    });

    it('believes that a domain does not exist when it is said again', async () => {
      const emailId = await send(['ada@one.test']);
      const worker = delivering(world);
      worker.routes.set('one.test', said(550, '5.1.2'));
      await worker.attempt(await jobFor(world, emailId, 'one.test'));
      expect(await statuses(world, emailId)).toStrictEqual(['due']);
      world.clock.advance(3_600_000);
      await worker.attempt(await jobFor(world, emailId, 'one.test'));
      expect(await statuses(world, emailId)).toStrictEqual(['bounced']);
      const told = await world.events(streamName('email', emailId));
      expect(told.slice(1).map(({ event }) => event.data)).toMatchObject([
        { reply: { code: 451, enhancedCode: '4.1.2' } },
        { reply: { code: 550, enhancedCode: '5.1.2' } },
      ]);
    });

    it('believes a null MX at once', async () => {
      const emailId = await send(['ada@one.test']);
      const worker = delivering(world);
      worker.routes.set('one.test', said(556, '5.1.10'));
      await worker.attempt(await jobFor(world, emailId, 'one.test'));
      expect(await statuses(world, emailId)).toStrictEqual(['bounced']);
    });
  });

  it('records an outcome that nobody saw, and sends again by the schedule', async () => {
    const emailId = await send(['ada@one.test', 'bo@one.test']);
    const worker = delivering(world);
    worker.transport.dot = 'no reply';
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    const dueAt = new Date(world.clock.now() + 60_000).toISOString();
    const recipient = { status: 'due', dueAt, unknowns: 1 };
    expect((await stateOf(world, emailId)).recipients).toMatchObject([recipient, recipient]);
    expect(worker.counted).toStrictEqual(['unknown']);
  });

  describe('a job that is no more than a hint', () => {
    it.each([
      ['of a mail that is not there', { emailId: '0195d6a0-0000-7000-8000-00000000dead' }],
      ['of an older generation', { generation: 0 }],
      ['of a destination that the mail does not have', { destination: 'elsewhere' }],
    ])('%s does nothing', async (_what, changes) => {
      const emailId = await send(['ada@one.test']);
      const worker = delivering(world);
      const job = await jobFor(world, emailId, 'one.test');
      await worker.attempt({ ...job, payload: { ...job.payload, ...changes } });
      expect(worker.transport.transactions).toStrictEqual([]);
      expect(await world.emailTypes(emailId)).toStrictEqual(['EmailAccepted']);
    });

    it('of a recipient who is not due yet does nothing', async () => {
      const emailId = await send(['ada@one.test']);
      const worker = delivering(world);
      worker.transport.dot = 451;
      await worker.attempt(await jobFor(world, emailId, 'one.test'));
      await worker.attempt(await jobFor(world, emailId, 'one.test'));
      expect(worker.transport.transactions).toHaveLength(1);
    });
  });

  it('holds a mail whose key, body or signing key is not there', async () => {
    const emailId = await send(['ada@one.test']);
    const worker = delivering(world);
    await world.blobs.delete([world.blobs.stored[0]?.id ?? '']);
    await expect(worker.attempt(await jobFor(world, emailId, 'one.test'))).rejects.toMatchObject({ code: 'mail-held' });
    const keyless = { ...worker.ports, keys: { getMany: async () => new Map() } };
    const { attemptDelivery } = await import('../../../src/application/delivery/attempt-delivery.js');
    const { payload } = await jobFor(world, emailId, 'one.test');
    await expect(
      attemptDelivery(keyless, payload, { joins: () => true, standAside: () => undefined }),
    ).rejects.toMatchObject({
      code: 'unreadable-event',
    });
    expect(await world.emailTypes(emailId)).toStrictEqual(['EmailAccepted']);
  });

  it('gives up a mail that was erased while it waited', async () => {
    const emailId = await send(['ada@one.test', 'bo@two.test']);
    await eraseEmails(world.process(), [emailId], context);
    const worker = delivering(world);
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(await statuses(world, emailId)).toStrictEqual(['failed', 'failed']);
    expect(worker.transport.transactions).toStrictEqual([]);
  });

  it('gives up a mail whose domain was deleted while it waited, and says so', async () => {
    const emailId = await send(['ada@one.test', 'bo@two.test']);
    const [accepted] = await world.events(streamName('email', emailId));
    const { domainId } = (accepted?.event as EmailAccepted).data;
    const deletion = { type: 'DeleteDomain', reason: 'asked' } as const;
    await handle(world.process(), sendingDomain, streamName('domain', domainId), deletion, { context, region: null });
    const worker = delivering(world);
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(await statuses(world, emailId)).toStrictEqual(['failed', 'failed']);
    const events = await world.events(streamName('email', emailId));
    expect(events.slice(1).map(({ event }) => event.data)).toMatchObject([
      { recipient: 0, reason: 'domain-deleted' },
      { recipient: 1, reason: 'domain-deleted' },
    ]);
    expect(worker.transport.transactions).toStrictEqual([]);
  });

  it('gives up a mail whose template makes it too large, and never offers it again', async () => {
    const emailId = await send(['ada@one.test', 'bo@one.test']);
    const worker = delivering(world);
    worker.composer.compose = () => Promise.reject(new BudgetExceeded('bytes', 1));
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(await statuses(world, emailId)).toStrictEqual(['failed', 'failed']);
    expect((await world.events(streamName('email', emailId))).slice(1).map(({ event }) => event.data)).toMatchObject([
      { recipient: 0, reason: 'too-large' },
      { recipient: 1, reason: 'too-large' },
    ]);
    expect(worker.transport.transactions).toStrictEqual([]);
  });

  it('gives up one person who was erased, and sends to the others', async () => {
    const emailId = await send(['ada@one.test', 'bo@one.test']);
    await world.keys.destroy([kidOf(world.keys.created[0]?.row ?? '', 1)], '2026-03-02T10:00:00.000Z');
    const worker = delivering(world);
    const job = await jobFor(world, emailId, 'one.test');
    await worker.attempt(job);
    expect(await statuses(world, emailId)).toStrictEqual(['failed', 'delivered']);
  });
});
