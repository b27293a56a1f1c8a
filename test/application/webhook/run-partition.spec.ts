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
import type { EncodedLog } from '../../support/encoded-log.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { readModel } from '../../support/read-model.js';
import { idAt, teamId } from '../../support/recorded-events.js';
import { waitFor } from '../../support/wait-for.js';
import {
  answering,
  attemptsIn,
  FakeSender,
  ok,
  standing,
  urlOf,
  WebhookProcess,
  worldWithMails,
} from '../../support/webhooks.js';
import type { World } from '../../support/world.js';

/** The last digit of its id. */
const partition = '1';
const id = standing(1).webhook.webhookId;
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

async function run(): Promise<WebhookProcess> {
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
  };
  await process.follow();
  started.push({ process, done: runPartition(ports, partition, process.stopping.signal, onFailure) });
  return process;
}

async function ask(command: WebhookCommand): Promise<void> {
  const ports = world.process();
  const keyRing = await world.keys.getMany([kidOf(idAt(800), 0)]);
  const loaded =
    command.type === 'RegisterWebhook'
      ? { stream, state: webhook.initial, expected: 'no-stream' as const, predecessor: null, events: [], keyRing }
      : undefined;
  const options = { personal: true, ...(loaded === undefined ? {} : { loaded }) };
  const handled = await handle(ports, webhook, stream, command, { context, region: null }, options);
  expect(handled).not.toHaveProperty('refused');
}

const register = () => ask({ type: 'RegisterWebhook', webhook: standing(1).webhook });
const change = (status: 'enabled' | 'disabled') => ask({ type: 'ChangeWebhook', teamId, changes: {}, status });
const sent = () => sender.to(urlOf(1));
const until = (count: number) =>
  waitFor(
    async () => sent().length,
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
