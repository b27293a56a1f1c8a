import { installation, type RestoreState } from '../../domain/installation/installation.js';
import { installationStream } from '../../domain/shared/stream-name.js';
import { factPatience, handle, load, type LogPorts, type Provenance } from '../shared/handle.js';
import { waitForEvent } from './wait-for-event.js';

/** The last restore of this log; null where there never was one. While `held` is true nothing may be sent. */
export async function lastRestore(ports: LogPorts): Promise<RestoreState | null> {
  const { state } = await load(ports, installation, installationStream);
  return state.status === 'created' ? state.restore : null;
}

/**
 * When this log was last put in place of another one, by a restore or a migration, ISO 8601; null: never. Older
 * claims may be at work elsewhere.
 */
export async function lastCopy(ports: LogPorts): Promise<string | null> {
  const { state } = await load(ports, installation, installationStream);
  if (state.status !== 'created') return null;
  const times = [state.restore?.restoredAt ?? '', state.movedInAt ?? ''];
  return times.sort().at(-1) || null;
}

/** @returns false when nothing was held. */
export async function resumeDelivery(ports: LogPorts, provenance: Provenance): Promise<boolean> {
  const command = { type: 'ResumeDelivery' } as const;
  const handled = await handle(ports, installation, installationStream, command, provenance, {
    patience: factPatience,
  });
  return 'events' in handled && handled.events.length > 0;
}

/**
 * Resolves as soon as the log says that delivery goes on, whichever process wrote that; false where `signal` aborts
 * before.
 */
export function untilResumed(
  ports: LogPorts,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<boolean> {
  const isSo = async (): Promise<boolean> => (await lastRestore(ports))?.held !== true;
  return waitForEvent(ports, { type: 'DeliveryResumed', isSo }, signal, onFailure);
}
