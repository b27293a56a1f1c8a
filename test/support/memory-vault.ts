import type {
  AnchoredRow,
  BlobStore,
  DataKeyRow,
  KeyState,
  KeyStore,
  NewBlob,
  StagedBlob,
} from '../../src/application/ports/vault.js';
import type { VaultEntryKind, VaultEntryPlace, VaultSweep } from '../../src/application/ports/vault-sweep.js';
import { type Kid, kidOf } from '../../src/domain/shared/personal.js';
import { isHourlyLog } from '../../src/domain/shared/stream-name.js';

/** Keys in memory, unwrapped: for tests of what lies above the port. */
export class MemoryKeyStore implements KeyStore {
  readonly rows = new Map<string, DataKeyRow>();
  private readonly keys = new Map<Kid, Buffer>();
  private readonly tombstones = new Map<Kid, string>();
  private readonly secrets = new Map<string, Buffer | undefined>();

  async createRow(created: DataKeyRow): Promise<void> {
    const { row, keys } = created;
    if (this.rows.has(row)) throw new Error(`the vault row ${row} exists`);
    this.rows.set(row, created);
    for (const [index, key] of keys.entries()) this.keys.set(kidOf(row, index), Buffer.from(key));
  }

  async getMany(kids: readonly Kid[]): Promise<ReadonlyMap<Kid, KeyState>> {
    return new Map(kids.map((kid) => [kid, this.stateOf(kid)]));
  }

  async destroy(kids: readonly Kid[], destroyedAt: string): Promise<void> {
    for (const kid of kids) if (!this.tombstones.has(kid)) this.tombstones.set(kid, destroyedAt);
  }

  async requestLogRows(beforeRow: string, limit: number): Promise<readonly AnchoredRow[]> {
    return [...this.rows.values()]
      .filter(({ row, anchor }) => row < beforeRow && isHourlyLog(anchor))
      .map(({ row, anchor, keys }) => ({
        row,
        anchor,
        kids: keys.map((_, index) => kidOf(row, index)).filter((kid) => !this.tombstones.has(kid)),
      }))
      .filter(({ kids }) => kids.length > 0)
      .sort((a, b) => (a.row < b.row ? -1 : 1))
      .slice(0, limit);
  }

  async createSecret(name: string, secret: Buffer): Promise<'created' | 'exists'> {
    if (this.secrets.has(name)) return 'exists';
    this.secrets.set(name, Buffer.from(secret));
    return 'created';
  }

  async getSecret(name: string): Promise<Buffer | undefined> {
    return this.secrets.get(name);
  }

  async destroySecret(name: string): Promise<void> {
    if (this.secrets.has(name)) this.secrets.set(name, undefined);
  }

  /** @returns what puts everything back as it is now; what was destroyed since stays so. */
  backUp(): () => void {
    const [rows, keys] = [[...this.rows], [...this.keys]];
    return () => {
      this.rows.clear();
      this.keys.clear();
      for (const [row, created] of rows) this.rows.set(row, created);
      for (const [kid, key] of keys) this.keys.set(kid, key);
    };
  }

  /** The keys of a row, as if they had never been. */
  forget(row: string): void {
    for (const kid of [...this.keys.keys()]) if (kid.startsWith(`${row}.`)) this.keys.delete(kid);
  }

  private stateOf(kid: Kid): KeyState {
    const destroyedAt = this.tombstones.get(kid);
    if (destroyedAt !== undefined) return { state: 'destroyed', destroyedAt };
    const key = this.keys.get(kid);
    return key === undefined ? { state: 'missing' } : { state: 'present', key };
  }
}

/** Bodies in memory. */
export class MemoryBlobStore implements BlobStore {
  readonly blobs = new Map<string, NewBlob>();

  /** @returns what puts everything back as it is now. */
  backUp(): () => void {
    const blobs = [...this.blobs];
    return () => {
      this.blobs.clear();
      for (const [id, blob] of blobs) this.blobs.set(id, blob);
    };
  }

  async put(blob: NewBlob): Promise<void> {
    if (!this.blobs.has(blob.id)) this.blobs.set(blob.id, { ...blob, bytes: Buffer.from(blob.bytes) });
  }

  async stage(id: string, bytes: AsyncIterable<Buffer>): Promise<StagedBlob> {
    const chunks: Buffer[] = [];
    for await (const chunk of bytes) chunks.push(Buffer.from(chunk));
    return {
      store: (place) => this.put({ id, ...place, bytes: Buffer.concat(chunks) }),
      discard: async () => undefined,
    };
  }

  async get(id: string): Promise<Buffer | undefined> {
    return this.blobs.get(id)?.bytes;
  }

  async getRange(id: string, start: number, end: number): Promise<Buffer | undefined> {
    return this.blobs.get(id)?.bytes.subarray(start, end);
  }

  async delete(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.blobs.delete(id);
  }
}

/** What the sweep sees of the two. There are no files that could be left behind. */
export class MemoryVaultSweep implements VaultSweep {
  constructor(
    private readonly keys: MemoryKeyStore,
    private readonly bodies: MemoryBlobStore,
  ) {}

  async entries(kind: VaultEntryKind, after: string, limit: number): Promise<readonly VaultEntryPlace[]> {
    const rows = [...this.keys.rows.values()].map(({ row, anchor, createdAt }) => ({ id: row, anchor, createdAt }));
    const blobs = [...this.bodies.blobs.values()].map(({ id, anchor, createdAt }) => ({ id, anchor, createdAt }));
    const entries = (kind === 'keys' ? rows : blobs).filter(({ id }) => id > after);
    return entries.sort((a, b) => (a.id < b.id ? -1 : 1)).slice(0, limit);
  }

  async removeRows(rows: readonly string[]): Promise<void> {
    for (const row of rows) this.keys.forget(row);
  }

  async removeStrayFiles(): Promise<number> {
    return 0;
  }
}
