import { SendingDomains } from '../../../src/application/sending-domain/sending-domains.js';
import { handle } from '../../../src/application/shared/handle.js';
import { InFlight } from '../../../src/application/submission/accept-submission.js';
import {
  createWebhook,
  type ManageWebhooksPorts,
  webhookStream,
} from '../../../src/application/webhook/manage-webhooks.js';
import { createWebhookNotifier, type NotifierPorts } from '../../../src/application/webhook/webhook-notifier.js';
import type { EmailAccepted } from '../../../src/domain/email/events.js';
import { reveal } from '../../../src/domain/shared/personal.js';
import { webhook, type WebhookCommand } from '../../../src/domain/webhook/webhook.js';
import { notes } from '../../support/process-managers.js';
import { context, ownWrites, teamId, World } from '../../support/world.js';

let world: World;
let id: string;
const endpoint = 'https://hooks.example.com/secret-path';

beforeEach(async () => {
  world = await World.create();
  await world.addDomain('example.com');
  const ports: ManageWebhooksPorts = {
    ...world.process(),
    keys: world.keys,
    ownWrites,
    newWebhookSecret: () => 'whsec_AAAA',
    endpointProblem: () => undefined,
    readStore: { count: async () => 0 },
    webhooksPerTeam: 50,
  };
  const created = await createWebhook(ports, { context, endpoint, events: null, options: {} });
  if ('refused' in created) throw new Error(created.refused);
  id = created.id;
});

const ask = (command: WebhookCommand) =>
  handle(world.process(), webhook, webhookStream(id), command, { context, region: null }, { personal: true });
const failingSince = () => world.clock.now() + 1_000;

/** A process that reads the log from its beginning: as after a crash. */
async function notify(): Promise<void> {
  const ports = world.process();
  const told: NotifierPorts = {
    ...ports,
    domains: new SendingDomains(ports),
    inFlight: new InFlight(1_000),
    quotas: null,
    onAccepted: () => undefined,
    notices: { from: { name: 'Posthorn', address: 'posthorn@example.com' }, onUnsent: () => undefined },
    noticeRecipients: async () => ['ops@one.test'],
  };
  const notifier = createWebhookNotifier(told);
  await notes(world, notifier);
  await notifier.act();
  expect(notifier.backlog.isEmpty).toBe(true);
}

async function subjects(): Promise<readonly (string | undefined)[]> {
  const streams = await world.streamsWith('EmailAccepted');
  const opened = await Promise.all(streams.map(async (stream) => (await world.events(stream))[0]));
  return opened.map((recorded) => {
    const { content, recipients } = recorded?.event.data as EmailAccepted['data'];
    expect(recorded?.metadata.teamId).toBe(teamId);
    expect(recipients.map(({ mailbox }) => reveal(mailbox)?.address)).toEqual(['ops@one.test']);
    return reveal(content)?.subject;
  });
}

it('writes when an endpoint has failed for a day and when that disables it, once each', async () => {
  await ask({ type: 'NoteKeptFailing', sinceMs: failingSince() });
  await notify();
  await notify();
  expect(await subjects()).toEqual(['Webhook endpoint at hooks.example.com fails']);
  await ask({ type: 'DisableFailingWebhook', why: 'failing', sinceMs: failingSince() });
  await notify();
  expect(await subjects()).toEqual([
    'Webhook endpoint at hooks.example.com fails',
    'Webhook endpoint at hooks.example.com is disabled',
  ]);
});

it('writes when the endpoint says that it is gone, and not when a person disables it', async () => {
  await ask({ type: 'ChangeWebhook', teamId, changes: {}, status: 'disabled' });
  await ask({ type: 'ChangeWebhook', teamId, changes: {}, status: 'enabled' });
  await notify();
  expect(await subjects()).toEqual([]);
  await ask({ type: 'DisableFailingWebhook', why: 'gone', sinceMs: failingSince() });
  await notify();
  expect(await subjects()).toEqual(['Webhook endpoint at hooks.example.com is disabled']);
});

it('says nothing of one that was deleted since', async () => {
  await ask({ type: 'NoteKeptFailing', sinceMs: failingSince() });
  await ask({ type: 'DeleteWebhook', teamId });
  await notify();
  expect(await subjects()).toEqual([]);
});
