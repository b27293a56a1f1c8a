import { v7 } from 'uuid';
import { rotateMasterKey } from '../../src/application/installation/rotate-master-key.js';
import type { MasterKeyRotation } from '../../src/application/ports/master-key-rotation.js';
import type { KeyStore } from '../../src/application/ports/vault.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import { newKeyRow } from './key-store.contract.js';

interface RotatedVault {
  readonly keys: KeyStore;
  readonly rotation: MasterKeyRotation;
  identify(): Promise<{ readonly masterKeyFits: boolean } | undefined>;
  establish(keyStoreId: string): Promise<unknown>;
  close(): Promise<void>;
}

const [former, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const both = Buffer.concat([next, former]);

/**
 * What a vault keeps to while its master key is rotated. `open` opens one and the same vault, which is new in each
 * test.
 */
export function masterKeyRotationContract(
  name: string,
  vaultOfOneTest: () => Promise<(masterKeys: Buffer) => Promise<RotatedVault>>,
): void {
  describe(`${name} master key rotation`, () => {
    let open: (masterKeys: Buffer) => Promise<RotatedVault>;
    const opened: RotatedVault[] = [];
    const vaultUnder = async (masterKeys: Buffer): Promise<RotatedVault> => {
      const vault = await open(masterKeys);
      opened.push(vault);
      return vault;
    };

    beforeEach(async () => {
      open = await vaultOfOneTest();
    });
    afterEach(async () => {
      for (const vault of opened.splice(0)) await vault.close();
    });

    const stateOf = async ({ keys }: RotatedVault, row: string, index = 0) =>
      (await keys.getMany([kidOf(row, index)])).get(kidOf(row, index));

    it('wraps everything anew, beside one that wrote under the former key until now', async () => {
      const before = await vaultUnder(former);
      await before.establish(v7());
      const [old, late] = [newKeyRow(3), newKeyRow(1)];
      const secret = Buffer.from('a secret of the vault');
      await before.keys.createRow(old);
      await before.keys.createSecret('name', secret);
      const during = await vaultUnder(both);
      expect(await during.identify()).toMatchObject({ masterKeyFits: true });
      expect(await stateOf(during, old.row, 2)).toEqual({ state: 'present', key: old.keys[2] });
      await before.keys.createRow(late);
      expect(await rotateMasterKey(during.rotation)).toEqual({ rewrapped: 5, complete: true });

      const after = await vaultUnder(next);
      expect(await after.identify()).toMatchObject({ masterKeyFits: true });
      expect(await stateOf(after, old.row, 1)).toEqual({ state: 'present', key: old.keys[1] });
      expect(await stateOf(after, late.row)).toEqual({ state: 'present', key: late.keys[0] });
      expect(await after.keys.getSecret('name')).toEqual(secret);
      expect(await before.identify()).toMatchObject({ masterKeyFits: false });
      await expect(stateOf(before, old.row)).rejects.toMatchObject({ code: 'wrapped-key-unreadable' });
    });

    it('changes nothing the second time', async () => {
      const vault = await vaultUnder(both);
      await vault.establish(v7());
      await vault.keys.createRow(newKeyRow(2));
      expect(await rotateMasterKey(vault.rotation)).toEqual({ rewrapped: 0, complete: true });
      expect(await rotateMasterKey(vault.rotation)).toEqual({ rewrapped: 0, complete: true });
    });

    it('goes on where an earlier run was cut off', async () => {
      const rows = [newKeyRow(1), newKeyRow(1), newKeyRow(1)];
      const before = await vaultUnder(former);
      for (const row of rows) await before.keys.createRow(row);
      const vault = await vaultUnder(both);
      const first = await vault.rotation.rewrapRows('', 2);
      expect(first.rewrapped).toBe(2);
      expect(await vault.rotation.rewrapRows(first.next ?? '', 2)).toEqual({ rewrapped: 1, next: undefined });
      expect(await rotateMasterKey(vault.rotation)).toEqual({ rewrapped: 0, complete: true });
    });

    it('leaves what is destroyed destroyed', async () => {
      const before = await vaultUnder(former);
      const row = newKeyRow(2);
      await before.keys.createRow(row);
      await before.keys.createSecret('gone', Buffer.alloc(8, 3));
      await before.keys.destroySecret('gone');
      const destroyedAt = '2026-03-01T10:00:00.000Z';
      await before.keys.destroy([kidOf(row.row, 0)], destroyedAt);
      const vault = await vaultUnder(both);
      expect(await rotateMasterKey(vault.rotation)).toEqual({ rewrapped: 1, complete: true });
      expect(await stateOf(vault, row.row)).toEqual({ state: 'destroyed', destroyedAt });
      expect(await vault.keys.getSecret('gone')).toBeUndefined();
    });

    it('stops at a key that neither opens, and changes none of its page', async () => {
      const [row, foreign] = [newKeyRow(1), newKeyRow(1)];
      await (await vaultUnder(former)).keys.createRow(row);
      await (await vaultUnder(Buffer.alloc(32, 9))).keys.createRow(foreign);
      const vault = await vaultUnder(both);
      await expect(rotateMasterKey(vault.rotation)).rejects.toMatchObject({ code: 'wrapped-key-unreadable' });
      expect(await stateOf(await vaultUnder(former), row.row)).toEqual({ state: 'present', key: row.keys[0] });
    });
  });
}
