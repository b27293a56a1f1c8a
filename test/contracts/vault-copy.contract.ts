import type { KeyStore } from '../../src/application/ports/vault.js';
import type { VaultCopy } from '../../src/application/ports/vault-copy.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import { newKeyRow } from './key-store.contract.js';

interface Opened {
  readonly keys: KeyStore;
  readonly copy: VaultCopy;
  close(): Promise<void>;
}

const destroyedAt = '2026-03-01T10:00:00.000Z';
const everything = 100;

/** What every `VaultCopy` keeps to. `open` gives an empty vault under the one master key, `openOther` a second one. */
export function vaultCopyContract(name: string, open: () => Promise<Opened>, openOther: () => Promise<Opened>): void {
  describe(`${name} vault copy`, () => {
    let source: Opened;
    let target: Opened;
    beforeEach(async () => {
      source = await open();
      target = await openOther();
    });
    afterEach(async () => {
      await source.close();
      await target.close();
    });

    it('gives another vault everything that opens there too, and what was destroyed as destroyed', async () => {
      const [mail, hour, emptied] = [
        newKeyRow(3),
        { ...newKeyRow(1), anchor: 'requestlog-i-2026-03-01T10' as const },
        newKeyRow(1),
      ];
      for (const row of [mail, hour, emptied]) await source.keys.createRow(row as typeof mail);
      const kids = [mail, hour, emptied].flatMap(({ row, keys }) => keys.map((_, index) => kidOf(row, index)));
      const gone = [kidOf(mail.row, 1), kidOf(emptied.row, 0)];
      await source.keys.destroy(gone, destroyedAt);
      await source.keys.createSecret('hash/address', Buffer.from('secret'));
      await source.keys.createSecret('dkim/old', Buffer.from('old'));
      await source.keys.destroySecret('dkim/old');

      for (const kind of ['tombstones', 'rows', 'secrets'] as const) {
        const entries = await source.copy[kind].list('', everything);
        // Entries of one kind go into that kind.
        await (target.copy[kind].adopt as (given: typeof entries) => Promise<void>)(entries);
        expect(await target.copy[kind].list('', everything)).toEqual(entries);
        expect(await source.copy[kind].list(entries[0]?.id ?? '', 1)).toEqual(entries.slice(1, 2));
      }
      expect(await target.keys.getMany(kids)).toEqual(await source.keys.getMany(kids));
      expect(await target.keys.getSecret('hash/address')).toEqual(Buffer.from('secret'));
      expect(await target.keys.getSecret('dkim/old')).toBeUndefined();
      expect(await target.keys.createSecret('dkim/old', Buffer.from('new'))).toBe('exists');
      const below = 'ffffffff-ffff-7fff-bfff-ffffffffffff';
      expect(await target.keys.requestLogRows(below, everything)).toMatchObject([{ row: hour.row }]);
      expect((await target.copy.tombstones.list('', everything)).map(({ id }) => id).sort()).toEqual([...gone].sort());
    });

    it('has no identity until it is given one', async () => {
      expect(await target.copy.identity()).toBeUndefined();
      const identity = { keyStoreId: 'vault-1', sealed: Buffer.from('sealed') };
      await target.copy.adoptIdentity(identity);
      await target.copy.adoptIdentity({ ...identity, keyStoreId: 'vault-2' });
      expect(await target.copy.identity()).toEqual(identity);
    });
  });
}
