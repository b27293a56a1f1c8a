import {
  createWebhook,
  CreateWebhookCommand,
  deleteWebhook,
  DeleteWebhookCommand,
  type ManageWebhooksPorts,
  webhookStream,
} from '../../../src/application/webhook/manage-webhooks.js';
import { getWebhook, GetWebhookQuery } from '../../../src/application/webhook/read-webhooks.js';
import { createWebhookKeyFinisher } from '../../../src/application/webhook/webhook-key-finisher.js';
import { idAt, teamId } from '../../support/recorded-events.js';
import { World } from '../../support/world.js';

const context = { teamId, actor: { kind: 'api-key', id: 'k' }, correlationId: idAt(1) } as const;
const stranger = { ...context, teamId: idAt(900) };

let world: World;
let ports: ManageWebhooksPorts;
let id: string;

beforeEach(async () => {
  world = await World.create();
  ports = {
    ...world.process(),
    keys: world.keys,
    ownWrites: { note: () => undefined, settled: async () => undefined },
    newWebhookSecret: () => 'whsec_AAAA',
    endpointProblem: () => undefined,
    readStore: { count: async () => 0 },
    webhooksPerTeam: 50,
  };
  const created = await createWebhook(ports, new CreateWebhookCommand(context, 'https://app.example.com/', null));
  if ('refused' in created) throw new Error(created.refused);
  id = created.id;
});

async function keyStates(): Promise<readonly string[]> {
  const kids = world.codec.kids(await world.store.readStream(webhookStream(id)));
  return [...(await world.keys.getMany(kids)).values()].map(({ state }) => state);
}

async function finish(): Promise<void> {
  const finisher = createWebhookKeyFinisher({ ...world.process(), keys: world.keys });
  const { events } = await world.store.readAll({ limit: 1_000, filter: finisher.filter });
  for (const event of events) finisher.note(event);
  await finisher.act();
  expect(finisher.backlog.isEmpty).toBe(true);
}

it('destroys the key of an endpoint that is deleted, and no other', async () => {
  await finish();
  expect(await keyStates()).toEqual(['present']);
  expect(await getWebhook(ports, new GetWebhookQuery(teamId, id))).toMatchObject({ secret: 'whsec_AAAA' });
  await deleteWebhook(ports, new DeleteWebhookCommand(context, id));
  await finish();
  expect(await keyStates()).toEqual(['destroyed']);
  // Done again after a crash, it changes nothing.
  await finish();
  expect(await getWebhook(ports, new GetWebhookQuery(teamId, id))).toBeUndefined();
});

it('another team deletes nothing', async () => {
  expect(await deleteWebhook(ports, new DeleteWebhookCommand(stranger, id))).toEqual({ refused: 'not-found' });
  await finish();
  expect(await keyStates()).toEqual(['present']);
});
