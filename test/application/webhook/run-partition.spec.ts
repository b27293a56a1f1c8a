import { handle } from '../../../src/application/shared/handle.js';
import { EndpointChanges } from '../../../src/application/webhook/endpoint-changes.js';
import type { PartitionPorts } from '../../../src/application/webhook/run-partition.js';
import { runPartition } from '../../../src/application/webhook/run-partition.js';
import { kidOf, plain } from '../../../src/domain/shared/personal.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import type { WebhookCommand } from '../../../src/domain/webhook/webhook.js';
import { webhook } from '../../../src/domain/webhook/webhook.js';
import { shapeOf } from '../../../src/infrastructure/projection-runner/fold-page.js';
import {
  webhookMessagesProjection,
  webhookProgressProjection,
} from '../../../src/projections/webhooks/webhook-log.projections.js';
import { webhooksProjection } from '../../../src/projections/webhooks/webhooks.projection.js';
import type { WebhookAttempt } from '../../../src/domain/webhook/log-events.js';
import { type EncodedLog, mailStream } from '../../support/encoded-log.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { readModel } from '../../support/read-model.js';
import { idAt, teamId } from '../../support/recorded-events.js';
import { waitFor } from '../../support/wait-for.js';
import {
  answering,
  attemptsIn,
  FakeSender,
  ok,
  existingWebhook,
  urlOf,
  webhookId,
  WebhookProcess,
  worldWithMails,
} from '../../support/webhooks.js';
import type { World } from '../../support/world.js';

/** The last digit of its id. */
const partition = '1';
const id = existingWebhook(1).webhook.webhookId;
const stream = streamName('webhook', id);
const context = { teamId, actor: { kind: 'api-key', id: 'k' }, correlationId: idAt(1) } as const;

let world: World;
let log: EncodedLog;
let sender: FakeSender;
let readStore: MemoryReadStore;
let folding: Promise<unknown>;
const started: { readonly process: WebhookProcess; readonly done: Promise<void> }[] = [];

beforeEach(async () => {
  ({ world, log } = await worldWithMails(1));
  sender = new FakeSender();
  readStore = new MemoryReadStore();
  folding = Promise.resolve();
  const key = Buffer.alloc(32, 5);
  await world.keys.createRow({ row: idAt(800), anchor: stream, createdAt: '2026-03-02T10:00:00.000Z', keys: [key] });
});
afterEach(stopAll);

async function stopAll(): Promise<void> {
  for (const { process, done } of started.splice(0)) {
    process.stopping.abort();
    await done;
    await process.log.stop();
  }
}

/** One after the other, as the runner does. */
function fold(): Promise<unknown> {
  folding = folding.then(async () => {
    for (const projection of [webhooksProjection, webhookMessagesProjection, webhookProgressProjection]) {
      await readModel(world, projection, readStore);
    }
  });
  return folding;
}

async function run(overrides: Partial<PartitionPorts> = {}): Promise<WebhookProcess> {
  const process = new WebhookProcess(world, sender, readStore);
  const changes = new EndpointChanges(world.store);
  const onFailure = (error: unknown): void => void process.reports.push(String(error));
  void changes.follow(await world.store.head(), process.stopping.signal, onFailure);
  const ports: PartitionPorts = {
    ...world.process(),
    ...process.ports,
    log: process.log,
    changes,
    whenProcessed: async () => {
      await fold();
      return true;
    },
    webhooks: shapeOf(webhooksProjection),
    progress: shapeOf(webhookProgressProjection),
    ...overrides,
  };
  await process.follow();
  started.push({ process, done: runPartition(ports, partition, process.stopping.signal, onFailure) });
  return process;
}

async function ask(command: WebhookCommand, of = stream): Promise<void> {
  const ports = world.process();
  const keyRing = await world.keys.getMany([kidOf(idAt(800), 0)]);
  const loaded =
    command.type === 'RegisterWebhook'
      ? { stream: of, state: webhook.initial, expected: 'no-stream' as const, predecessor: null, events: [], keyRing }
      : undefined;
  const options = { personal: true, ...(loaded === undefined ? {} : { loaded }) };
  const handled = await handle(ports, webhook, of, command, { context, region: null }, options);
  expect(handled).not.toHaveProperty('refused');
}

const register = (number = 1) => {
  const { webhook } = existingWebhook(number);
  return ask({ type: 'RegisterWebhook', webhook }, streamName('webhook', webhook.webhookId));
};
const change = (status: 'enabled' | 'disabled') => ask({ type: 'ChangeWebhook', teamId, changes: {}, status });
const sent = () => sender.to(urlOf(1));
const until = (count: number, number = 1) =>
  waitFor(
    async () => sender.to(urlOf(number)).length,
    (length) => length >= count,
  );
