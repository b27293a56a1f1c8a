import { createSuppressor } from '../../../src/application/suppression/suppressor.js';
import { erasePerson } from '../../../src/application/erasure/erase-person.js';
import { addressHash } from '../../../src/application/shared/address-hash.js';
import {
  suppressionId,
  suppressionStream,
  writeSuppression,
} from '../../../src/application/suppression/write-suppression.js';
import { handle } from '../../../src/application/shared/handle.js';
import type { Routing } from '../../../src/application/ports/mail-transport.js';
import { email } from '../../../src/domain/email/email.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { suppression } from '../../../src/domain/suppression/suppression.js';
import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { delivering, jobFor, statuses } from '../../support/delivering.js';
import { notes } from '../../support/process-managers.js';
import { context, teamId, useWorld, world } from '../../support/world.js';

const dayMs = 86_400_000;
const policy = { fullMails: 3, fullSpanMs: 7 * dayMs, fullForMs: 30 * dayMs, rememberedForMs: 30 * dayMs };
const ada = 'ada@one.test';
const provenance = { context, region: null };

useWorld('example.com');

const send = async (...asked: Parameters<typeof mailTo>) => idOf(await accepting(world).send(mailTo(...asked)));
const add = (address: string) =>
  writeSuppression(
    world.process(),
    { teamId, address },
    { type: 'AddSuppression', scope: 'all', nowMs: world.clock.now() },
    provenance,
  );
const entryStream = (address: string) => suppressionStream(suppressionId(world.process(), teamId, address));
const remove = async (address: string) => {
  world.clock.advance(1);
  const command = { type: 'RemoveSuppression', teamId } as const;
  return handle(world.process(), suppression, entryStream(address), command, provenance);
};

describe('the suppression list, right before a mail is sent', () => {
  it('keeps the mail from who is on it, and from nobody else', async () => {
    await add('ADA@one.test');
    const emailId = await send([ada, 'bo@one.test']);
    const worker = delivering(world);
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(await statuses(world, emailId)).toStrictEqual(['suppressed', 'delivered']);
    expect(worker.transport.transactions.map(({ recipients }) => recipients)).toStrictEqual([
      [{ recipients: [1], address: 'bo@one.test' }],
    ]);
    expect(worker.counted).toStrictEqual(['suppressed', 'delivered']);
    const told = await world.events(streamName('email', emailId));
    expect(told[1]?.event).toMatchObject({ type: 'EmailSuppressed', data: { recipient: 0, reason: 'manual' } });
  });

  it('is asked again before each transaction of an attempt', async () => {
    const emailId = await send([ada, 'bo@one.test', 'cy@one.test']);
    const worker = delivering(world);
    worker.transport.mostRecipients = 1;
    worker.transport.afterDot = async () => void (await add('bo@one.test'));
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(await statuses(world, emailId)).toStrictEqual(['delivered', 'suppressed', 'due']);
    expect(worker.transport.dots).toHaveLength(1);
  });

  it('is asked each time: who was taken off a moment ago gets the next mail', async () => {
    await add(ada);
    const worker = delivering(world);
    const first = await send([ada]);
    await worker.attempt(await jobFor(world, first, 'one.test'));
    await remove(ada);
    const second = await send([ada]);
    await worker.attempt(await jobFor(world, second, 'one.test'));
    expect([await statuses(world, first), await statuses(world, second)]).toStrictEqual([
      ['suppressed'],
      ['delivered'],
    ]);
  });

  it('is asked again before a later attempt', async () => {
    const emailId = await send([ada]);
    const worker = delivering(world);
    worker.transport.rcpt.set(ada, { code: 450, text: 'greylisted' });
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(await statuses(world, emailId)).toStrictEqual(['due']);
    worker.transport.rcpt.delete(ada);
    await add(ada);
    world.clock.advance(dayMs / 24);
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    expect(await statuses(world, emailId)).toStrictEqual(['suppressed']);
    expect(worker.transport.transactions).toHaveLength(1);
  });

  it('is each team’s own', async () => {
    const other = '0195d6a0-0000-7000-8000-00000000000b';
    await writeSuppression(
      world.process(),
      { teamId: other, address: ada },
      { type: 'AddSuppression', scope: 'all', nowMs: world.clock.now() },
      { context: { ...context, teamId: other }, region: null },
    );
    const emailId = await send([ada]);
    await delivering(world).attempt(await jobFor(world, emailId, 'one.test'));
    expect(await statuses(world, emailId)).toStrictEqual(['delivered']);
  });

  it('holds the mail where it cannot be read: nothing is sent unchecked', async () => {
    const emailId = await send([ada]);
    const job = await jobFor(world, emailId, 'one.test');
    const worker = delivering(world);
    const { suppressions } = worker.ports;
    const unreadable = { reason: () => Promise.reject(new Error('the log cannot be read')) };
    Object.assign(worker.ports, { suppressions: unreadable });
    await expect(worker.attempt(job)).rejects.toThrow('cannot be read');
    expect(worker.transport.transactions).toStrictEqual([]);
    expect(await statuses(world, emailId)).toStrictEqual(['due']);
    Object.assign(worker.ports, { suppressions });
    await worker.attempt(job);
    expect(await statuses(world, emailId)).toStrictEqual(['delivered']);
  });

  it('knows of an address that was taken off since', async () => {
    await add(ada);
    const worker = delivering(world);
    const kept = await send([ada]);
    await worker.attempt(await jobFor(world, kept, 'one.test'));
    await remove(ada);
    const stream = entryStream(ada);
    (worker.ports.suppressions as { forget?: (of: typeof stream) => void }).forget?.(stream);
    const sent = await send([ada]);
    await worker.attempt(await jobFor(world, sent, 'one.test'));
    expect([await statuses(world, kept), await statuses(world, sent)]).toStrictEqual([['suppressed'], ['delivered']]);
  });

  it('outlives the erasure of the person, who is named nowhere any more', async () => {
    await add(ada);
    const process = world.process();
    await erasePerson({ ...process, blobs: world.blobs }, addressHash(process.hash, ada), context);
    expect(await world.events(entryStream(ada))).toMatchObject([{ event: { data: { address: { erased: true } } } }]);
    const emailId = await send([ada]);
    await delivering(world).attempt(await jobFor(world, emailId, 'one.test'));
    expect(await statuses(world, emailId)).toStrictEqual(['suppressed']);
  });
});

