import type { BlobStore } from '../ports/vault.js';
import type { Tombstone, VaultCopy, VaultEntries, WrappedRow, WrappedSecret } from '../ports/vault-copy.js';
import type { VaultEntryPlace, VaultSweep } from '../ports/vault-sweep.js';
import { MigrationRefused } from './live-events.js';

/** A vault as a migration reads and writes it. */
export interface CopiedVault {
  readonly copy: VaultCopy;
  readonly sweep: Pick<VaultSweep, 'entries'>;
  readonly blobs: BlobStore;
}

/** What the target holds. */
export interface VaultCounts {
  readonly keyRows: number;
  readonly destroyedKeys: number;
  readonly secrets: number;
  readonly bodies: number;
  /** Entries that this call has brought. */
  readonly copied: number;
}

/** In the target's vault while it is being made: which migration makes it. */
export const migrationSecret = 'migration';

/** Readable without the master key. */
export async function isBeingCopied({ secrets }: Pick<VaultCopy, 'secrets'>): Promise<boolean> {
  const behindThose = migrationSecret.slice(0, -1);
  const [next] = await secrets.list(behindThose, 1);
  return next?.id === migrationSecret;
}

const pageSize = 500;
/** Bodies in memory at a time. */
const bodiesAtOnce = 16;

/**
 * Brings what the target lacks, and compares with the source what was there before: called again it compares
 * everything, byte for byte. Throws {@link MigrationRefused} where an entry of the target is another one, or is not in
 * the source.
 */
export async function copyVault(source: CopiedVault, target: CopiedVault): Promise<VaultCounts> {
  // Destroyed ones first: no moment comes in which one of their keys could be read in the target.
  const tombstones = await copyEntries('destroyed key', source.copy.tombstones, target.copy.tombstones, sameTombstone);
  const rows = await copyEntries('row of keys', source.copy.rows, target.copy.rows, sameRow);
  const secrets = await copyEntries(
    'secret',
    withoutMigration(source.copy.secrets),
    withoutMigration(target.copy.secrets),
    sameSecret,
  );
  const bodies = await copyEntries('body', bodiesOf(source), bodiesFor(source, target), (one, other) =>
    sameBody(source.blobs, target.blobs, one, other),
  );
  return {
    keyRows: rows.entries,
    destroyedKeys: tombstones.entries,
    secrets: secrets.entries,
    bodies: bodies.entries,
    copied: tombstones.copied + rows.copied + secrets.copied + bodies.copied,
  };
}

type Same<Entry> = (one: Entry, other: Entry) => boolean | Promise<boolean>;

async function copyEntries<Entry extends { readonly id: string }>(
  kind: string,
  source: Pick<VaultEntries<Entry>, 'list'>,
  target: VaultEntries<Entry>,
  same: Same<Entry>,
): Promise<{ readonly entries: number; readonly copied: number }> {
  let [entries, copied] = [0, 0];
  const existing = entriesOf(target);
  let next = await existing.next();
  for await (const page of pagesOf(source)) {
    const missing: Entry[] = [];
    const pairs: (readonly [Entry, Entry])[] = [];
    for (const entry of page) {
      if (next.done !== true && next.value.id < entry.id) throw extra(kind, next.value.id);
      if (next.done === true || next.value.id > entry.id) missing.push(entry);
      else {
        pairs.push([entry, next.value]);
        next = await existing.next();
      }
    }
    await requireSame(kind, pairs, same);
    // Their ids lie before those that the target is asked for next.
    if (missing.length > 0) await target.adopt(missing);
    entries += page.length;
    copied += missing.length;
  }
  if (next.done !== true) throw extra(kind, next.value.id);
  return { entries, copied };
}

async function requireSame<Entry extends { readonly id: string }>(
  kind: string,
  pairs: readonly (readonly [Entry, Entry])[],
  same: Same<Entry>,
): Promise<void> {
  for (let start = 0; start < pairs.length; start += bodiesAtOnce) {
    await Promise.all(
      pairs.slice(start, start + bodiesAtOnce).map(async ([one, other]) => {
        if (!(await same(one, other)))
          throw new MigrationRefused(`The ${kind} ${one.id} is another one in the target.`);
      }),
    );
  }
}

function extra(kind: string, id: string): MigrationRefused {
  return new MigrationRefused(`The target holds the ${kind} ${id}, and the source does not: it was written to.`);
}

async function* pagesOf<Entry extends { readonly id: string }>({
  list,
}: Pick<VaultEntries<Entry>, 'list'>): AsyncGenerator<readonly Entry[]> {
  for (let after = ''; ; ) {
    const page = await list(after, pageSize);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = last.id;
  }
}

async function* entriesOf<Entry extends { readonly id: string }>(
  entries: Pick<VaultEntries<Entry>, 'list'>,
): AsyncGenerator<Entry> {
  for await (const page of pagesOf(entries)) yield* page;
}

/** Which migration made this vault is not copied on. */
function withoutMigration(secrets: VaultEntries<WrappedSecret>): VaultEntries<WrappedSecret> {
  return {
    ...secrets,
    async list(after, limit) {
      const page = await secrets.list(after, limit);
      const others = page.filter(({ id }) => id !== migrationSecret);
      const last = page.at(-1);
      return others.length === 0 && last !== undefined ? secrets.list(last.id, limit) : others;
    },
  };
}

function bodiesOf({ sweep }: CopiedVault): Pick<VaultEntries<VaultEntryPlace>, 'list'> {
  return { list: (after, limit) => sweep.entries('blob', after, limit) };
}

function bodiesFor(source: CopiedVault, target: CopiedVault): VaultEntries<VaultEntryPlace> {
  return {
    ...bodiesOf(target),
    async adopt(places) {
      for (let start = 0; start < places.length; start += bodiesAtOnce) {
        const together = places.slice(start, start + bodiesAtOnce);
        await Promise.all(
          together.map(async (place) => target.blobs.put({ ...place, bytes: await bytesOf(source.blobs, place) })),
        );
      }
    },
  };
}

async function bytesOf(blobs: BlobStore, { id }: VaultEntryPlace): Promise<Buffer> {
  const bytes = await blobs.get(id);
  if (bytes === undefined) throw new MigrationRefused(`The body ${id} is named by its vault, and is not there.`);
  return bytes;
}

async function sameBody(source: BlobStore, target: BlobStore, one: VaultEntryPlace, other: VaultEntryPlace) {
  if (one.anchor !== other.anchor || one.createdAt !== other.createdAt) return false;
  const [bytes, copy] = await Promise.all([bytesOf(source, one), bytesOf(target, other)]);
  return bytes.equals(copy);
}

function sameRow(one: WrappedRow, other: WrappedRow): boolean {
  if (one.anchor !== other.anchor || one.createdAt !== other.createdAt || one.keys.size !== other.keys.size)
    return false;
  return [...one.keys].every(([index, key]) => other.keys.get(index)?.equals(key) === true);
}

function sameTombstone(one: Tombstone, other: Tombstone): boolean {
  return one.destroyedAt === other.destroyedAt;
}

function sameSecret(one: WrappedSecret, other: WrappedSecret): boolean {
  if (one.wrapped === null || other.wrapped === null) return one.wrapped === other.wrapped;
  return one.wrapped.equals(other.wrapped);
}
