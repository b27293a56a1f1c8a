import { query } from '../access/use-case.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { timeOfId } from '../../domain/shared/uuid-time.js';
import { type ErasureDocument, erasuresProjection } from '../../projections/erasures/erasures.projection.js';
import { nextTurn } from '../shared/delay.js';
import { listPage } from '../shared/list-page.js';
import type { LogPorts } from '../shared/handle.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Ports } from '../shared/ports.js';
import { type Destroyed, type ErasureRecord, readRecord, togetherDestroyed } from './erasure-record.js';
import { isFirstTeam, type NotFirstTeam, notFirstTeam } from './first-team.js';

/** GET /dashboard-api/erasures: those of people, newest first. */
export interface ListErasures {
  readonly teamId: string;
  readonly page: PageRequest;
}
type ListErasuresResult = Page<ErasureDocument> | NotFirstTeam;

/** GET /dashboard-api/erasures/{id}. Undefined when no erasure of a person has this id. */
export interface GetErasure {
  readonly teamId: string;
  readonly erasureId: string;
}
type GetErasureResult = ErasureView | NotFirstTeam | undefined;

/** One erasure with all that the log says of it. */
export interface ErasureView extends ErasureRecord {
  readonly id: string;
  /** Sum over the complete parts: how far it has come while it is in progress. */
  readonly destroyed: Destroyed;
  /** What it was carried out in, in the order of their requests. */
  readonly parts: readonly ErasureRecord[];
}

type ReadErasuresPorts = LogPorts & Pick<Ports, 'readStore' | 'ownWrites'>;

export const ListErasures = query({
  name: 'ListErasures',
  need: 'person admin',
  run: async (ports: ReadErasuresPorts, { teamId, page }: ListErasures): Promise<ListErasuresResult> => {
    const { readStore, ownWrites } = ports;
    if (!(await isFirstTeam(ports, teamId))) return notFirstTeam;
    await ownWrites.settled(teamId, erasuresProjection.name);
    const definition = {
      shape: erasuresProjection,
      teamId,
      equals: { scope: 'person' },
      orderBy: 'requestedAt',
      place: {
        valueOf: ({ requestedAt }: ErasureDocument) => requestedAt,
        belongs: ({ scope }: ErasureDocument) => scope === 'person',
        ofDeleted: timeOfId,
      },
    };
    return listPage(readStore, definition, page);
  },
});

export const GetErasure = query({
  name: 'GetErasure',
  need: 'person admin',
  run: async (ports: ReadErasuresPorts, { teamId, erasureId }: GetErasure): Promise<GetErasureResult> => {
    if (!(await isFirstTeam(ports, teamId))) return notFirstTeam;
    return getErasure(ports, erasureId);
  },
});

/** More parts than any erasure has: each is some 5,000 names. */
const maxParts = 10_000;

/**
 * From the log itself, so that what is certified is what was written; the read model only knows where the parts are. It
 * reads the end of an erasure after all of its parts: until then the erasure is shown as under way.
 */
async function getErasure(ports: ReadErasuresPorts, erasureId: string): Promise<ErasureView | undefined> {
  const own = await readRecord(ports, streamName('erasure', erasureId));
  if (own === undefined || own.requested.event.data.scope !== 'person') return undefined;
  const { correlationId } = own.requested.metadata;
  const found = await ports.readStore.list(erasuresProjection, {
    equals: { correlationId },
    orderBy: 'requestedAt',
    direction: 'asc',
    limit: maxParts,
  });
  const parts: ErasureRecord[] = [];
  let isWhole = false;
  for (const { document } of found.documents) {
    const { id, scope, completedAt } = document;
    if (id === erasureId) isWhole = completedAt !== null;
    const part = scope === 'listed' ? await readRecord(ports, streamName('erasure', id)) : undefined;
    if (part !== undefined) parts.push(part);
    // Each has some 5,000 names.
    await nextTurn();
  }
  const completed = isWhole ? own.completed : null;
  return { requested: own.requested, completed, id: erasureId, parts, destroyed: togetherDestroyed(parts) };
}
