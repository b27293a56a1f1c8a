import { kidOf, plain } from '../../../src/domain/shared/personal.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { retryDelaysMs } from '../../../src/domain/webhook/retries.js';
import type { WebhookMessageDocument } from '../../../src/projections/webhooks/webhooks.document.js';
import { type EncodedLog, mailStream } from '../../support/encoded-log.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import fc from '../../support/properties.js';
import { idAt } from '../../support/recorded-events.js';
import { waitFor } from '../../support/wait-for.js';
import {
  answering,
  attemptsIn,
  FakeSender,
  messageDocuments,
  ok,
  standing,
  urlOf,
  webhookId,
  WebhookProcess,
  worldWithMails,
} from '../../support/webhooks.js';
import type { World } from '../../support/world.js';

let world: World;
let log: EncodedLog;
let head: Position;
let sender: FakeSender;
const processes: WebhookProcess[] = [];

beforeEach(async () => {
  ({ world, log, head } = await worldWithMails(3));
  sender = new FakeSender();
});
afterEach(() => Promise.all(processes.splice(0).map((process) => process.crash())));

async function start(readStore = new MemoryReadStore(), attempts = {}): Promise<WebhookProcess> {
  const process = new WebhookProcess(world, sender, readStore, attempts);
  processes.push(process);
  await process.follow();
  return process;
}

const types = () => sender.sent.map(({ body }) => (JSON.parse(body) as { type: string }).type);
const mails = () => sender.sent.map(({ body }) => (JSON.parse(body) as { data: { email_id: string } }).data.email_id);
const until = (count: number) =>
  waitFor(
    async () => sender.sent.length,
    (sent) => sent >= count,
  );
const settledUpTo = (endpoint: { position(): Position | undefined }, position: Position) =>
  waitFor(
    async () => endpoint.position() ?? '',
    (reached) => reached >= position,
  );
const documentOf = async (id: string) => {
  const process = processes[0]!;
  return (await (await messageDocuments(world)).get(process.ports.messages, id)) as WebhookMessageDocument;
};

describe('an endpoint', () => {
  it('is sent every message behind its position, once, and its attempts are in the log', async () => {
    const process = await start();
    const endpoint = process.run(process.endpoint(standing(1)));
    await settledUpTo(endpoint, head);
    expect(types().sort()).toEqual([...Array(3).fill('email.delivered'), ...Array(3).fill('email.sent')]);
    expect(new Set(sender.to(urlOf(1))).size).toBe(6);
    const attempts = await attemptsIn(world);
    expect(attempts.map(({ outcome, number, answer }) => [outcome, number, answer])).toEqual(
      Array(6).fill(['delivered', 1, 'ok']),
    );
    expect(new Set(attempts.map(({ messageId }) => messageId))).toEqual(new Set(sender.to(urlOf(1))));
  });

  it('is sent what happens from then on', async () => {
    const process = await start();
    process.run(process.endpoint(standing(1), { position: head }));
    await log.acceptMail(9);
    await until(1);
    expect(mails()).toEqual([idAt(9)]);
  });

  it('is sent what it asks for only: types, domains, tags; and nothing of another team', async () => {
    const process = await start();
    const tags = [{ name: 'kind', value: 'other' }];
    process.run(process.endpoint(standing(1, { events: ['email.delivered'] })));
    process.run(process.endpoint(standing(2, { domainIds: [idAt(1)] })));
    process.run(process.endpoint(standing(3, { target: { tags } })));
    process.run(process.endpoint(standing(4, { teamId: idAt(5) })));
    process.run(
      process.endpoint(standing(5, { domainIds: [idAt(900)], target: { tags: [{ name: 'kind', value: 'welcome' }] } })),
    );
    await until(9);
    await log.acceptMail(9);
    await until(10);
    expect([1, 2, 3, 4, 5].map((number) => sender.to(urlOf(number)).length)).toEqual([3, 0, 0, 0, 7]);
  });

  it('gets its headers, and signatures of both secrets while the earlier one is valid', async () => {
    const process = await start();
    const kid = kidOf(idAt(800), 0);
    const state = standing(1, { target: { headers: [['X-Env', 'test']] } });
    const rotated = (until: string) => ({ ...state, previousSecret: { secret: plain(kid, 'whsec_BBBB'), until } });
    const endpoint = process.run(process.endpoint(rotated('2026-03-02T10:00:01.000Z')));
    await settledUpTo(endpoint, head);
    expect(sender.sent[0]).toMatchObject({ headers: [['X-Env', 'test']], secrets: ['whsec_AAAA', 'whsec_BBBB'] });
    world.clock.advance(1_000);
    await log.acceptMail(9);
    await until(7);
    expect(sender.sent[6]).toMatchObject({ secrets: ['whsec_AAAA'] });
  });

  it('is sent no more a second than it allows', async () => {
    const process = await start();
    const startedAt = performance.now();
    process.run(process.endpoint(standing(1, { perSecond: 20 })));
    await until(6);
    // Six of them, 50 ms apart.
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(240);
  });

  it('is asked for no more large answers than the log takes', async () => {
    for (let number = 4; number <= 10; number += 1) head = await log.acceptMail(number);
    let write: (isWritten: boolean) => void = () => undefined;
    const written = new Promise<boolean>((resolve) => (write = resolve));
    const process = await start(new MemoryReadStore(), { attempted: () => written });
    sender.answer = () => ({ ...answering(200), body: 'x'.repeat(64 * 1024) }) as typeof ok;
    const endpoint = process.run(process.endpoint(standing(1)));
    await until(8);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sender.sent).toHaveLength(8);
    write(true);
    await settledUpTo(endpoint, head);
  });

  it('delays no other by being slow', async () => {
    const process = await start();
    sender.answer = ({ url }) => (url === urlOf(1) ? new Promise(() => undefined) : ok);
    const slow = process.run(process.endpoint(standing(1)));
    const other = process.run(process.endpoint(standing(2)));
    await settledUpTo(other, head);
    expect(sender.to(urlOf(2))).toHaveLength(6);
    expect(slow.position()).toBeUndefined();
  });
});

