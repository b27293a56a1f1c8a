import type { WebhookEvent, WebhookSecretRotated } from '../../domain/webhook/events.js';
import { previousSecretForMs } from '../../domain/webhook/webhook.js';
import type { Kid } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import type { KeyStore } from '../ports/vault.js';
import type { LogPorts } from '../shared/handle.js';
import { destroyKeysOf } from '../shared/personal-values.js';
import { Backlog } from '../shared/backlog.js';
import { type DeclaredProcessManager, eachInTurn, type ProcessManager } from '../shared/run-process-manager.js';

type KeyFinisherPorts = LogPorts & { readonly keys: Pick<KeyStore, 'getMany' | 'destroy'> };

/** Its name, what it follows, and what it is made from. */
export const webhookKeyFinisher = {
  name: 'webhook-key-finisher',
  filter: { categories: ['webhook'], types: ['WebhookDeleted', 'WebhookSecretRotated'] },
  // The former secret signs beside the new one for so long.
  afterMs: () => previousSecretForMs,
  make: ({ services }: { readonly services: { readonly ports: KeyFinisherPorts } }) =>
    createWebhookKeyFinisher(services.ports),
} satisfies DeclaredProcessManager;

interface Task {
  readonly stream: StreamName;
  /** The event after which the secret before it is of no more use; null: the endpoint is deleted. */
  readonly rotation: string | null;
  readonly dueAtMs: number;
}

/**
 * Destroys the keys of an endpoint that was deleted: its address and its secrets can be read no more. And that of a
 * secret that was replaced, once it signs no more.
 */
export function createWebhookKeyFinisher(ports: KeyFinisherPorts): ProcessManager {
  const backlog = new Backlog<Task>();

  async function destroy({ stream, rotation }: Task): Promise<void> {
    if (rotation === null) return destroyKeysOf(ports, stream);
    const stored = await ports.store.readStream(stream);
    // A stream of this category holds nothing else.
    const kids = keyOfFormer(ports.codec.decode<WebhookEvent>(stored), rotation);
    if (kids.length > 0) await ports.keys.destroy(kids, new Date(ports.clock.now()).toISOString());
  }

  return {
    ...webhookKeyFinisher,
    backlog,
    note(stored) {
      const { id, stream, type } = stored;
      if (type === 'WebhookDeleted') backlog.add(id, { stream, rotation: null, dueAtMs: 0 });
      const [recorded] = type === 'WebhookSecretRotated' ? ports.codec.decode([stored]) : [];
      if (recorded === undefined) return;
      // The codec's registry knows exactly the data of the type.
      const { previousUntil } = recorded.event.data as WebhookSecretRotated['data'];
      backlog.add(id, { stream, rotation: id, dueAtMs: Date.parse(previousUntil) });
    },
    async act() {
      const nowMs = ports.clock.now();
      const due = backlog.entries().filter(([, { dueAtMs }]) => dueAtMs <= nowMs);
      await eachInTurn(due, async ([id, task]) => {
        await destroy(task);
        backlog.finish(id);
      });
    },
  };
}

/** None where it is also the key of the address, as in older endpoints. */
function keyOfFormer(events: readonly Recorded<WebhookEvent>[], rotation: string): readonly Kid[] {
  const before = events.slice(
    0,
    events.findIndex(({ id }) => id === rotation),
  );
  const kids = before.flatMap(({ event }) => ('secret' in event.data ? [event.data.secret.kid] : []));
  const targets = events.flatMap(({ event }) => ('target' in event.data ? [event.data.target.kid] : []));
  return kids.slice(-1).filter((kid) => !targets.includes(kid));
}
