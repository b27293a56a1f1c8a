import { type Kid, rowOf } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { categoryOf, type StreamName } from '../../domain/shared/stream-name.js';
import type { BlobStore, KeyStore } from '../ports/vault.js';
import { Backlog } from './backlog.js';
import { decodeInTurns } from './decode-in-turns.js';
import type { OrphanPorts } from './orphans.js';
import { type Resource, resourceOf } from './resource.js';
import { type DeclaredProcessManager, eachInTurn, type ProcessManager } from './run-process-manager.js';

export type ContentFinisherPorts = OrphanPorts & {
  readonly keys: Pick<KeyStore, 'getMany' | 'destroy'>;
  readonly blobs: Pick<BlobStore, 'get' | 'delete'>;
};

/** Who read the stream before the event may still open what it named. */
const graceMs = 60_000;
/** Somebody who goes on writing replaces content every few seconds: their stream is looked at once they pause. */
const atLatestMs = 600_000;

/**
 * Deletes content that no longer belongs to anything, and its keys, once an event ends it by its definition
 * (`endsContent`): also what is older than a day, which the sweep of the vault has visited before, and what a process
 * leaves that ends right after the event.
 */
export function contentFinishersOf(resources: readonly Resource[]) {
  const ending = resources.flatMap(({ streams }) => streams).filter(({ events }) => events.some(isEnding));
  if (ending.length === 0) return [];
  const types = ending.flatMap(({ events }) => events.filter(isEnding).map(({ type }) => type));
  const categories = ending.map(({ category }) => category);
  for (const category of categories) {
    if (resourceOf(resources, category)?.orphansOf === undefined) {
      throw new TypeError(`events of ${category} end content, and its resource has no orphansOf`);
    }
  }
  const followed = { name: 'content-finisher', filter: { categories, types } };
  return [
    {
      ...followed,
      afterMs: () => atLatestMs,
      make: ({ services }: { readonly services: { readonly ports: ContentFinisherPorts } }) =>
        createContentFinisher(services.ports, resources, followed),
    },
  ] satisfies readonly DeclaredProcessManager[];
}

const isEnding = ({ endsContent }: { readonly endsContent: boolean }): boolean => endsContent;

interface Ended {
  readonly stream: StreamName;
  readonly revision: number;
  readonly atMs: number;
}

function createContentFinisher(
  ports: ContentFinisherPorts,
  resources: readonly Resource[],
  followed: Pick<ProcessManager, 'name' | 'filter'>,
): ProcessManager {
  const backlog = new Backlog<Ended>();
  return {
    ...followed,
    backlog,
    note(stored) {
      const { id, stream, revision } = stored;
      const [recorded] = ports.codec.decode([stored]);
      backlog.add(id, { stream, revision, atMs: Date.parse(recorded?.metadata.time ?? '') });
    },
    async act() {
      const ripeAtMs = ports.clock.now() - graceMs;
      const open = new Map<StreamName, (readonly [id: string, Ended])[]>();
      for (const entry of backlog.entries()) {
        const { stream } = entry[1];
        const others = open.get(stream);
        if (others === undefined) open.set(stream, [entry]);
        else others.push(entry);
      }
      await eachInTurn(open, async ([stream, ended]) => {
        const ripe = ended.filter(([, { atMs }]) => atMs <= ripeAtMs);
        const isLate = ripe.some(([, { atMs }]) => atMs <= ripeAtMs + graceMs - atLatestMs);
        if (ripe.length < ended.length && !isLate) return;
        await removeEnded(ports, resources, stream, ripe.at(-1)?.[1].revision ?? 0);
        for (const [id] of ripe) backlog.finish(id);
      });
    },
  };
}

/** What was named in a stream before a revision, as far as its resource needs it no more. Repeatable. */
async function removeEnded(
  ports: ContentFinisherPorts,
  resources: readonly Resource[],
  stream: StreamName,
  revision: number,
): Promise<void> {
  const stored = await ports.store.readStream(stream, { limit: revision });
  const named = (await decodeInTurns(ports.codec, stored, undefined)).flatMap(contentsIn);
  const entries = named.flatMap(({ blobId, kid, createdAt }) =>
    [blobId, rowOf(kid)].map((id) => ({ id, anchor: stream, createdAt })),
  );
  const found = await resourceOf(resources, categoryOf(stream))?.orphansOf?.(ports, stream, entries);
  const orphans = new Set(found?.map(({ id }) => id));
  const kids = new Set(named.flatMap(({ kid }) => (orphans.has(rowOf(kid)) ? [kid] : [])));
  const states = await ports.keys.getMany([...kids]);
  const present = [...kids].filter((kid) => states.get(kid)?.state === 'present');
  if (present.length > 0) await ports.keys.destroy(present, new Date(ports.clock.now()).toISOString());
  const blobIds = new Set(named.flatMap(({ blobId }) => (orphans.has(blobId) ? [blobId] : [])));
  if (blobIds.size > 0) await ports.blobs.delete([...blobIds]);
}

interface NamedContent {
  readonly blobId: string;
  readonly kid: Kid;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Wherever in its data the event names a blob with its key. */
function contentsIn({ event, metadata: { time } }: Recorded): readonly NamedContent[] {
  const found: NamedContent[] = [];
  const look = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    if (isContent(value)) found.push({ blobId: value.blobId, kid: value.kid, createdAt: time });
    else Object.values(value).forEach(look);
  };
  look(event.data);
  return found;
}

function isContent(value: object): value is { readonly blobId: string; readonly kid: Kid } {
  return 'blobId' in value && 'kid' in value && typeof value.blobId === 'string' && typeof value.kid === 'string';
}