describe('a message that is not taken', () => {
  it('holds nothing back, and is due again in a while', async () => {
    const process = await start();
    let failing: string | undefined;
    sender.answer = ({ messageId }) => (messageId === (failing ??= messageId) ? answering(500) : ok);
    const endpoint = process.run(process.endpoint(standing(1)));
    await settledUpTo(endpoint, head);
    const document = await documentOf(failing!);
    expect(document).toMatchObject({ status: 'attempting', attempts: 1, lastStatus: 500, failure: 'status' });
    const waitMs = Date.parse(document.nextAttemptAt!) - world.clock.now();
    expect(waitMs).toBeGreaterThanOrEqual(4_000);
    expect(waitMs).toBeLessThanOrEqual(6_000);
    expect(endpoint.failingSince()).toBeNull();
  });

  it('is tried again under the same id, once for each attempt that is due', async () => {
    const process = await start();
    sender.answer = () => answering(503);
    const endpoint = process.run(process.endpoint(standing(1)));
    await settledUpTo(endpoint, head);
    const [id] = sender.to(urlOf(1));
    const due = await documentOf(id!);
    sender.answer = () => ok;
    await endpoint.retry(due, process.stopping.signal);
    // The read model lags: the same document again.
    await endpoint.retry(due, process.stopping.signal);
    expect(sender.to(urlOf(1)).filter((sent) => sent === id)).toHaveLength(2);
    expect(await documentOf(id!)).toMatchObject({ status: 'success', attempts: 2, nextAttemptAt: null });
  });

  it('is given up after eight attempts', async () => {
    const process = await start();
    sender.answer = () => answering(500);
    const endpoint = process.run(process.endpoint(standing(1, { events: ['email.sent'] })));
    await settledUpTo(endpoint, head);
    const [id] = sender.to(urlOf(1));
    for (const delayMs of retryDelaysMs) {
      world.clock.advance(delayMs * 2);
      await endpoint.retry(await documentOf(id!), process.stopping.signal);
    }
    expect(await documentOf(id!)).toMatchObject({ status: 'failed', attempts: 8, nextAttemptAt: null });
    expect(process.exhausted).toEqual([
      { messageId: id, eventId: expect.any(String), type: 'email.sent', attempts: 8, why: 'retries' },
    ]);
  });

  it('is given up at once where the endpoint says so, and 410 disables it', async () => {
    const process = await start();
    sender.answer = () => ({ ...answering(500), wantsNoMore: true }) as typeof ok;
    const endpoint = process.run(process.endpoint(standing(1)));
    await settledUpTo(endpoint, head);
    expect(process.exhausted.map(({ why }) => why)).toEqual(Array(6).fill('refused'));
    expect(process.reports).toEqual([]);
    sender.answer = () => answering(410);
    await log.acceptMail(9);
    await waitFor(
      async () => process.reports,
      (reports) => reports.includes('disable gone'),
    );
  });

  it('disables an endpoint that has answered nothing else for 120 h', async () => {
    const process = await start();
    sender.answer = () => answering(500);
    const endpoint = process.run(process.endpoint(standing(1)));
    await settledUpTo(endpoint, head);
    world.clock.advance(119 * 3_600_000);
    const first = await log.acceptMail(9);
    await settledUpTo(endpoint, first);
    expect(process.reports).not.toContain('disable failing');
    world.clock.advance(3_600_000);
    await settledUpTo(endpoint, await log.acceptMail(10));
    expect(process.reports).toContain('disable failing');
  });

  it('says once that it has kept failing for 24 h, also where another process saw the first failure', async () => {
    const process = await start();
    sender.answer = () => answering(500);
    const failingSince = new Date(world.clock.now() - 23 * 3_600_000).toISOString();
    const endpoint = process.run(process.endpoint(standing(1), { failingSince }));
    await settledUpTo(endpoint, head);
    expect(process.reports).toEqual([]);
    world.clock.advance(3_600_000);
    await settledUpTo(endpoint, await log.acceptMail(9));
    await settledUpTo(endpoint, await log.acceptMail(10));
    expect(process.reports).toEqual(['kept failing']);
  });

  it('counts from its first failure behind a change of its address', async () => {
    const process = await start();
    sender.answer = () => answering(500);
    const endpoint = process.run(process.endpoint(standing(1)));
    await settledUpTo(endpoint, head);
    world.clock.advance(3_600_000);
    endpoint.update({ ...standing(1), judgedFromMs: world.clock.now() }, []);
    world.clock.advance(1_000);
    await settledUpTo(endpoint, await log.acceptMail(9));
    expect(endpoint.failingSince()).toBe(new Date(world.clock.now()).toISOString());
  });

  it('is dropped where its event is in the log no more', async () => {
    const process = await start();
    sender.answer = () => answering(500);
    const endpoint = process.run(process.endpoint(standing(1)));
    await settledUpTo(endpoint, head);
    const [id] = sender.to(urlOf(1));
    const due = await documentOf(id!);
    await log.remove(Number(due.emailId!.slice(-3)));
    await endpoint.retry(due, process.stopping.signal);
    expect(await documentOf(id!)).toMatchObject({ status: 'failed', nextAttemptAt: null });
  });
});

