import type { InstallationRestored } from '../../domain/installation/events.js';
import { installation } from '../../domain/installation/installation.js';
import { installationStream } from '../../domain/shared/stream-name.js';
import { factPatience, handle, type LogPorts, type Provenance } from '../shared/handle.js';
import { pauseBroadcasts } from './pause-broadcasts.js';

/**
 * Says in the log that it was restored: nothing is sent until that is resumed, and what was under way goes on only
 * where somebody decides it. Says how many broadcasts were paused.
 */
export async function recordRestore(
  ports: LogPorts,
  restored: InstallationRestored['data'],
  provenance: Provenance,
): Promise<number> {
  const command = { type: 'RecordRestore', restored } as const;
  await handle(ports, installation, installationStream, command, provenance, { patience: factPatience });
  return pauseBroadcasts(ports, provenance);
}
