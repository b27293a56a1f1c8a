import type { EmailAccepted } from '../../domain/email/events.js';
import { erasure } from '../../domain/erasure/erasure.js';
import type { ErasureRequested } from '../../domain/erasure/events.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { BlobStore, KeyStore } from '../ports/vault.js';
import { factPatience, handle, type LogPorts, type Occasion } from '../shared/handle.js';

export interface ErasurePorts extends LogPorts {
  readonly keys: KeyStore;
  readonly blobs: BlobStore;
}

export type EraseEmailsResult =
  | { readonly erasureId: string }
  | { readonly refused: 'not-found'; readonly emailId: string };

/**
 * Destroys the keys and bodies of whole mails for good. Asked for and done are facts of their own, so an erasure that
 * a crash cut off is finished by the next start.
 */
export async function eraseEmails(
  ports: ErasurePorts,
  emailIds: readonly string[],
  context: Occasion['context'],
): Promise<EraseEmailsResult> {
  const wanted: ErasureRequested['data'][] = [];
  for (const emailId of emailIds) {
    const found = await whatToErase(ports, emailId);
    if (found === undefined) return { refused: 'not-found', emailId };
    wanted.push(found);
  }
  const erasureId = ports.ids.next();
  const data: ErasureRequested['data'] = {
    person: null,
    streams: wanted.flatMap(({ streams }) => streams),
    kids: wanted.flatMap(({ kids }) => kids),
    blobIds: wanted.flatMap(({ blobIds }) => blobIds),
  };
  const occasion = { context, region: null };
  const stream = streamName('erasure', erasureId);
  await handle(ports, erasure, stream, { type: 'RequestErasure', erasure: data }, occasion, { patience: factPatience });
  await completeErasure(ports, erasureId, data, occasion);
  return { erasureId };
}

/** Destroys, then says so. Repeatable at any point. */
export async function completeErasure(
  ports: ErasurePorts,
  erasureId: string,
  { streams, kids, blobIds }: ErasureRequested['data'],
  occasion: Occasion,
): Promise<void> {
  await ports.keys.destroy(kids, new Date(ports.clock.now()).toISOString());
  await ports.blobs.delete(blobIds);
  const command = { type: 'CompleteErasure', completed: { streams, kids } } as const;
  await handle(ports, erasure, streamName('erasure', erasureId), command, occasion, { patience: factPatience });
}

async function whatToErase(ports: LogPorts, emailId: string): Promise<ErasureRequested['data'] | undefined> {
  const stream = streamName('email', emailId);
  const stored = await ports.store.readStream(stream, { limit: 1 });
  const [recorded] = ports.codec.decode(stored) as Recorded<EmailAccepted>[];
  if (recorded?.event.type !== 'EmailAccepted') return undefined;
  const kids = new Set([...ports.codec.kids(stored), recorded.event.data.body.kid]);
  return { person: null, streams: [stream], kids: [...kids], blobIds: [recorded.event.data.body.blobId] };
}