describe('what puts an address on the list', () => {
  const refused = { code: 550, text: '5.2.1 Mailbox disabled' };

  /** A mail to Ada whose receiver answers so, over this route. */
  async function answered(reply: { code: number; text: string }, route?: Routing): Promise<string> {
    const emailId = await send([ada]);
    const worker = delivering(world);
    if (route !== undefined) worker.routes.set('one.test', route);
    worker.transport.rcpt.set(ada, reply);
    await worker.attempt(await jobFor(world, emailId, 'one.test'));
    return emailId;
  }

  async function judged(countsRelay = true): Promise<readonly string[]> {
    const manager = createSuppressor(world.process(), policy, countsRelay);
    await notes(world, manager);
    await manager.act();
    return world.types(entryStream(ada));
  }

  it('is the second mail that is told of no such mailbox', async () => {
    const first = await answered(refused);
    expect(await judged()).toStrictEqual(['SuppressionConsidered']);
    const second = await answered(refused);
    expect(await judged()).toStrictEqual(['SuppressionConsidered', 'SuppressionAdded']);
    expect(await world.events(entryStream(ada))).toMatchObject([
      { event: { data: { source: { emailId: first } } } },
      { event: { data: { origin: 'bounce', source: { emailId: second }, address: { value: ada } } } },
    ]);
    const third = await send([ada]);
    await delivering(world).attempt(await jobFor(world, third, 'one.test'));
    expect(await statuses(world, third)).toStrictEqual(['suppressed']);
  });

  it('is no relay and no simulator', async () => {
    for (const kind of ['relay', 'catcher'] as const) {
      await answered(refused, { route: { kind } });
      await answered(refused, { route: { kind } });
    }
    expect(await judged()).toStrictEqual([]);
  });

  it.each([
    ['counts', true, 'relay', ['SuppressionAdded']],
    ['does not count', false, 'relay', []],
    ['counts', true, 'catcher', []],
  ] as const)(
    'is a mailbox that does not exist by the word of a relay that %s (%s), of a %s',
    async (_, counts, kind, types) => {
      await answered({ code: 550, text: 'no such user (#5.1.1)' }, { route: { kind } });
      expect(await judged(counts)).toStrictEqual(types);
    },
  );

  it.each([
    ['a null MX', { code: 556, enhancedCode: '5.1.10' }],
    ['a domain that does not exist', { code: 550, enhancedCode: '5.1.2' }],
  ])('is not what the DNS says of its domain: %s', async (_what, said) => {
    const unroutable = { ...said, text: 'what the DNS said', host: 'one.test' };
    for (let mail = 0; mail < 2; mail += 1) {
      const emailId = await send([ada]);
      const worker = delivering(world);
      worker.routes.set('one.test', { unroutable });
      for (let tries = 0; tries < 2; tries += 1) {
        await worker.attempt(await jobFor(world, emailId, 'one.test'));
        world.clock.advance(3_600_000);
      }
      const told = await world.events(streamName('email', emailId));
      expect(told.at(-1)?.event).toMatchObject({ type: 'EmailBounced', data: { answeredBy: null } });
    }
    expect(await judged()).toStrictEqual([]);
  });

  it('is no refusal that is about us', async () => {
    await answered({ code: 550, text: '5.7.1 Your IP is on our blacklist' });
    await answered({ code: 550, text: 'no' });
    expect(await judged()).toStrictEqual([]);
  });

  it('is a reply to the message only where that was for one recipient', async () => {
    const refuse = async (to: readonly string[]): Promise<void> => {
      const worker = delivering(world);
      Object.assign(worker.transport, { dot: 550, dotText: 'no such user (#5.1.1)' });
      await worker.attempt(await jobFor(world, await send([...to]), 'one.test'));
    };
    await refuse([ada, 'bo@one.test']);
    expect(await judged()).toStrictEqual([]);
    await refuse([ada]);
    expect(await judged()).toStrictEqual(['SuppressionAdded']);
  });

  it('is a mailbox that stays full, for a time', async () => {
    for (let mail = 0; mail < 3; mail += 1) {
      await answered({ code: 552, text: '5.2.2 Mailbox full' });
      world.clock.advance(4 * dayMs);
    }
    expect(await judged()).toStrictEqual(['SuppressionConsidered', 'SuppressionConsidered', 'SuppressionAdded']);
    const held = await send([ada]);
    await delivering(world).attempt(await jobFor(world, held, 'one.test'));
    world.clock.advance(31 * dayMs);
    const sent = await send([ada]);
    await delivering(world).attempt(await jobFor(world, sent, 'one.test'));
    expect([await statuses(world, held), await statuses(world, sent)]).toStrictEqual([['suppressed'], ['delivered']]);
  });

  it('is a complaint, and a simulated one is none', async () => {
    const emailId = await send([ada]);
    await delivering(world).attempt(await jobFor(world, emailId, 'one.test'));
    const command = { type: 'RecordComplaint', recipient: 0 } as const;
    await handle(world.process(), email, streamName('email', emailId), command, provenance);
    await handle(world.process(), email, streamName('email', emailId), command, provenance);
    expect(await world.emailTypes(emailId)).toStrictEqual([
      'EmailAccepted',
      'DeliveryAttemptStarted',
      'EmailDelivered',
      'EmailComplained',
    ]);
    expect(await judged()).toStrictEqual(['SuppressionAdded']);

    const simulated = await send(['complained@two.test']);
    const worker = delivering(world);
    worker.routes.set('two.test', { route: { kind: 'catcher' } });
    await worker.attempt(await jobFor(world, simulated, 'two.test'));
    expect((await world.emailTypes(simulated)).slice(-2)).toStrictEqual(['EmailDelivered', 'EmailComplained']);
    await judged();
    expect(await world.types(entryStream('complained@two.test'))).toStrictEqual([]);
  });

  it('is judged once, however often it is looked at, and never after a person said otherwise', async () => {
    await answered(refused);
    await answered(refused);
    await judged();
    expect(await judged()).toStrictEqual(['SuppressionConsidered', 'SuppressionAdded']);
    await remove(ada);
    expect((await judged()).slice(2)).toStrictEqual(['SuppressionRemoved']);
  });
});
