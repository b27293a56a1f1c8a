import type { DataKeyRow, KeyState, KeyStore } from '../../../application/ports/vault.js';
import { type Kid, kidOf } from '../../../domain/shared/personal.js';
import type { StreamName } from '../../../domain/shared/stream-name.js';
import type { WriteClient } from '../../sqlite/write-client.js';
import { assertWords } from '../destroyed-lines.js';
import { type MasterKeys, unwrap, wrap, wrappedKeyBytes } from '../key-wrap.js';
import { orUnavailable } from '../or-unavailable.js';
import type { CreateRow, CreateSecret, DestroyKeys, DestroySecret } from './key-writes.js';
import type { SlotState, VaultReader } from './vault-reader.js';

/** Keys are wrapped and unwrapped here, in the calling thread: the writer sees wrapped bytes only. */
export function sqliteKeyStore(masterKeys: MasterKeys, writer: WriteClient, reader: VaultReader): KeyStore {
  const write = <Result>(operation: string, argument: object): Promise<Result> =>
    orUnavailable(() => writer.call<Result>(operation, argument));

  return {
    async createRow(row) {
      const argument: CreateRow = { ...row, keys: wrapRow(masterKeys, row) };
      const result = await write<'created' | 'exists'>('createRow', argument);
      if (result === 'exists') throw new Error(`the vault row ${row.row} exists`);
    },

    async getMany(kids) {
      const slots = await orUnavailable(() => reader.slots(new Set<string>(kids)));
      const states = new Map<Kid, KeyState>();
      for (const kid of kids) states.set(kid, unwrapped(masterKeys, kid, slots.get(kid)));
      return states;
    },

    async destroy(kids, destroyedAt) {
      if (kids.length === 0) return;
      assertWords(kids, destroyedAt);
      await write<null>('destroy', { kids, destroyedAt } satisfies DestroyKeys);
    },

    async requestLogRows(beforeRow, limit) {
      const rows = await orUnavailable(() => reader.requestLogRows(beforeRow, limit));
      return rows.map(({ row, anchor, present }) => ({
        row,
        // The vault holds anchors as they were given: names of streams.
        anchor: anchor as StreamName,
        kids: present.map((index) => kidOf(row, index)),
      }));
    },

    createSecret(name, secret) {
      return write('createSecret', { name, wrapped: wrap(masterKeys, name, secret) } satisfies CreateSecret);
    },

    async getSecret(name) {
      const wrapped = await orUnavailable(() => reader.secret(name));
      return wrapped === undefined ? undefined : unwrap(masterKeys, name, wrapped);
    },

    async destroySecret(name) {
      await write<null>('destroySecret', { name } satisfies DestroySecret);
    },
  };
}

function wrapRow(masterKeys: MasterKeys, { row, keys }: DataKeyRow): Uint8Array {
  const wrapped = Buffer.allocUnsafeSlow(keys.length * wrappedKeyBytes);
  for (const [index, key] of keys.entries()) {
    wrapped.set(wrap(masterKeys, kidOf(row, index), key), index * wrappedKeyBytes);
  }
  return wrapped;
}

function unwrapped(masterKeys: MasterKeys, kid: Kid, slot: SlotState | undefined): KeyState {
  if (slot?.state === 'present') return { state: 'present', key: unwrap(masterKeys, kid, slot.wrapped) };
  return slot ?? { state: 'missing' };
}
