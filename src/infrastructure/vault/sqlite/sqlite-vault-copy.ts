import type { Tombstone, VaultCopy, WrappedRow } from '../../../application/ports/vault-copy.js';
import type { WriteClient } from '../../sqlite/write-client.js';
import { wrappedKeyBytes } from '../key-wrap.js';
import { orUnavailable } from '../or-unavailable.js';
import type { CreateRow, CreateSecret, DestroyKeys, Establish } from './key-writes.js';
import { ownBytes } from './own-bytes.js';
import type { VaultReader } from './vault-reader.js';

export function sqliteVaultCopy(writer: WriteClient, reader: VaultReader): VaultCopy {
  const create = async (operation: 'createRow' | 'createSecret', argument: CreateRow | CreateSecret): Promise<void> => {
    const result = await writer.call<'created' | 'exists'>(operation, argument);
    if (result === 'exists') throw new Error('an entry of the vault came twice');
  };

  return {
    rows: {
      // The vault holds anchors as they were given: names of streams.
      list: (after, limit) => orUnavailable(() => reader.wrappedRows(after, limit) as readonly WrappedRow[]),
      adopt: (rows) =>
        orUnavailable(async () => {
          await Promise.all(
            rows.map(({ id, anchor, createdAt, keys }) =>
              create('createRow', { row: id, anchor, createdAt, keys: slotsOf(keys) }),
            ),
          );
        }),
    },
    tombstones: {
      list: (after, limit) => orUnavailable(() => reader.tombstones(after, limit)),
      // The file of destroyed keys learns of them too.
      adopt: (tombstones) =>
        orUnavailable(async () => {
          for (const [destroyedAt, kids] of byTime(tombstones)) {
            await writer.call('destroy', { kids, destroyedAt } satisfies DestroyKeys);
          }
        }),
    },
    secrets: {
      list: (after, limit) => orUnavailable(() => reader.secrets(after, limit)),
      adopt: (secrets) =>
        orUnavailable(async () => {
          for (const { id, wrapped } of secrets) {
            await create('createSecret', { name: id, wrapped: wrapped === null ? destroyed : ownBytes(wrapped) });
          }
        }),
    },
    identity: () => orUnavailable(() => reader.identity()),
    adoptIdentity: ({ keyStoreId, sealed }) =>
      orUnavailable(async () => {
        await writer.call('establish', { keyStoreId, sealed: ownBytes(sealed) } satisfies Establish);
      }),
  };
}

/** Zeros, as where a secret was destroyed. */
const destroyed = new Uint8Array(1);

/** One after the other; where one was destroyed lie zeros. */
function slotsOf(keys: ReadonlyMap<number, Buffer>): Uint8Array {
  const slots = new Uint8Array((Math.max(-1, ...keys.keys()) + 1) * wrappedKeyBytes);
  for (const [index, key] of keys) slots.set(key, index * wrappedKeyBytes);
  return slots;
}

function byTime(tombstones: readonly Tombstone[]): ReadonlyMap<string, readonly string[]> {
  const kids = new Map<string, string[]>();
  for (const { id, destroyedAt } of tombstones) {
    const others = kids.get(destroyedAt);
    if (others === undefined) kids.set(destroyedAt, [id]);
    else others.push(id);
  }
  return kids;
}
