import type { SubmissionEvent } from '../../domain/submission/events.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import { submission, type SubmissionState } from '../../domain/submission/submission.js';
import type { VaultEntryPlace } from '../ports/vault-sweep.js';
import { handle, load, type Loaded, requestPatience } from '../shared/handle.js';
import { type OrphanPorts, SweepHeld, sweepProvenance } from '../shared/orphans.js';
import { listedEntries } from './submission-content.js';
import { email } from '../../domain/email/email.js';

/** Clocks of two processes differ by less. */
const clockSkewMs = 60_000;
const maxConflicts = 5;

/** Entries that the submission does not name, and that no writer can still come back for. */
export async function submissionOrphans(
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
    const abandoned = await handle(ports, submission, stream, command, sweepProvenance(ports), { loaded, patience });
    if (!('refused' in abandoned)) return orphans;
  }
  throw new SweepHeld(`${stream} could not be abandoned`);
}

async function listedBy(
  ports: OrphanPorts,
  { events }: Loaded<SubmissionState, SubmissionEvent>,
): Promise<ReadonlySet<string>> {
  const listed = new Set<string>();
  for (const { event } of events) {
    if (event.type !== 'SubmissionAccepted') continue;
    const accepted = event.data;
    const { rows, blobIds } = await listedEntries(ports, accepted);
    for (const id of [...rows, ...blobIds]) listed.add(id);
  }
  return listed;
}

/** The stream ends with an abandonment that came after the entries: their writer expects an older revision. */
function abandonedSince(
  { events }: Loaded<SubmissionState, SubmissionEvent>,
  orphans: readonly VaultEntryPlace[],
): boolean {
  const last = events.at(-1);
  if (last?.event.type !== 'AcceptAbandoned') return false;
  const abandonedAtMs = Date.parse(last.metadata.time);
  return orphans.every(({ createdAt }) => Date.parse(createdAt) + clockSkewMs < abandonedAtMs);
}

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
