import { z } from 'zod';
import { actorKinds } from '../../../domain/shared/recorded.js';
import type { ErasureRecord } from '../../../application/erasure/erasure-record.js';
import type { ErasureView } from '../../../application/erasure/read-erasures.js';
import type { ErasureDocument } from '../../../projections/erasures/erasures.projection.js';
import type { Answer } from '../openapi/operation.js';
import { id, isoTime, listOf, loggedText } from '../openapi/shared-schemas.js';

const count = z.int().min(0);
const rowMembers = {
  id,
  state: z.enum(['requested', 'completed']),
  requested_at: isoTime,
  requested_by: z.strictObject({ kind: z.enum(actorKinds), id: z.string() }),
  completed_at: isoTime.nullable(),
};
const row = z.strictObject(rowMembers);
const logEntry = z.strictObject({
  event_id: id,
  stream: loggedText,
  type: z.enum(['ErasureRequested', 'ErasureCompleted']),
  position: loggedText,
  digest: loggedText.describe('The SHA-256 digest of the event in the chain of its stream.'),
  created_at: isoTime,
});

export const erasureList = listOf(row);
export const erasure = z.strictObject({
  object: z.literal('erasure'),
  ...rowMembers,
  person: z.string().describe('The keyed hash of the address. It reveals nothing without a secret of the server.'),
  destroyed: z
    .strictObject({
      mails: count.describe('The number of emails that were erased completely or in part.'),
      other_records: count.describe(
        'The number of accounts, sessions, invitations, suppressions, and refused batch items.',
      ),
      keys: count,
      blobs: count.describe('The number of bodies and attachments.'),
    })
    .describe('The erased data. While the erasure is in progress, the data that was erased so far.'),
  log: z.array(logEntry).describe('The events of the erasure with their positions in the log.'),
});

export function presentErasureRow(document: ErasureDocument): Answer<typeof row> {
  const { requestedAt, requestedBy, completedAt } = document;
  return {
    id: document.id,
    state: completedAt === null ? 'requested' : 'completed',
    requested_at: requestedAt,
    requested_by: requestedBy,
    completed_at: completedAt,
  };
}

export function presentErasure(view: ErasureView): Answer<typeof erasure> {
  const { requested, completed, destroyed, parts } = view;
  const { mails, otherRecords, keys, blobs } = destroyed;
  return {
    object: 'erasure',
    id: view.id,
    state: completed === null ? 'requested' : 'completed',
    requested_at: requested.metadata.time,
    requested_by: requested.metadata.actor,
    completed_at: completed?.metadata.time ?? null,
    person: requested.event.data.person ?? '',
    destroyed: { mails, other_records: otherRecords, keys, blobs },
    log: [{ requested, completed: null }, ...parts, ...(completed === null ? [] : [{ requested: null, completed }])]
      .flatMap(entriesOf)
      .sort((one, other) => (one.position < other.position ? -1 : 1)),
  };
}

interface Entries {
  readonly requested: ErasureRecord['requested'] | null;
  readonly completed: ErasureRecord['completed'];
}

function entriesOf({ requested, completed }: Entries): Answer<typeof logEntry>[] {
  return [requested, completed]
    .filter((recorded) => recorded !== null)
    .map(({ id: eventId, stream, event, position, digest, metadata }) => ({
      event_id: eventId,
      stream,
      type: event.type,
      position,
      digest,
      created_at: metadata.time,
    }));
}
