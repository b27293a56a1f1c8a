import {
  savedBlock,
  type SavedBlockCommand,
  type SavedBlockEvent,
  type SavedBlockRefusal,
  type SavedBlockState,
} from '../../domain/saved-block/saved-block.js';
import { type Kid, rowOf } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { streamName, type StreamName } from '../../domain/shared/stream-name.js';
import type { WrittenDocument } from '../../domain/template/content.js';
import {
  foldSavedBlock,
  type SavedBlockDocument,
  savedBlocksProjection,
} from '../../projections/saved-blocks/saved-blocks.projection.js';
import { command, query } from '../access/use-case.js';
import type { BlobStore, KeyStore } from '../ports/vault.js';
import type { VaultEntryPlace } from '../ports/vault-sweep.js';
import type { TeamReadPorts } from '../shared/all-of-team.js';
import { type Changed, changeOne } from '../shared/change-one.js';
import type { RequestContext } from '../shared/context.js';
import { load, type LogPorts } from '../shared/handle.js';
import type { OrphanPorts } from '../shared/orphans.js';
import type { PageRequest } from '../shared/page.js';
import { teamList } from '../shared/team-list.js';
import { type TooMany, withRoomOfTeam } from '../shared/with-room.js';
import { type ContentPorts, openContent, sealContent, type SealPorts } from '../template/template-content.js';
import { noContent } from '../template/template-settings.js';

const mostBlocks = 200;

/** What stands in an email by name is one: it has no footer, and nothing that follows another. */
const notSaved: readonly string[] = ['footer', 'savedBlock'];

type SavedBlockPorts = LogPorts & SealPorts & TeamReadPorts;
type BlobPorts = { readonly blobs: Pick<BlobStore, 'delete'> };

const savedBlockStream = (id: string): StreamName => streamName('savedblock', id);

type Unfit = { readonly refused: 'unfit-block' };

const unfit = ({ doc: { content = [] } }: WrittenDocument): boolean => content.length === 0 || content.some(isNotSaved);

/** In columns as well: what stands in a copy of blocks is not looked for there when the other block is changed. */
const isNotSaved = ({ type, content = [] }: WrittenDocument['doc']): boolean =>
  notSaved.includes(type) || content.some(isNotSaved);

const seal = (
  ports: SavedBlockPorts,
  stream: StreamName,
  document: WrittenDocument,
  kid: Kid | undefined,
  teamId: string,
) => sealContent(ports, stream, { ...noContent, document }, kid, teamId);

/** POST /dashboard-api/saved-blocks. */
export interface CreateSavedBlock {
  readonly context: RequestContext;
  readonly name: string;
  readonly isSynced: boolean;
  readonly document: WrittenDocument;
}
export const CreateSavedBlock = command({
  name: 'CreateSavedBlock',
  need: 'member',
  async run(
    ports: SavedBlockPorts,
    { context, name, isSynced, document }: CreateSavedBlock,
  ): Promise<Changed<SavedBlockRefusal> | TooMany | Unfit> {
    if (unfit(document)) return { refused: 'unfit-block' };
    const { teamId } = context;
    const room = { category: 'savedblock', teamId, most: mostBlocks } as const;
    return withRoomOfTeam(ports, savedBlocksProjection, room, async () => {
      const stream = savedBlockStream(ports.ids.next());
      const block = { teamId, name, isSynced, content: await seal(ports, stream, document, undefined, teamId) };
      return changeOne(ports, savedBlock, stream, { type: 'CreateSavedBlock', block }, context);
    });
  },
});

/** PATCH /dashboard-api/saved-blocks/{id}: what is left out stays. */
export interface ChangeSavedBlock {
  readonly context: RequestContext;
  readonly savedBlockId: string;
  readonly name: string | undefined;
  readonly document: WrittenDocument | undefined;
  /** The version whose blocks were looked at; undefined: whatever is there is changed. */
  readonly version: number | undefined;
}
export const ChangeSavedBlock = command({
  name: 'ChangeSavedBlock',
  need: 'member',
  async run(
    ports: SavedBlockPorts & BlobPorts,
    { context, savedBlockId, name, document, version }: ChangeSavedBlock,
  ): Promise<Changed<SavedBlockRefusal> | Unfit> {
    const { teamId } = context;
    if (document !== undefined && unfit(document)) return { refused: 'unfit-block' };
    const stream = savedBlockStream(savedBlockId);
    const { state, events } = await load(ports, savedBlock, stream);
    if (state?.teamId !== teamId || state.isDeleted) return { refused: 'not-found' };
    const content = await contentAfter(ports, stream, state, { document, version });
    if (content === 'changed') return { refused: content };
    const change = { ...(name === undefined ? {} : { name }), ...(content === undefined ? {} : { content }) };
    const asked = { type: 'ChangeSavedBlock', teamId, before: version, change } as const satisfies SavedBlockCommand;
    const changed = await changeOne(ports, savedBlock, stream, asked, context);
    // A request of this moment may open what was replaced: the content finisher deletes that later.
    if (!('refused' in changed) && content !== undefined) await ports.blobs.delete(blobsIn(events).slice(-2, -1));
    return changed;
  },
});

