import type { MasterKeyRotation } from '../../../application/ports/master-key-rotation.js';
import type { WriteClient } from '../../sqlite/write-client.js';
import { type MasterKeys, rewrap } from '../key-wrap.js';
import { orUnavailable } from '../or-unavailable.js';
import { resealIdentity } from '../sealed-identity.js';
import type { Rewrap } from './key-writes.js';
import { ownBytes } from './own-bytes.js';
import type { VaultReader } from './vault-reader.js';

const mostSecrets = 500;

/** The writer replaces bytes only where they are still those that were read. */
export function sqliteMasterKeyRotation(
  masterKeys: MasterKeys,
  writer: WriteClient,
  reader: VaultReader,
): MasterKeyRotation {
  const write = (changes: Rewrap): Promise<number> => orUnavailable(() => writer.call<number>('rewrap', changes));

  return {
    async rewrapRows(after, limit) {
      const rows = await orUnavailable(() => reader.wrappedRows(after, limit));
      const keys = rows.flatMap(({ id, keys: wrapped }) =>
        [...wrapped].flatMap(([index, from]) => {
          const to = rewrap(masterKeys, `${id}.${index}`, from);
          return to === undefined ? [] : [{ row: id, index, from: ownBytes(from), to }];
        }),
      );
      const rewrapped = keys.length === 0 ? 0 : await write({ keys, secrets: [], identity: null });
      return { rewrapped, next: rows.length < limit ? undefined : rows.at(-1)?.id };
    },

    async rewrapSecrets() {
      let rewrapped = 0;
      for (let after: string | undefined = ''; after !== undefined; ) {
        const from: string = after;
        const page = await orUnavailable(() => reader.secrets(from, mostSecrets));
        const secrets = page.flatMap(({ id, wrapped }) => {
          const to = wrapped === null ? undefined : rewrap(masterKeys, id, wrapped);
          return wrapped === null || to === undefined ? [] : [{ name: id, from: ownBytes(wrapped), to }];
        });
        if (secrets.length > 0) rewrapped += await write({ keys: [], secrets, identity: null });
        after = page.length < mostSecrets ? undefined : page.at(-1)?.id;
      }
      return rewrapped;
    },

    async rewrapIdentity() {
      const stored = await orUnavailable(() => reader.identity());
      const to = stored === undefined ? undefined : resealIdentity(masterKeys, stored.sealed);
      if (stored === undefined || to === undefined) return;
      await write({ keys: [], secrets: [], identity: { from: ownBytes(stored.sealed), to } });
    },
  };
}
