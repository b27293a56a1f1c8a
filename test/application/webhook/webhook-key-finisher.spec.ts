import {
  createWebhook,
  deleteWebhook,
  type ManageWebhooksPorts,
  rotateWebhookSecret,
  loadWebhook,
  webhookStream,
} from '../../../src/application/webhook/manage-webhooks.js';
import { getWebhook } from '../../../src/application/webhook/read-webhooks.js';
import { createWebhookKeyFinisher } from '../../../src/application/webhook/webhook-key-finisher.js';
import { plain, reveal } from '../../../src/domain/shared/personal.js';
import type { WebhookRegistered } from '../../../src/domain/webhook/events.js';
import { EncodedLog } from '../../support/encoded-log.js';
import { idAt, teamId } from '../../support/recorded-events.js';
import { ownWrites, useWorld, world } from '../../support/world.js';

const context = { teamId, actor: { kind: 'api-key', id: 'k' }, correlationId: idAt(1) } as const;
const stranger = { ...context, teamId: idAt(900) };

useWorld();
let ports: ManageWebhooksPorts;
let id: string;
beforeEach(async () => {
  let made = 0;
  ports = {
    ...world.process(),
    keys: world.keys,
    ownWrites,
    newWebhookSecret: () => `whsec_AAA${(made += 1)}`,
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
});

/** States of the keys: of the first secret, of the endpoint's address, of each later secret. */
async function keyStates(): Promise<readonly string[]> {
  const kids = world.codec.kids(await world.store.readStream(webhookStream(id)));
  return [...(await world.keys.getMany(kids)).values()].map(({ state }) => state);
}

/** All that is due now. */
async function finish(isAll = true): Promise<void> {
  const finisher = createWebhookKeyFinisher({ ...world.process(), keys: world.keys });
  const { events } = await world.store.readAll({ limit: 1_000, filter: finisher.filter });
  for (const event of events) finisher.note(event);
  await finisher.act();
  expect(finisher.backlog.isEmpty).toBe(isAll);
}

it('destroys the key of an endpoint that is deleted, and no other', async () => {
  await finish();
  expect(await keyStates()).toEqual(['present', 'present']);
  expect(await getWebhook(ports, { teamId, webhookId: id })).toMatchObject({ secret: 'whsec_AAA1' });
  await deleteWebhook(ports, { context, webhookId: id });
  await finish();
  expect(await keyStates()).toEqual(['destroyed', 'destroyed']);
  // Done again after a crash, it changes nothing.
  await finish();
  expect(await getWebhook(ports, { teamId, webhookId: id })).toBeUndefined();
});

it('another team deletes nothing', async () => {
  expect(await deleteWebhook(ports, { context: stranger, webhookId: id })).toEqual({ refused: 'not-found' });
  await finish();
  expect(await keyStates()).toEqual(['present', 'present']);
});

describe('a secret that was replaced', () => {
  const rotate = () => rotateWebhookSecret(ports, { context, webhookId: id });
  const signing = async () => {
    const state = await loadWebhook(ports, teamId, id);
    return [state?.webhook.secret, state?.previousSecret?.secret].map((secret) => secret && reveal(secret));
  };
  const hourMs = 3_600_000;

  it('signs for 24 hours, and then its key is destroyed', async () => {
    await rotate();
    expect(await signing()).toEqual(['whsec_AAA2', 'whsec_AAA1']);
    world.clock.advance(24 * hourMs - 1);
    await finish(false);
    expect(await keyStates()).toEqual(['present', 'present', 'present']);
    expect(await signing()).toEqual(['whsec_AAA2', 'whsec_AAA1']);
    world.clock.advance(1);
    await finish();
    expect(await keyStates()).toEqual(['destroyed', 'present', 'present']);
    expect(await signing()).toEqual(['whsec_AAA2', undefined]);
    expect(await getWebhook(ports, { teamId, webhookId: id })).toMatchObject({ secret: 'whsec_AAA2' });
  });

  it('goes at its own time where others were made meanwhile, and all go with the endpoint', async () => {
    await rotate();
    world.clock.advance(12 * hourMs);
    await rotate();
    world.clock.advance(12 * hourMs);
    await finish(false);
    expect(await keyStates()).toEqual(['destroyed', 'present', 'present', 'present']);
    await deleteWebhook(ports, { context, webhookId: id });
    await finish(false);
    expect(await keyStates()).toEqual(Array(4).fill('destroyed'));
    world.clock.advance(12 * hourMs);
    await finish();
  });

  it('stays readable where it has the key of the address', async () => {
    const stream = webhookStream(id);
    const opening = await world.events(stream);
    expect(opening).toHaveLength(1);
    const other = idAt(77);
    const { data } = opening[0]!.event as WebhookRegistered;
    const log = new EncodedLog(world.store, world.keys);
    const kid = await log.createKey(idAt(78), webhookStream(other));
    const target = plain(kid, reveal(data.target)!);
    const secret = plain(kid, 'whsec_AAA0');
    await log.append(webhookStream(other), {
      type: 'WebhookRegistered',
      data: { ...data, webhookId: other, target, secret },
    });
    id = other;
    await rotate();
    world.clock.advance(24 * hourMs);
    await finish();
    expect(await keyStates()).toEqual(['present', 'present']);
    expect(await getWebhook(ports, { teamId, webhookId: id })).toMatchObject({
      document: { url: 'https://app.example.com/' },
    });
  });
});
