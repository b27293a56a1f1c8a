import { type DataKeyRow, type NewBlob, VaultUnavailable } from '../../src/application/ports/vault.js';
import { MemoryBlobStore, MemoryKeyStore } from './memory-vault.js';

/** Keys in memory that cannot be written while `broken`. */
export class FaultyKeyStore extends MemoryKeyStore {
  broken = false;
  readonly created: DataKeyRow[] = [];

  override async createRow(row: DataKeyRow): Promise<void> {
    if (this.broken) throw new VaultUnavailable('no room');
    await super.createRow(row);
    this.created.push(row);
  }

  override async createSecret(name: string, secret: Buffer): Promise<'created' | 'exists'> {
    if (this.broken) throw new VaultUnavailable('no room');
    return super.createSecret(name, secret);
  }

  override async destroySecret(name: string): Promise<void> {
    if (this.broken) throw new VaultUnavailable('no room');
    await super.destroySecret(name);
  }

  override async destroy(...asked: Parameters<MemoryKeyStore['destroy']>): Promise<void> {
    if (this.broken) throw new VaultUnavailable('no room');
    await super.destroy(...asked);
  }
}

/** Bodies in memory that cannot be written while `broken`, nor more of them than it `takes`. */
export class FaultyBlobStore extends MemoryBlobStore {
  broken = false;
  takes = Infinity;
  readonly stored: NewBlob[] = [];

  override async put(blob: NewBlob): Promise<void> {
    if (this.broken || this.stored.length >= this.takes) throw new VaultUnavailable('no room');
    await super.put(blob);
    this.stored.push(blob);
  }
}
