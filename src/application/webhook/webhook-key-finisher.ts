import type { WebhookRegistered } from '../../domain/webhook/events.js';
import { webhook, type WebhookState } from '../../domain/webhook/webhook.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import type { KeyStore } from '../ports/vault.js';
import { load, type LogPorts } from '../shared/handle.js';
import { Backlog } from '../shared/process-manager/backlog.js';
import { eachInTurn, type ProcessManager } from '../shared/process-manager/run-process-manager.js';

/** Its name, and what it follows. */
export const webhookKeyFinisher = {
  name: 'webhook-key-finisher',
  filter: { categories: ['webhook'], types: ['WebhookDeleted'] },
} satisfies Pick<ProcessManager, 'name' | 'filter'>;

/** Destroys the key of an endpoint that was deleted: its address and its secrets can be read no more. */
export function createWebhookKeyFinisher(
  ports: LogPorts & { readonly keys: Pick<KeyStore, 'getMany' | 'destroy'> },
): ProcessManager {
  const backlog = new Backlog<StreamName>();

  async function destroyKey(stream: StreamName): Promise<void> {
    const { events } = await load<WebhookState, never>(ports, webhook, stream);
    const first = events[0]?.event;
    if (first?.type !== 'WebhookRegistered') return;
    // The codec's registry knows exactly the data of the type.
    const { kid } = (first.data as WebhookRegistered['data']).target;
    await ports.keys.destroy([kid], new Date(ports.clock.now()).toISOString());
  }

  return {
    ...webhookKeyFinisher,
    backlog,
    note({ id, stream }) {
      backlog.add(id, stream);
    },
    async act() {
      await eachInTurn(backlog.entries(), async ([id, stream]) => {
        await destroyKey(stream);
        backlog.finish(id);
      });
    },
  };
}
