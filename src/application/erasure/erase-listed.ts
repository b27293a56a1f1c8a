import type { EmailState } from '../../domain/email/state.js';
import { email } from '../../domain/email/email.js';
import type { EmailAccepted } from '../../domain/email/events.js';
import { erasure } from '../../domain/erasure/erasure.js';
import type { ErasureRequested } from '../../domain/erasure/events.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { categoryOf, type StreamName, streamName } from '../../domain/shared/stream-name.js';
import type { BlobStore, KeyStore } from '../ports/vault.js';
import { factPatience, handle, load, type LogPorts, type Provenance } from '../shared/handle.js';

export interface ErasurePorts extends LogPorts {
  readonly keys: KeyStore;
  readonly blobs: BlobStore;
}

/** What one erasure destroys, small enough for one append. */
export type Erasable = Pick<ErasureRequested['data'], 'streams' | 'kids' | 'blobIds'>;

/** Asks for the erasure and carries it out; answers its id. Cut off in between, the next start finishes it. */
export async function eraseListed(
  ports: ErasurePorts,
  person: string | null,
  { streams, kids, blobIds }: Erasable,
  provenance: Provenance,
): Promise<string> {
  const erasureId = ports.ids.next();
  const data: ErasureRequested['data'] = { scope: 'listed', person, streams, kids, blobIds };
  await requestErasure(ports, erasureId, data, provenance);
  await completeErasure(ports, erasureId, data, provenance);
  return erasureId;
}

/** Destroys, then says so. Repeatable at any point. */
export async function completeErasure(
  ports: ErasurePorts,
  erasureId: string,
  { streams, kids, blobIds }: Erasable,
  provenance: Provenance,
): Promise<void> {
  await ports.keys.destroy(kids, new Date(ports.clock.now()).toISOString());
  await ports.blobs.delete(blobIds);
  for (const stream of streams) if (categoryOf(stream) === 'email') await giveUpErased(ports, stream, provenance);
  const command = { type: 'CompleteErasure', completed: { streams, kids } } as const;
  await handle(ports, erasure, streamName('erasure', erasureId), command, provenance, { patience: factPatience });
}

export async function requestErasure(
  ports: LogPorts,
  erasureId: string,
  data: ErasureRequested['data'],
  provenance: Provenance,
): Promise<void> {
  const stream = streamName('erasure', erasureId);
  await handle(ports, erasure, stream, { type: 'RequestErasure', erasure: data }, provenance, {
    patience: factPatience,
  });
}

/** Who still waits for a mail that cannot be sent to them any more waits no longer, whenever it would have been due. */
async function giveUpErased(ports: LogPorts, stream: StreamName, { context }: Provenance): Promise<void> {
  const loaded = await load<EmailState, never>(ports, email, stream);
  const opening = loaded.events[0] as Recorded<EmailAccepted> | undefined;
  if (opening === undefined || loaded.state.status !== 'accepted') return;
  const { content, recipients: accepted } = opening.event.data;
  const due = loaded.state.recipients.flatMap(({ status }, number) => (status === 'due' ? [number] : []));
  if (due.length === 0) return;
  const states = await ports.keys.getMany([content.kid, ...accepted.map(({ mailbox }) => mailbox.kid)]);
  const isErased = ({ kid }: { readonly kid: typeof content.kid }) => states.get(kid)?.state === 'destroyed';
  const recipients = due.filter((number) => {
    const mailbox = accepted[number]?.mailbox;
    return isErased(content) || (mailbox !== undefined && isErased(mailbox));
  });
  if (recipients.length === 0) return;
  const { teamId, region } = opening.metadata;
  const provenance = { context: { ...context, teamId }, region };
  const options = { patience: factPatience, loaded };
  await handle(ports, email, stream, { type: 'GiveUp', reason: 'erased', recipients }, provenance, options);
}
