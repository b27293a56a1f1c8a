import { suppression } from '../../domain/suppression/suppression.js';
import { handle, type LogPorts, type Provenance } from '../shared/handle.js';
import type { WrongEntry } from './rejudge-suppressions.js';
import { suppressionStream } from './write-suppression.js';

/**
 * Takes them off their teams' lists, as a person would. An entry that another cause has replaced since stays.
 * @returns the ids of those that are off
 */
export async function removeWrong(
  ports: LogPorts,
  entries: readonly WrongEntry[],
  provenance: Provenance,
): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const { id, teamId, sourceEventId } of entries) {
    const command = { type: 'RemoveSuppression', teamId, followedFrom: sourceEventId } as const;
    const stamped = { ...provenance, context: { ...provenance.context, teamId } };
    const handled = await handle(ports, suppression, suppressionStream(id), command, stamped);
    if (!('refused' in handled)) removed.push(id);
  }
  return removed;
}
