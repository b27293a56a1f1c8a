import { dataExport, type ExportState } from '../../domain/export/export.js';
import { email } from '../../domain/email/email.js';
import { rowOf } from '../../domain/shared/personal.js';
import { categoryOf, type StreamName } from '../../domain/shared/stream-name.js';
import { submission, type SubmissionState } from '../../domain/submission/submission.js';
import type { VaultEntryPlace } from '../ports/vault-sweep.js';
import { handle, load, type Loaded, type LogPorts, type Provenance, requestPatience } from '../shared/handle.js';
import type { ListedEmailsPorts } from '../submission/seal-submission.js';
import { listedEntries } from './submission-content.js';

export type OrphanPorts = LogPorts & ListedEmailsPorts;

/** Nothing was decided, and nothing was removed: the sweep comes back to these entries. */
export class SweepHeld extends Error {
  readonly code = 'sweep-held';
}

/** Clocks of two processes differ by less. */
const clockSkewMs = 60_000;
const maxConflicts = 5;

/**
 * Those of an anchor's entries that belong to nothing. A writer that has not appended yet has lost when this
 * resolves: the anchor says so, or names other entries. Throws {@link SweepHeld} where that could not be made sure.
 */
export async function orphansOf(
  ports: OrphanPorts,
  anchor: StreamName,
  entries: readonly VaultEntryPlace[],
): Promise<readonly VaultEntryPlace[]> {
  switch (categoryOf(anchor)) {
    case 'email':
      return (await belongsToMail(ports, anchor)) ? [] : entries;
    case 'submission':
      return unlisted(ports, anchor, entries);
    case 'export':
      return unusedBy(ports, anchor, entries);
    default:
      // Other categories remove their own keys.
      return [];
  }
}

async function belongsToMail(ports: OrphanPorts, stream: StreamName): Promise<boolean> {
  const [opened] = await ports.store.readStream(stream, { limit: 1 });
  if (opened !== undefined) return opened.type !== 'AcceptAbandoned';
  // A retired mail refuses every append: no writer can come back for its entries.
  if ((await ports.store.removalOf(stream)) !== undefined) return false;
  const command = { type: 'AbandonAccept', reason: 'orphan-sweep' } as const;
  const abandoned = await handle(ports, email, stream, command, provenanceOf(ports));
  if (!('refused' in abandoned)) return false;
  if (abandoned.refused === 'already-accepted') return true;
  throw new SweepHeld(`${stream} could not be abandoned: ${abandoned.refused}`);
}

/** Files that were cut off, and everything of one that is over. One that runs may be about to name its file. */
async function unusedBy(
  ports: OrphanPorts,
  stream: StreamName,
  entries: readonly VaultEntryPlace[],
): Promise<readonly VaultEntryPlace[]> {
  const { state } = await load<ExportState, never>(ports, dataExport, stream);
  const { status, request, file } = state;
  if (status === 'running') return [];
  const used = status === 'finished' && request !== null ? [rowOf(request.fileKid), file?.blobId] : [];
  return entries.filter(({ id }) => !used.includes(id));
}

async function unlisted(
  ports: OrphanPorts,
  stream: StreamName,
  entries: readonly VaultEntryPlace[],
): Promise<readonly VaultEntryPlace[]> {
  for (let tries = 0; tries <= maxConflicts; tries += 1) {
    const loaded = await load(ports, submission, stream);
    const listed = await listedBy(ports, loaded);
    const orphans = entries.filter(({ id }) => !listed.has(id));
    if (orphans.length === 0 || abandonedSince(loaded, orphans)) return orphans;
    // Once only: after a conflict the stream may list the entries.
    const patience = { ...requestPatience, conflicts: 0 };
    const command = { type: 'AbandonUnlisted' } as const;
    const abandoned = await handle(ports, submission, stream, command, provenanceOf(ports), { loaded, patience });
    if (!('refused' in abandoned)) return orphans;
  }
  throw new SweepHeld(`${stream} could not be abandoned`);
}

async function listedBy(ports: OrphanPorts, { events }: Loaded<SubmissionState>): Promise<ReadonlySet<string>> {
  const listed = new Set<string>();
  for (const { event } of events) {
    if (event.type !== 'SubmissionAccepted') continue;
    // The codec's registry knows exactly the events of the type.
    const accepted = event.data as NonNullable<SubmissionState['accepted']>['data'];
    const { rows, blobIds } = await listedEntries(ports, accepted);
    for (const id of [...rows, ...blobIds]) listed.add(id);
  }
  return listed;
}

/** The stream ends with an abandonment that came after the entries: their writer expects an older revision. */
function abandonedSince({ events }: Loaded<SubmissionState>, orphans: readonly VaultEntryPlace[]): boolean {
  const last = events.at(-1);
  if (last?.event.type !== 'AcceptAbandoned') return false;
  const abandonedAtMs = Date.parse(last.metadata.time);
  return orphans.every(({ createdAt }) => Date.parse(createdAt) + clockSkewMs < abandonedAtMs);
}

function provenanceOf(ports: OrphanPorts): Provenance {
  const actor = { kind: 'system', id: 'orphan-sweep' } as const;
  return { context: { teamId: null, actor, correlationId: ports.ids.next() }, region: null };
}
