import { contact, unsubscribedIn } from '../../domain/contact/contact.js';
import { contactAddress } from '../../domain/contact/contact-address.js';
import type { Kid } from '../../domain/shared/personal.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { StoredEvent } from '../ports/event-store.js';
import type { ErasurePorts, Found } from '../shared/erasing.js';
import { factPatience, handle, load, type Provenance } from '../shared/handle.js';
import { contactAddressStream } from './contact-streams.js';

/**
 * The contact that the person is, or was by an earlier address: deleted, with all that is sealed under its key. What it
 * had said no to stays with the hash of its address, so that no import brings the person back.
 * @returns undefined when nothing is left of it.
 */
export async function eraseContact(
  ports: ErasurePorts,
  stored: StoredEvent,
  person: string,
  provenance: Provenance,
): Promise<Found | undefined> {
  const { stream } = stored;
  // Each of thousands of changes names the person: what the one is sealed under is looked at before the whole stream.
  if ((await keysLeft(ports, ports.codec.kids([stored]))).length === 0) return undefined;
  const left = await keysLeft(ports, ports.codec.kids(await ports.store.readStream(stream)));
  const { state } = await load(ports, contact, stream);
  if (state !== null && state !== 'deleted') {
    const { teamId } = state;
    const options = { patience: factPatience };
    const command = { type: 'DeleteContact', teamId, because: 'erasure' } as const;
    await handle(ports, contact, stream, command, provenance, options);
    const freeing = { type: 'FreeAddress', contactId: idOf(stream), unsubscribed: unsubscribedIn(state) } as const;
    for (const hash of new Set([person, state.addressHash])) {
      await handle(ports, contactAddress, contactAddressStream(teamId, hash), freeing, provenance, options);
    }
  }
  return { isAllOfStream: true, streams: [stream], kids: [...new Set(left)], blobIds: [] };
}

async function keysLeft({ keys }: ErasurePorts, kids: readonly Kid[]): Promise<readonly Kid[]> {
  const states = await keys.getMany(kids);
  return kids.filter((kid) => states.get(kid)?.state !== 'destroyed');
}
