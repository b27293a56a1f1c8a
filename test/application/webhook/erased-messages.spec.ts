import {
  getWebhookMessage,
  listWebhookAttempts,
  type ReadMessagesPorts,
} from '../../../src/application/webhook/read-messages.js';
import { webhook } from '../../../src/domain/webhook/webhook.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import {
  webhookAttemptsProjection,
  webhookMessagesProjection,
} from '../../../src/projections/webhooks/webhook-log.projections.js';
import type { EncodedLog } from '../../support/encoded-log.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { readModel } from '../../support/read-model.js';
import { idAt, teamId } from '../../support/recorded-events.js';
import { waitFor } from '../../support/wait-for.js';
import { attemptsIn, FakeSender, ok, existingWebhook, WebhookProcess, worldWithMails } from '../../support/webhooks.js';
import type { World } from '../../support/world.js';

describe('what an endpoint was sent about a mail', () => {
  let world: World;
  let log: EncodedLog;
  let sender: FakeSender;
  let ports: ReadMessagesPorts;
  beforeEach(async () => {
    ({ world, log } = await worldWithMails(1));
    sender = new FakeSender();
    sender.answer = ({ body }) => ({ ...ok, body }) as typeof ok;
    const state = existingWebhook(1);
    const stream = streamName('webhook', state.webhook.webhookId);
    await log.createKey(idAt(800), stream);
    const [registered] = webhook.decide(
      { type: 'RegisterWebhook', webhook: state.webhook },
      webhook.initial,
    ) as never[];
    await log.append(stream, registered!);
    const process = new WebhookProcess(world, sender, new MemoryReadStore());
    await process.follow();
    process.run(process.endpoint(state));
    await waitFor(
      () => attemptsIn(world),
      (attempts) => attempts.length === 2,
    );
    await process.crash();
    const readStore = new MemoryReadStore();
    for (const projection of [webhookMessagesProjection, webhookAttemptsProjection]) {
      await readModel(world, projection, readStore);
    }
    const ownWrites = { note: () => undefined, settled: async () => undefined };
    ports = { ...world.process(), ...process.ports, readStore, ownWrites };
  });

  const shown = async (): Promise<string> => {
    const texts = await Promise.all(
      sender.sent.map(async ({ messageId }) => {
        const asked = { teamId, webhookId: existingWebhook(1).webhook.webhookId, messageId };
        const message = await getWebhookMessage(ports, asked);
        const attempts = await listWebhookAttempts(ports, { ...asked, page: { limit: 10 } });
        expect(message?.document.id).toBe(messageId);
        return JSON.stringify([message?.data, attempts]);
      }),
    );
    return texts.join('\n');
  };

  it('shows the person, and what the endpoint answered, until the person is erased', async () => {
    expect(await shown()).toContain('"answer":"{\\"type\\":\\"email.sent\\"');
    await log.erase(1);
    const text = await shown();
    expect(text).toContain('"to":["[erased]"]');
    expect(text.match(/"answer":"\[erased\]"/g)).toHaveLength(2);
    expect(text).not.toMatch(/posthorn\.test|A secret subject/);
  });

  it('shows neither once the mail is removed with its age', async () => {
    await log.remove(1);
    const text = await shown();
    expect(text).toContain('[null,');
    expect(text).not.toMatch(/posthorn\.test|A secret subject/);
  });
});
