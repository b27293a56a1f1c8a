import { MemoryReadStore } from '../../support/memory-read-store.js';
import { idAt } from '../../support/recorded-events.js';
import { waitFor } from '../../support/wait-for.js';
import { answering, messageDocuments, ok, existingWebhook, urlOf } from '../../support/webhooks.js';
import { useEndpointStage } from './endpoint-stage.js';

const stage = useEndpointStage();

describe('a replay', () => {
  const scope = (kind: 'events' | 'failed' | 'message', messageId = '') =>
    kind === 'events'
      ? ({ kind, since: null, after: null, types: ['email.delivered'] } as const)
      : kind === 'failed'
        ? ({ kind, since: '2018-01-01T00:00:00.000Z' } as const)
        : ({ kind, messageId } as const);

  it('sends a range of events again, in order, under the ids that they had', async () => {
    const process = await stage.start();
    const live = process.run(process.endpoint(existingWebhook(1)));
    await stage.settledUpTo(live, stage.head);
    const before = new Set(stage.sender.to(urlOf(1)));
    stage.sender.sent.length = 0;
    const replay = { replayId: 'r1', scope: scope('events'), until: stage.head };
    process.run(process.endpoint(existingWebhook(1), { position: stage.head }, [replay]));
    await waitFor(
      async () => process.reports,
      (reports) => reports.includes('replayed r1: 3'),
    );
    expect(stage.mails()).toEqual([idAt(1), idAt(2), idAt(3)]);
    expect(stage.types()).toEqual(Array(3).fill('email.delivered'));
    for (const id of stage.sender.to(urlOf(1))) expect(before.has(id)).toBe(true);
  });

  it('says before the first message where it begins, and sends nothing where that ended the process twice', async () => {
    const process = await stage.start();
    process.worn.add('r1');
    const range = { scope: scope('events'), until: stage.head };
    const requested = ['r1', 'r2'].map((replayId) => ({ replayId, ...range }));
    process.run(process.endpoint(existingWebhook(1), { position: stage.head }, requested));
    await waitFor(
      async () => process.reports,
      (reports) => reports.includes('replayed r2: 3'),
    );
    expect(process.tries).toEqual(['begins r1 at start', 'begins r2 at start']);
    expect(process.reports).toEqual(['replayed r2: 3']);
    expect(stage.mails()).toHaveLength(3);
  });

  it('goes on where the process before it had come, and ends before what is live', async () => {
    const process = await stage.start();
    const [first] = (await stage.world.store.readAll({ limit: 1, filter: { types: ['EmailDelivered'] } })).events;
    const later = await stage.log.deliver(1);
    expect(later > stage.head).toBe(true);
    const replays = new Map([['r1', { position: first!.position, sent: 1 }]]);
    const replay = { replayId: 'r1', scope: scope('events'), until: stage.head };
    process.run(process.endpoint(existingWebhook(1), { position: later, replays }, [replay]));
    await waitFor(
      async () => process.reports,
      (reports) => reports.includes('replayed r1: 3'),
    );
    expect(stage.mails()).toEqual([idAt(2), idAt(3)]);
  });

  it('sends what failed, or one message, and is attempted once by one replay', async () => {
    const process = await stage.start();
    stage.sender.answer = () => ({ ...answering(500), wantsNoMore: true }) as typeof ok;
    const live = process.run(process.endpoint(existingWebhook(1, { events: ['email.sent'] })));
    await stage.settledUpTo(live, stage.head);
    const failed = stage.sender.to(urlOf(1));
    const readStore = await messageDocuments(stage.world);
    stage.sender.sent.length = 0;
    const again = await stage.start(readStore);
    const of = (replayId: string, kind: 'failed' | 'message') => ({
      replayId,
      scope: scope(kind, failed[0]),
      until: stage.head,
    });
    const endpoint = again.run(again.endpoint(existingWebhook(1), { position: stage.head }, [of('r1', 'failed')]));
    await waitFor(
      async () => again.reports,
      (reports) => reports.includes('replayed r1: 3'),
    );
    // The end of the first is not in the log yet: it does not begin again.
    endpoint.update(existingWebhook(1), [of('r1', 'failed'), of('r2', 'message')]);
    await endpoint.replay(again.stopping.signal);
    expect(again.reports).toEqual(['replayed r1: 3', 'replayed r2: 1']);
    expect(stage.sender.to(urlOf(1))).toEqual([...failed].sort().concat(failed[0]!));
    stage.sender.sent.length = 0;
    const third = await stage.start(await messageDocuments(stage.world));
    third.run(third.endpoint(existingWebhook(1), { position: stage.head }, [of('r2', 'message')]));
    await waitFor(
      async () => third.reports,
      (reports) => reports.includes('replayed r2: 0'),
    );
    expect(stage.sender.sent).toEqual([]);
  });

  it('sends what happened between two times only', async () => {
    const process = await stage.start();
    const [, second, third] = (await stage.world.store.readAll({ limit: 3, filter: { types: ['EmailAccepted'] } }))
      .events;
    const [since, until] = [second!, third!].map(({ metadata }) => (JSON.parse(metadata) as { time: string }).time);
    const between = { ...scope('events'), types: ['email.sent'], since: since!, until: until! } as const;
    process.run(
      process.endpoint(existingWebhook(1), { position: stage.head }, [
        { replayId: 'r1', scope: between, until: stage.head },
      ]),
    );
    await waitFor(
      async () => process.reports,
      (reports) => reports.length > 0,
    );
    expect(since! < until!).toBe(true);
    expect(stage.mails()).toEqual([idAt(2)]);
  });

  it('waits for the answers and not for the log, and its position for both', async () => {
    let isWritten: (() => void) | undefined;
    const writing = new Promise<void>((resolve) => {
      isWritten = resolve;
    });
    const process = await stage.start(new MemoryReadStore(), { attempted: () => writing.then(() => true) });
    const replay = { replayId: 'r1', scope: scope('events'), until: stage.head };
    const endpoint = process.run(process.endpoint(existingWebhook(1), { position: stage.head }, [replay]));
    await stage.until(3);
    expect(endpoint.replayProgress()).toEqual([]);
    isWritten?.();
    await waitFor(
      async () => process.reports,
      (reports) => reports.includes('replayed r1: 3'),
    );
  });

  it('says about how many messages it will send, also from where it goes on', async () => {
    const process = await stage.start();
    stage.sender.answer = () => (stage.sender.sent.length < 2 ? ok : new Promise(() => undefined));
    const both = { ...scope('events'), types: ['email.sent', 'email.delivered'] };
    const replay = { replayId: 'r1', scope: both, until: stage.head };
    const state = existingWebhook(1);
    const endpoint = process.run(process.endpoint(state, { position: stage.head }, [replay]));
    const total = (of: typeof endpoint) => waitFor(async () => of.replayProgress()[0]?.total, Boolean);
    expect(await total(endpoint)).toBe(6);
    const { position, sent } = endpoint.replayProgress()[0]!;
    const next = await stage.start();
    const replays = new Map([['r1', { position, sent }]]);
    const again = next.run(next.endpoint(state, { position: stage.head, replays }, [replay]));
    stage.sender.answer = () => ok;
    expect(await total(again)).toBe(6);
  });

  it('is as far as it was when its process ends in order', async () => {
    const process = await stage.start();
    const scopeOfAll = { ...scope('events'), types: null };
    const replay = { replayId: 'r1', scope: scopeOfAll, until: stage.head };
    stage.sender.answer = () => (stage.sender.sent.length < 3 ? ok : new Promise(() => undefined));
    const endpoint = process.run(process.endpoint(existingWebhook(1), { position: stage.head }, [replay]));
    await stage.until(3);
    await waitFor(
      async () => endpoint.replayProgress()[0]?.sent,
      (sent) => sent === 2,
    );
    await process.crash();
    const [progress] = endpoint.replayProgress();
    stage.sender.answer = () => ok;
    const next = await stage.start();
    next.run(
      next.endpoint(existingWebhook(1), { position: stage.head, replays: new Map([['r1', progress!]]) }, [replay]),
    );
    await waitFor(
      async () => next.reports,
      (reports) => reports.includes('replayed r1: 6'),
    );
    const ids = stage.sender.to(urlOf(1));
    // The one that was under way is sent again.
    expect(ids).toHaveLength(7);
    expect(new Set(ids).size).toBe(6);
  });

  it('of one message waits for no range', async () => {
    const process = await stage.start();
    const live = process.run(process.endpoint(existingWebhook(1)));
    await stage.settledUpTo(live, stage.head);
    const [id] = stage.sender.to(urlOf(1));
    const again = await stage.start(await messageDocuments(stage.world));
    const range = { replayId: 'r1', scope: scope('events'), until: stage.head, perSecond: 0.001 };
    const one = { replayId: 'r2', scope: scope('message', id), until: stage.head };
    again.run(again.endpoint(existingWebhook(1), { position: stage.head }, [range, one]));
    await waitFor(
      async () => again.reports,
      (reports) => reports.includes('replayed r2: 1'),
    );
  });

  it('takes no turn of what is live, and slows down where the endpoint is down', async () => {
    const process = await stage.start();
    const replay = { replayId: 'r1', scope: scope('events'), until: stage.head, perSecond: 1_000 };
    const replayed = (request: { body: string }) => request.body.includes('"email.delivered"');
    stage.sender.answer = (request) => (replayed(request) ? answering(503) : ok);
    const live = existingWebhook(1, { events: ['email.sent'], ordered: true });
    process.run(process.endpoint(live, { position: stage.head }, [replay]));
    await stage.until(1);
    for (const number of [9, 10, 11]) await stage.log.acceptMail(number);
    await waitFor(
      async () => stage.sender.sent.filter((request) => !replayed(request)).length,
      (count) => count === 3,
    );
    // The next one comes a second after the first, the third two seconds later.
    expect(stage.sender.sent.filter(replayed).length).toBeLessThan(3);
  });

  it('is stopped', async () => {
    const process = await stage.start();
    const replay = { replayId: 'r1', scope: scope('events'), until: stage.head };
    stage.sender.answer = () => new Promise(() => undefined);
    const endpoint = process.run(process.endpoint(existingWebhook(1), { position: stage.head }, [replay]));
    await stage.until(1);
    endpoint.update(existingWebhook(1), []);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(stage.sender.sent).toHaveLength(1);
    expect(process.reports).toEqual([]);
  });
});
