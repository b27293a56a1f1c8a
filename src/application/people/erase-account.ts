import type { SessionStarted } from '../../domain/session/events.js';
import type { Position } from '../../domain/shared/recorded.js';
import { type StreamName, streamName } from '../../domain/shared/stream-name.js';
import type { UserCreated, UserEmailChanged } from '../../domain/user/events.js';
import { user } from '../../domain/user/user.js';
import { userAddress } from '../../domain/user/user-address.js';
import { userIdentity } from '../../domain/user/user-identity.js';
import type { StoredEvent } from '../ports/event-store.js';
import { nextTurn } from '../shared/delay.js';
import type { Erasable, ErasurePorts } from '../shared/erasing.js';
import { factPatience, handle, type Provenance } from '../shared/handle.js';

/**
 * The account of the person, with all that is sealed under its key. It signs in nowhere from then on, and its address
 * and its identities at providers are free.
 * @returns undefined when nothing is left of it.
 */
export async function eraseAccount(
  ports: ErasurePorts,
  stored: StoredEvent,
  person: string,
  provenance: Provenance,
): Promise<Erasable | undefined> {
  const [recorded] = ports.codec.decode<UserCreated | UserEmailChanged>([stored]);
  if (recorded === undefined) return undefined;
  const { kid } = recorded.event.data.profile;
  if ((await ports.keys.getMany([kid])).get(kid)?.state === 'destroyed') return undefined;
  const options = { patience: factPatience };
  const disabled = await handle(ports, user, stored.stream, { type: 'DisableUser' }, provenance, options);
  const userId = stored.stream.slice('user-'.length);
  const { state } = disabled.loaded;
  // The person may be asked for by a former address.
  for (const each of new Set([person, ...(state.status === 'none' ? [] : [state.addressHash])])) {
    const address = streamName('useraddress', each);
    await handle(ports, userAddress, address, { type: 'FreeAddress', userId }, provenance, options);
  }
  for (const { identityHash } of state.status === 'none' ? [] : state.credentials.identities) {
    const identity = streamName('useridentity', identityHash);
    await handle(ports, userIdentity, identity, { type: 'FreeIdentity', userId }, provenance, options);
  }
  return { streams: [stored.stream, ...(await sessionsOf(ports, userId))], kids: [kid], blobIds: [] };
}

const pageSize = 500;

/** From where each was begun is shown until its document is folded again. */
async function sessionsOf({ store, codec }: ErasurePorts, userId: string): Promise<readonly StreamName[]> {
  const filter = { categories: ['session'] as const, types: ['SessionStarted'] };
  const streams: StreamName[] = [];
  let after: Position | undefined;
  for (let atEnd = false; !atEnd; ) {
    const page = await store.readAll({ limit: pageSize, filter, ...(after === undefined ? {} : { after }) });
    const started = codec.decode<SessionStarted>(page.events);
    streams.push(...started.filter(({ event }) => event.data.userId === userId).map(({ stream }) => stream));
    ({ position: after, atEnd } = page);
    await nextTurn();
  }
  return streams;
}