/** The blobs of its blocks, each once, the newest last. */
const blobsIn = (events: readonly Recorded<SavedBlockEvent>[]): readonly string[] => [
  ...new Set(events.flatMap(({ event: { data } }) => ('content' in data ? [data.content.blobId] : []))),
];

/** @returns undefined where its blocks are as they were. Nothing is sealed for a change that is refused. */
async function contentAfter(
  ports: SavedBlockPorts,
  stream: StreamName,
  { teamId, content, version }: NonNullable<SavedBlockState>,
  { document, version: seen = version }: Pick<ChangeSavedBlock, 'document' | 'version'>,
) {
  if (document === undefined) return undefined;
  const before = await openContent(ports, content);
  const isSame = JSON.stringify(before.document) === JSON.stringify(document);
  if (isSame) return undefined;
  return seen === version ? seal(ports, stream, document, content.kid, teamId) : 'changed';
}

/** DELETE /dashboard-api/saved-blocks/{id}: emails that have it keep its blocks. */
export interface DeleteSavedBlock {
  readonly context: RequestContext;
  readonly savedBlockId: string;
}
export const DeleteSavedBlock = command({
  name: 'DeleteSavedBlock',
  need: 'member',
  async run(
    ports: SavedBlockPorts & BlobPorts & { readonly keys: Pick<KeyStore, 'destroy'> },
    { context, savedBlockId }: DeleteSavedBlock,
  ): Promise<Changed<SavedBlockRefusal>> {
    const stream = savedBlockStream(savedBlockId);
    const loaded = await load(ports, savedBlock, stream);
    const asked = { type: 'DeleteSavedBlock', teamId: context.teamId } as const;
    const deleted = await changeOne(ports, savedBlock, stream, asked, context, { loaded });
    if ('refused' in deleted || loaded.state === null) return deleted;
    // What a crash leaves of it, the content finisher removes.
    await ports.keys.destroy([loaded.state.content.kid], new Date(ports.clock.now()).toISOString());
    await ports.blobs.delete(blobsIn(loaded.events).slice(-2));
    return deleted;
  },
});

/** GET /dashboard-api/saved-blocks, newest first. */
export interface ListSavedBlocks {
  readonly teamId: string;
  readonly page: Partial<PageRequest>;
}
export const ListSavedBlocks = query({
  name: 'ListSavedBlocks',
  need: 'read-only',
  run: (ports: TeamReadPorts, { teamId, page }: ListSavedBlocks) =>
    teamList(ports, savedBlocksProjection, { teamId, page }),
});

/** GET /dashboard-api/saved-blocks/{id}. Undefined when the team has no such block. */
export interface GetSavedBlock {
  readonly teamId: string;
  readonly savedBlockId: string;
}
interface ShownSavedBlock {
  readonly block: SavedBlockDocument;
  readonly document: WrittenDocument | undefined;
}
export const GetSavedBlock = query({
  name: 'GetSavedBlock',
  need: 'read-only',
  async run(ports: LogPorts & ContentPorts, asked: GetSavedBlock): Promise<ShownSavedBlock | undefined> {
    const block = await getSavedBlock(ports, asked);
    return block && { block, document: (await openContent(ports, block.content)).document };
  },
});

/** From its own stream, so that every write that was answered shows. */
export async function getSavedBlock(
  ports: LogPorts,
  { teamId, savedBlockId }: GetSavedBlock,
): Promise<SavedBlockDocument | undefined> {
  const { events } = await load(ports, savedBlock, savedBlockStream(savedBlockId));
  const found = foldSavedBlock(events);
  return found?.teamId === teamId ? found : undefined;
}

/** The saved blocks that a document follows, by id, with the version of each that it has. */
export function followedBlocks(document: WrittenDocument | undefined): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const look = ({ type, attrs, content = [] }: WrittenDocument['doc']): void => {
    const { blockId, version } = attrs ?? {};
    if (type === 'savedBlock' && typeof blockId === 'string')
      found.set(blockId, Math.min(found.get(blockId) ?? Infinity, typeof version === 'number' ? version : 0));
    for (const each of content) look(each);
  };
  if (document !== undefined) look(document.doc);
  return found;
}

/** Blocks that were replaced, and all of one that was deleted. What the log does not name yet stays. */
export async function savedBlockOrphans(
  ports: OrphanPorts,
  stream: StreamName,
  entries: readonly VaultEntryPlace[],
): Promise<readonly VaultEntryPlace[]> {
  const { state, events } = await load(ports, savedBlock, stream);
  if (state === null) return [];
  const { blobId, kid } = state.content;
  const left = new Set(blobsIn(events).filter((each) => state.isDeleted || each !== blobId));
  if (state.isDeleted) left.add(rowOf(kid));
  return entries.filter(({ id }) => left.has(id));
}
