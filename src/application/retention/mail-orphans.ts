import { email } from '../../domain/email/email.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import type { VaultEntryPlace } from '../ports/vault-sweep.js';
import { handle } from '../shared/handle.js';
import { type OrphanPorts, SweepHeld, sweepProvenance } from '../shared/orphans.js';

/** All or nothing: a mail that was opened owns every entry of its stream. */
export async function mailOrphans(
  ports: OrphanPorts,
  stream: StreamName,
  entries: readonly VaultEntryPlace[],
): Promise<readonly VaultEntryPlace[]> {
  return (await belongsToMail(ports, stream)) ? [] : entries;
}

async function belongsToMail(ports: OrphanPorts, stream: StreamName): Promise<boolean> {
  const [opened] = await ports.store.readStream(stream, { limit: 1 });
  if (opened !== undefined) return opened.type !== 'AcceptAbandoned';
  // A retired mail refuses every append: no writer can come back for its entries.
  if ((await ports.store.removalOf(stream)) !== undefined) return false;
  const command = { type: 'AbandonAccept', reason: 'orphan-sweep' } as const;
  const abandoned = await handle(ports, email, stream, command, sweepProvenance(ports));
  if (!('refused' in abandoned)) return false;
  if (abandoned.refused === 'already-accepted') return true;
  throw new SweepHeld(`${stream} could not be abandoned: ${abandoned.refused}`);
}
