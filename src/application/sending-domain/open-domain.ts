import type { Reserved } from '../../domain/sending-domain/events.js';
import { sendingDomain, type ActiveDomain } from '../../domain/sending-domain/sending-domain.js';
import { EventLogUnavailable } from '../ports/event-store.js';
import { handle, type Provenance } from '../shared/handle.js';
import type { KeyMakingPorts } from './dkim/dkim-ports.js';
import { ensureDkimKeys } from './dkim/ensure-keys.js';

/**
 * Opens the domain that a name was reserved, or claimed, for, and gives it its keys; whatever is there already stays.
 * Undefined: it was deleted since. Throws where the log or the vault cannot be written; then it is to be called again.
 */
export async function openDomain(
  making: KeyMakingPorts,
  { owner, opens }: Pick<Reserved['data'], 'owner' | 'opens'>,
  provenance: Provenance,
): Promise<ActiveDomain | undefined> {
  const handled = await handle(making.ports, sendingDomain, owner, { type: 'CreateDomain', domain: opens }, provenance);
  if ('refused' in handled) throw notReady(opens.name);
  const { state } = handled.loaded;
  return state.status === 'active' ? ensureDkimKeys(making, state, provenance) : undefined;
}

/** What was reserved stands; the rest is done when it is tried again. */
export function notReady(name: string): EventLogUnavailable {
  return new EventLogUnavailable(`the domain ${name} is not ready: the event log cannot be written`);
}
