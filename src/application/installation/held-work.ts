import type { HeldWorkReleased } from '../../domain/installation/events.js';
import { type HeldWork, heldWorkIn } from '../../domain/installation/held-work.js';
import { installation } from '../../domain/installation/installation.js';
import { installationStream } from '../../domain/shared/stream-name.js';
import { factPatience, handle, load, type LogPorts, type Provenance } from '../shared/handle.js';

/** What the log says now. */
export async function heldWorkOf(ports: LogPorts): Promise<HeldWork> {
  const { events } = await load(ports, installation, installationStream);
  return heldWorkIn(events);
}

/** Somebody has decided that it goes on. */
export async function releaseHeldWork(
  ports: LogPorts,
  released: HeldWorkReleased['data'],
  provenance: Provenance,
): Promise<void> {
  const command = { type: 'ReleaseHeldWork', released } as const;
  await handle(ports, installation, installationStream, command, provenance, { patience: factPatience });
}
