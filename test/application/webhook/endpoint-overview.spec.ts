import { type EndpointOverview, overviewOf } from '../../../src/application/webhook/endpoint-overview.js';
import {
  createWebhook,
  type ManageWebhooksPorts,
  rotateWebhookSecret,
} from '../../../src/application/webhook/manage-webhooks.js';
import { WebhookLog } from '../../../src/application/webhook/webhook-log.js';
import { getEndpoint, listEndpoints } from '../../../src/application/webhook/team-endpoints.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import type { WebhookAttempt, WebhookReader } from '../../../src/domain/webhook/log-events.js';
import {
  webhookMessagesProjection,
  webhookProgressProjection,
} from '../../../src/projections/webhooks/webhook-log.projections.js';
import { partitionOf } from '../../../src/projections/webhooks/webhooks.document.js';
import { webhooksProjection } from '../../../src/projections/webhooks/webhooks.projection.js';
import type { EncodedLog } from '../../support/encoded-log.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { readModel } from '../../support/read-model.js';
import { worldWithMails } from '../../support/webhooks.js';
import { context, ownWrites, teamId, type World } from '../../support/world.js';

let world: World;
let mails: EncodedLog;
let id: string;
let log: WebhookLog;

beforeEach(async () => {
  ({ world, log: mails } = await worldWithMails(1));
  const ports: ManageWebhooksPorts = {
    ...world.process(),
    keys: world.keys,
    ownWrites,
    newWebhookSecret: () => 'whsec_AAAA',
    endpointProblem: () => undefined,
    readStore: { count: async () => 0 },
    webhooksPerTeam: 50,
  };
  const created = await createWebhook(ports, {
    context,
    endpoint: 'https://app.example.com/',
    events: null,
    options: {},
  });
  if ('refused' in created) throw new Error(created.refused);
  id = created.id;
  log = new WebhookLog({ ...world.process(), keys: world.keys }, () => undefined);
});
afterEach(() => log.stop());

/** As the page asks for it. */
async function shown(ofTeam = teamId) {
  const readStore = new MemoryReadStore();
  for (const projection of [webhooksProjection, webhookMessagesProjection, webhookProgressProjection]) {
    await readModel(world, projection, readStore);
  }
  const ports = { ...world.process(), readStore, ownWrites };
  return { ports, endpoints: await listEndpoints(ports, { teamId: ofTeam }) };
}

async function overview(): Promise<EndpointOverview | undefined> {
  const readStore = new MemoryReadStore();
  for (const projection of [webhooksProjection, webhookMessagesProjection, webhookProgressProjection]) {
    await readModel(world, projection, readStore);
  }
  for await (const found of overviewOf({ readStore, store: world.store })) return found;
  return undefined;
}

const reported = (
  position: Position,
  readers: readonly WebhookReader[] = [],
  failing: readonly { webhookId: string; since: string }[] = [],
) => log.progressed({ partition: partitionOf(id), position, readers, failing });
const head = async () => (await world.store.head()) as Position;

const attempt = (number: number): WebhookAttempt => ({
  id: `atmpt_${number}`,
  messageId: `msg_${number}`,
  webhookId: id,
  eventId: 'e1',
  position: '00000000000000000001' as Position,
  part: 0,
  type: 'email.sent',
  emailId: null,
  createdAt: `2026-03-02T10:00:0${number}.000Z`,
  at: '2026-03-02T10:00:09.000Z',
  durationMs: 1,
  number: 1,
  status: 500,
  failure: 'status',
  outcome: 'retrying',
  nextAttemptAt: '2026-03-02T10:05:00.000Z',
  replayId: null,
});

it('tells nothing of an endpoint of which nothing was reported', async () => {
  const nothing = { retrying: 0, retryingSince: null, failingSince: null, behindSince: null };
  expect(await overview()).toMatchObject({ id, teamId, status: 'enabled', why: null, ...nothing });
});

it('tells what waits for another attempt, and since when it fails', async () => {
  const since = '2026-03-02T10:00:00.000Z';
  await Promise.all([log.attempted(teamId, attempt(2), ''), log.attempted(teamId, attempt(1), '')]);
  await reported(await head(), [], [{ webhookId: id, since }]);
  const waiting = { retrying: 2, retryingSince: attempt(1).createdAt, failingSince: since, behindSince: null };
  expect(await overview()).toMatchObject(waiting);
});

it('is behind where something that concerns webhooks lies behind its position, or that of its partition', async () => {
  const before = await head();
  world.clock.advance(60_000);
  await mails.acceptMail(8);
  await reported(await head());
  expect(await overview()).toMatchObject({ behindSince: null });
  await reported(await head(), [{ webhookId: id, replayId: null, position: before, sent: 0 }]);
  const behind = (await overview())?.behindSince ?? '';
  expect(Date.parse(behind)).toBeGreaterThan(0);
  await reported(await head());
  await mails.acceptMail(9);
  expect((await overview())?.behindSince).not.toBeNull();
});

it('counts for its team what became of the newest messages, and says how long a former secret signs', async () => {
  const taken = { ...attempt(3), status: 200, failure: null, outcome: 'delivered', nextAttemptAt: null } as const;
  const givenUp = { ...attempt(4), outcome: 'exhausted', nextAttemptAt: null } as const;
  await Promise.all([attempt(1), taken, givenUp].map((each) => log.attempted(teamId, each, '')));
  const { ports, endpoints } = await shown();
  expect(endpoints).toMatchObject([{ id, recent: { messages: 3, taken: 1, failed: 1 }, retrying: 1 }]);
  expect(await getEndpoint(ports, { teamId, webhookId: id })).toMatchObject({ id, formerSecretUntil: null });
  const rotating = { ...ports, newWebhookSecret: () => 'whsec_BBBB', endpointProblem: () => undefined };
  const rotated = await rotateWebhookSecret(
    { ...rotating, keys: world.keys, webhooksPerTeam: 50, readStore: { count: async () => 0 } },
    { context, webhookId: id },
  );
  expect(rotated).toMatchObject({ secret: 'whsec_BBBB' });
  const until = (await getEndpoint(ports, { teamId, webhookId: id }))?.formerSecretUntil ?? '';
  expect(Date.parse(until) - world.clock.now()).toBe(24 * 3_600_000);
  world.clock.advance(24 * 3_600_000);
  expect(await getEndpoint(ports, { teamId, webhookId: id })).toMatchObject({ formerSecretUntil: null });
});

it('shows another team nothing', async () => {
  const other = '0195d6a0-0000-7000-8000-00000000000b';
  const { ports, endpoints } = await shown(other);
  expect(endpoints).toEqual([]);
  expect(await getEndpoint(ports, { teamId: other, webhookId: id })).toBeUndefined();
});