describe('an endpoint that wants order', () => {
  it('is sent one message at a time in the order of the log, a failed one before those behind it', async () => {
    const process = await start();
    let atOnce = 0;
    let most = 0;
    const { log: written } = process;
    // Time passes between attempts.
    const patient = await start(new MemoryReadStore(), {
      attempted: async (...attempt: Parameters<typeof written.attempted>) => {
        const isWritten = await written.attempted(...attempt);
        world.clock.advance(3_600_000);
        return isWritten;
      },
    });
    sender.answer = async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setTimeout(resolve, 5));
      atOnce -= 1;
      return sender.sent.length === 2 ? answering(500) : ok;
    };
    const endpoint = patient.run(patient.endpoint(standing(1, { ordered: true })));
    await settledUpTo(endpoint, head);
    expect(most).toBe(1);
    const order = await attemptsIn(world);
    expect(order.map(({ number }) => number)).toEqual([1, 1, 2, 1, 1, 1, 1]);
    const positions = order.map(({ position }) => position);
    expect(positions).toEqual([...positions].sort());
  });
});

describe('a crash', () => {
  it('at any point repeats attempts under the same ids, and loses no message', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ answers: fc.integer({ min: 0, max: 5 }), isRecorded: fc.boolean() }), { maxLength: 3 }),
        fc.boolean(),
        async (crashes, ordered) => {
          const given = await worldWithMails(3);
          world = given.world;
          sender = new FakeSender();
          let position: Position | undefined;
          const delivered = new Set<string>();
          for (const { answers, isRecorded } of [...crashes, { answers: 99, isRecorded: true }]) {
            let left = answers;
            sender.answer = ({ messageId }) => {
              left -= 1;
              if (left < 0) return new Promise(() => undefined);
              delivered.add(messageId);
              return ok;
            };
            const attempted = () => new Promise<boolean>(() => undefined);
            const readStore = await messageDocuments(world);
            const process = new WebhookProcess(world, sender, readStore, isRecorded ? {} : { attempted });
            await process.follow();
            const attemptedUpTo = await world.store.head();
            const start = { position, attemptedUpTo };
            const endpoint = process.run(process.endpoint(standing(1, { ordered }), start));
            const isThere = () =>
              (answers < 99 && (left < 0 || (!isRecorded && left < answers))) || endpoint.position()! >= given.head;
            await waitFor(isThere, Boolean);
            position = endpoint.position();
            process.stopping.abort();
            if (isRecorded) await process.log.stop();
          }
          const ids = new Set(sender.to(urlOf(1)));
          expect(ids.size).toBe(6);
          expect(delivered).toEqual(ids);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('makes again what could not be written down', async () => {
    let refusals = 0;
    const process = await start(new MemoryReadStore(), {
      attempted: async () => {
        refusals += 1;
        return false;
      },
    });
    const endpoint = process.run(process.endpoint(standing(1, { events: ['email.sent'] })));
    await waitFor(
      async () => refusals,
      (count) => count >= 3,
    );
    expect(endpoint.position()).toBeUndefined();
  });
});

