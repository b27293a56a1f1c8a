import { type StreamName, streamName } from '../../domain/shared/stream-name.js';
import type { KeyedHash } from '../ports/hashing.js';
import type { Ids } from '../ports/ids.js';

/**
 * Where one team's word on an address is kept. The id is derived from both: it is the same again after a removal, leads to
 * the entry without a look-up, and survives the erasure of the address.
 */
export function suppressionId(
  { hash, ids }: { readonly hash: KeyedHash; readonly ids: Pick<Ids, 'fromHash'> },
  teamId: string,
  address: string,
): string {
  return ids.fromHash(hash.hash('suppression', [teamId, address.normalize('NFC').toLowerCase()]));
}

export function suppressionStream(id: string): StreamName {
  return streamName('suppression', id);
}