const recorded = (count: number) =>
  waitFor(
    () => attemptsIn(world),
    (attempts) => attempts.length >= count,
  );

describe('a partition of endpoints', () => {
  it('sends to an endpoint what happens behind its registration', async () => {
    await run();
    await register();
    await log.acceptMail(2);
    await until(1);
    expect(JSON.parse(sender.sent[0]?.body ?? '')).toMatchObject({ type: 'email.sent', data: { email_id: idAt(2) } });
  });

  it('goes on behind where the process before it had come, and leaves nothing out', async () => {
    await register();
    await run();
    await log.acceptMail(2);
    await recorded(1);
    await stopAll();
    await log.acceptMail(3);
    await run();
    await recorded(2);
    expect(new Set(sent()).size).toBe(2);
    expect(sent()).toHaveLength(2);
    expect(await world.streamsWith('WebhookProgressed')).not.toEqual([]);
  });

  it('says now and then where it stands, also where nothing happens: hours of the log are removed', async () => {
    await register();
    await run();
    await log.acceptMail(2);
    const reports = (count: number) =>
      waitFor(
        async () => (await world.streamsWith('WebhookProgressed')).length,
        (length) => length >= count,
      );
    await reports(1);
    world.clock.advance(12 * 3_600_000);
    await reports(2);
  });

  it('says where it stands soon after its start and soon again: it may be killed within seconds', async () => {
    await register();
    await run();
    const reports = (count: number) =>
      waitFor(
        async () => (await world.streamsWith('WebhookProgressed')).length,
        (length) => length >= count,
        { limitMs: 4_500 },
      );
    await log.acceptMail(2);
    await reports(1);
    await log.acceptMail(3);
    await reports(2);
  });

  it('tries again what is due', async () => {
    await register();
    await run();
    sender.answer = () => answering(500);
    await log.acceptMail(2);
    await recorded(1);
    sender.answer = () => ok;
    world.clock.advance(10_000);
    await fold();
    await recorded(2);
    expect(new Set(sent()).size).toBe(1);
    expect((await attemptsIn(world)).map(({ number, outcome }) => [number, outcome])).toEqual([
      [1, 'retrying'],
      [2, 'delivered'],
    ]);
  });

  it('tries again what is due to one endpoint, however much waits for another that stalls', async () => {
    const [stalled, well] = [existingWebhook(1).webhook, existingWebhook(11).webhook];
    for (const each of [stalled, well]) {
      await ask({ type: 'RegisterWebhook', webhook: each }, streamName('webhook', each.webhookId));
    }
    const [event] = await world.store.readStream(mailStream(1));
    const hour = streamName('webhooklog', `${idAt(60)}-2026-03-02T09`);
    const answersKid = await log.createKey(idAt(61), hour);
    const attempts = Array.from({ length: 2_101 }, (_, number): WebhookAttempt => {
      const { webhookId } = number === 2_100 ? well : stalled;
      return {
        id: `atmpt_${number}`,
        messageId: `msg_${number}`,
        webhookId,
        eventId: event!.id,
        position: event!.position,
        source: { stream: event!.stream, revision: 0 },
        part: 0,
        type: 'email.sent',
        emailId: idAt(1),
        createdAt: '2026-03-02T09:00:00.000Z',
        at: '2026-03-02T09:00:00.000Z',
        durationMs: 1,
        number: 1,
        status: 500,
        failure: 'status',
        outcome: 'retrying',
        nextAttemptAt: `2026-03-02T09:00:0${number === 2_100 ? 6 : 5}.000Z`,
        replayId: null,
      };
    });
    for (let from = 0; from < attempts.length; from += 500) {
      const some = attempts.slice(from, from + 500);
      const answers = plain(
        answersKid,
        some.map(() => ''),
      );
      await log.append(hour, { type: 'WebhookAttempted', data: { attempts: some, answers } });
    }
    sender.answer = ({ url }) => (url === urlOf(1) ? new Promise(() => undefined) : ok);
    await run();
    await waitFor(
      async () => sender.to(urlOf(11)).length,
      (length) => length === 1,
    );
    expect(sender.to(urlOf(1)).length).toBeLessThanOrEqual(8);
  });

  it('stops with the endpoint: nothing is sent, nothing is tried again, until it is enabled', async () => {
    await register();
    await run();
    sender.answer = () => answering(500);
    await log.acceptMail(2);
    await recorded(1);
    await change('disabled');
    await log.acceptMail(3);
    world.clock.advance(10_000);
    await fold();
    await waitFor(
      () => world.streamsWith('WebhookMessagesDropped'),
      (streams) => streams.length > 0,
    );
    sender.answer = () => ok;
    await change('enabled');
    await log.acceptMail(4);
    await recorded(2);
    expect(sender.sent.map(({ body }) => (JSON.parse(body) as { data: { email_id: string } }).data.email_id)).toEqual([
      idAt(2),
      idAt(4),
    ]);
  });

  it('disables an endpoint that is gone, and says what it gave up', async () => {
    await register();
    await run();
    sender.answer = () => answering(410);
    await log.acceptMail(2);
    await waitFor(
      () => world.types(stream),
      (types) => types.includes('WebhookDisabled') && types.includes('WebhookMessagesExhausted'),
    );
  });

  it('knows after any restart since when an endpoint fails, and says once that it has for a day', async () => {
    await register();
    sender.answer = () => answering(500);
    world.clock.advance(1_000);
    const since = new Date(world.clock.now()).toISOString();
    await run();
    await log.acceptMail(2);
    await recorded(1);
    await stopAll();
    for (const number of [3, 4]) {
      world.clock.advance(24 * 3_600_000);
      await run();
      const attempts = (await attemptsIn(world)).length;
      await log.acceptMail(number);
      await recorded(attempts + 1);
      await waitFor(
        () => world.types(stream),
        (types) => types.includes('WebhookKeptFailing'),
      );
      await stopAll();
    }
    const said = (await world.events(stream)).filter(({ event }) => event.type === 'WebhookKeptFailing');
    expect(said.map(({ event }) => event.data)).toEqual([{ since }]);
  });

  it('sends a replay that is requested while it runs, and says when it is through', async () => {
    await register();
    await run();
    const scope = { kind: 'events', since: null, after: null, types: ['email.delivered'] } as const;
    await ask({ type: 'RequestReplay', teamId, replay: { replayId: 'r1', scope } });
    await waitFor(
      () => world.types(stream),
      (types) => types.includes('WebhookReplayCompleted'),
    );
    expect(sender.sent.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(['email.delivered']);
  });

  /** Another endpoint of the same partition. */
  const second = 11;
  /** A log that does not give the stream of the second endpoint while it is away. */
  function withoutSecond(): { store: PartitionPorts['store']; isAway: boolean } {
    const away = { store: Object.create(world.store) as PartitionPorts['store'], isAway: true };
    away.store.readStream = async (name, options) => {
      if (away.isAway && name === streamName('webhook', webhookId(second))) throw new Error('the log is away');
      return world.store.readStream(name, options);
    };
    return away;
  }

  it('begins with an endpoint later where it could not be read when it was registered', async () => {
    const away = withoutSecond();
    await register();
    const process = await run({ store: away.store });
    await log.acceptMail(2);
    await until(1);
    await register(second);
    await log.acceptMail(3);
    await waitFor(
      () => process.reports.length,
      (length) => length > 0,
    );
    away.isAway = false;
    await until(1, second);
  });

  it('never reports to be further than an endpoint that it could not read: the next process sends it everything', async () => {
    await register();
    await run({ store: withoutSecond().store });
    await log.acceptMail(2);
    await recorded(1);
    await register(second);
    await log.acceptMail(3);
    await recorded(2);
    await stopAll();
    await run();
    await until(1, second);
  });

  it('goes on with a replay where the process before it had come', async () => {
    for (const number of [2, 3, 4]) await log.acceptMail(number);
    await register();
    await run();
    sender.answer = () => (sender.sent.length < 3 ? ok : new Promise(() => undefined));
    const scope = { kind: 'events', since: null, after: null, types: null } as const;
    await ask({ type: 'RequestReplay', teamId, replay: { replayId: 'r1', scope } });
    await until(3);
    await recorded(2);
    await stopAll();
    sender.answer = () => ok;
    await run();
    await waitFor(
      () => world.types(stream),
      (types) => types.includes('WebhookReplayCompleted'),
    );
    // Five messages, and the one that was under way again.
    expect(sent()).toHaveLength(6);
    expect(new Set(sent()).size).toBe(5);
    const [completed] = (await world.store.readStream(stream)).filter(({ type }) => type === 'WebhookReplayCompleted');
    expect(JSON.parse(completed?.data ?? '')).toMatchObject({ replayId: 'r1', sent: 5, failed: 0 });
  });

  it('sends with what is changed from then on', async () => {
    await register();
    await run();
    await log.acceptMail(2);
    await until(1);
    let next = 10;
    const target = plain(kidOf(idAt(800), 0), { url: 'https://other.example.com/', headers: [], tags: [] });
    await ask({ type: 'ChangeWebhook', teamId, changes: { target } });
    await waitFor(
      async () => {
        await log.acceptMail((next += 1));
        return sender.to('https://other.example.com/').length;
      },
      (length) => length > 0,
    );
  });
});