describe('a replay', () => {
  const scope = (kind: 'events' | 'failed' | 'message', messageId = '') =>
    kind === 'events'
      ? ({ kind, since: null, after: null, types: ['email.delivered'] } as const)
      : kind === 'failed'
        ? ({ kind, since: '2018-01-01T00:00:00.000Z' } as const)
        : ({ kind, messageId } as const);

  it('sends a range of events again, in order, under the ids that they had', async () => {
    const process = await start();
    const live = process.run(process.endpoint(standing(1)));
    await settledUpTo(live, head);
    const before = new Set(sender.to(urlOf(1)));
    sender.sent.length = 0;
    const replay = { replayId: 'r1', scope: scope('events'), until: head };
    process.run(process.endpoint(standing(1), { position: head }, [replay]));
    await waitFor(
      async () => process.reports,
      (reports) => reports.includes('replayed r1: 3'),
    );
    expect(mails()).toEqual([idAt(1), idAt(2), idAt(3)]);
    expect(types()).toEqual(Array(3).fill('email.delivered'));
    for (const id of sender.to(urlOf(1))) expect(before.has(id)).toBe(true);
  });

  it('goes on where the process before it had come, and ends before what is live', async () => {
    const process = await start();
    const [first] = (await world.store.readAll({ limit: 1, filter: { types: ['EmailDelivered'] } })).events;
    const later = await log.deliver(1);
    expect(later > head).toBe(true);
    const replays = new Map([['r1', { position: first!.position, sent: 1 }]]);
    const replay = { replayId: 'r1', scope: scope('events'), until: head };
    process.run(process.endpoint(standing(1), { position: later, replays }, [replay]));
    await waitFor(
      async () => process.reports,
      (reports) => reports.includes('replayed r1: 3'),
    );
    expect(mails()).toEqual([idAt(2), idAt(3)]);
  });

  it('sends what failed, or one message, and is attempted once by one replay', async () => {
    const process = await start();
    sender.answer = () => ({ ...answering(500), wantsNoMore: true }) as typeof ok;
    const live = process.run(process.endpoint(standing(1, { events: ['email.sent'] })));
    await settledUpTo(live, head);
    const failed = sender.to(urlOf(1));
    const readStore = await messageDocuments(world);
    sender.sent.length = 0;
    const again = await start(readStore);
    const of = (replayId: string, kind: 'failed' | 'message') => ({
      replayId,
      scope: scope(kind, failed[0]),
      until: head,
    });
    const endpoint = again.run(again.endpoint(standing(1), { position: head }, [of('r1', 'failed')]));
    await waitFor(
      async () => again.reports,
      (reports) => reports.includes('replayed r1: 3'),
    );
    // The end of the first is not in the log yet: it does not begin anew.
    endpoint.update(standing(1), [of('r1', 'failed'), of('r2', 'message')]);
    await endpoint.replay(again.stopping.signal);
    expect(again.reports).toEqual(['replayed r1: 3', 'replayed r2: 1']);
    expect(sender.to(urlOf(1))).toEqual([...failed].sort().concat(failed[0]!));
    sender.sent.length = 0;
    const third = await start(await messageDocuments(world));
    third.run(third.endpoint(standing(1), { position: head }, [of('r2', 'message')]));
    await waitFor(
      async () => third.reports,
      (reports) => reports.includes('replayed r2: 0'),
    );
    expect(sender.sent).toEqual([]);
  });

  it('sends what happened between two times only', async () => {
    const process = await start();
    const [, second, third] = (await world.store.readAll({ limit: 3, filter: { types: ['EmailAccepted'] } })).events;
    const [since, until] = [second!, third!].map(({ metadata }) => (JSON.parse(metadata) as { time: string }).time);
    const between = { ...scope('events'), types: ['email.sent'], since: since!, until: until! } as const;
    process.run(process.endpoint(standing(1), { position: head }, [{ replayId: 'r1', scope: between, until: head }]));
    await waitFor(
      async () => process.reports,
      (reports) => reports.length > 0,
    );
    expect(since! < until!).toBe(true);
    expect(mails()).toEqual([idAt(2)]);
  });

  it('waits for the answers and not for the log, and its position for both', async () => {
    let isWritten: (() => void) | undefined;
    const writing = new Promise<void>((resolve) => {
      isWritten = resolve;
    });
    const process = await start(new MemoryReadStore(), { attempted: () => writing.then(() => true) });
    const replay = { replayId: 'r1', scope: scope('events'), until: head };
    const endpoint = process.run(process.endpoint(standing(1), { position: head }, [replay]));
    await until(3);
    expect(endpoint.replayProgress()).toEqual([]);
    isWritten?.();
    await waitFor(
      async () => process.reports,
      (reports) => reports.includes('replayed r1: 3'),
    );
  });

  it('is as far as it was when its process ends in order', async () => {
    const process = await start();
    const scopeOfAll = { ...scope('events'), types: null };
    const replay = { replayId: 'r1', scope: scopeOfAll, until: head };
    sender.answer = () => (sender.sent.length < 3 ? ok : new Promise(() => undefined));
    const endpoint = process.run(process.endpoint(standing(1), { position: head }, [replay]));
    await until(3);
    await waitFor(
      async () => endpoint.replayProgress()[0]?.sent,
      (sent) => sent === 2,
    );
    await process.crash();
    const [progress] = endpoint.replayProgress();
    sender.answer = () => ok;
    const next = await start();
    next.run(next.endpoint(standing(1), { position: head, replays: new Map([['r1', progress!]]) }, [replay]));
    await waitFor(
      async () => next.reports,
      (reports) => reports.includes('replayed r1: 6'),
    );
    const ids = sender.to(urlOf(1));
    // The one that was under way is sent again.
    expect(ids).toHaveLength(7);
    expect(new Set(ids).size).toBe(6);
  });

  it('of one message waits for no range', async () => {
    const process = await start();
    const live = process.run(process.endpoint(standing(1)));
    await settledUpTo(live, head);
    const [id] = sender.to(urlOf(1));
    const again = await start(await messageDocuments(world));
    const range = { replayId: 'r1', scope: scope('events'), until: head, perSecond: 0.001 };
    const one = { replayId: 'r2', scope: scope('message', id), until: head };
    again.run(again.endpoint(standing(1), { position: head }, [range, one]));
    await waitFor(
      async () => again.reports,
      (reports) => reports.includes('replayed r2: 1'),
    );
  });

  it('takes no turn of what is live, and slows down where the endpoint is down', async () => {
    const process = await start();
    const replay = { replayId: 'r1', scope: scope('events'), until: head, perSecond: 1_000 };
    const replayed = (request: { body: string }) => request.body.includes('"email.delivered"');
    sender.answer = (request) => (replayed(request) ? answering(503) : ok);
    const live = standing(1, { events: ['email.sent'], ordered: true });
    process.run(process.endpoint(live, { position: head }, [replay]));
    await until(1);
    for (const number of [9, 10, 11]) await log.acceptMail(number);
    await waitFor(
      async () => sender.sent.filter((request) => !replayed(request)).length,
      (count) => count === 3,
    );
    // The next one comes a second after the first, the third two seconds later.
    expect(sender.sent.filter(replayed).length).toBeLessThan(3);
  });

  it('is stopped', async () => {
    const process = await start();
    const replay = { replayId: 'r1', scope: scope('events'), until: head };
    sender.answer = () => new Promise(() => undefined);
    const endpoint = process.run(process.endpoint(standing(1), { position: head }, [replay]));
    await until(1);
    endpoint.update(standing(1), []);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sender.sent).toHaveLength(1);
    expect(process.reports).toEqual([]);
  });
});

it('endpoints of one event have messages of their own', async () => {
  const process = await start();
  const [one, two] = [1, 2].map((number) => process.run(process.endpoint(standing(number))));
  await settledUpTo(one!, head);
  await settledUpTo(two!, head);
  const all = [...sender.to(urlOf(1)), ...sender.to(urlOf(2))];
  expect(new Set(all).size).toBe(12);
  expect(webhookId(1)).not.toBe(webhookId(2));
  expect(await world.streamsWith('WebhookAttempted')).not.toContain(mailStream(1));
});
