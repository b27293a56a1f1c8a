import { query } from '../access/use-case.js';
import type { SuppressionOrigin, SuppressionScope } from '../../domain/suppression/events.js';
import { suppression } from '../../domain/suppression/suppression.js';
import {
  type SuppressionDocument,
  foldSuppression,
  suppressionsProjection,
} from '../../projections/suppressions/suppressions.projection.js';
import { createdInLog } from '../shared/created-in-log.js';
import { load, type LogPorts } from '../shared/handle.js';
import { listPage } from '../shared/list-page.js';
import type { Page, PageRequest } from '../shared/page.js';
import type { Ports } from '../shared/ports.js';
import { suppressionId, suppressionStream } from './write-suppression.js';

/** An entry, by its id or by its address. */
export type SuppressionKey = { readonly id: string } | { readonly address: string };

/** Entries that came about this way, and that hold this mail; undefined: any. */
interface SuppressionFilter {
  readonly origin?: SuppressionOrigin | undefined;
  readonly scope?: SuppressionScope | undefined;
}

/** GET /suppressions, newest first. */
export interface ListSuppressions {
  readonly teamId: string;
  readonly filter: SuppressionFilter;
  readonly page: PageRequest;
}
export type ListSuppressionsResult = Page<SuppressionDocument>;

/** GET /suppressions/{id or email}. Undefined when it is not on the team's list. */
export interface GetSuppression {
  readonly teamId: string;
  readonly key: SuppressionKey;
}
export type GetSuppressionResult = SuppressionDocument | undefined;

export type ListSuppressionsPorts = Pick<Ports, 'readStore' | 'ownWrites' | 'store' | 'codec'>;
export type GetSuppressionPorts = LogPorts & Pick<Ports, 'hash'>;

export const ListSuppressions = query({ name: 'ListSuppressions', need: 'read-only', run: listSuppressions });

export const GetSuppression = query({ name: 'GetSuppression', need: 'read-only', run: getSuppression });

export async function listSuppressions(
  ports: ListSuppressionsPorts,
  { teamId, filter: { origin, scope }, page }: ListSuppressions,
): Promise<ListSuppressionsResult> {
  const { readStore, ownWrites } = ports;
  await ownWrites.settled(teamId, suppressionsProjection.name);
  const definition = {
    shape: suppressionsProjection,
    teamId,
    equals: { teamId, ...(origin === undefined ? {} : { origin }), ...(scope === undefined ? {} : { scope }) },
    orderBy: 'createdAt',
    place: {
      valueOf: ({ createdAt }: SuppressionDocument) => createdAt,
      belongs: (entry: SuppressionDocument) => entry.teamId === teamId,
      ofDeleted: (id: string) =>
        createdInLog(ports, { stream: suppressionStream(id), created: 'SuppressionAdded', teamId }),
    },
  };
  return listPage(readStore, definition, page);
}

export async function getSuppression(
  ports: GetSuppressionPorts,
  { teamId, key }: GetSuppression,
): Promise<GetSuppressionResult> {
  const stream = suppressionStream(idOfKey(ports, teamId, key));
  const { events } = await load(ports, suppression, stream, true);
  const found = foldSuppression(events);
  return found?.teamId === teamId ? found : undefined;
}

export function idOfKey(ports: Parameters<typeof suppressionId>[0], teamId: string, key: SuppressionKey): string {
  return 'id' in key ? key.id : suppressionId(ports, teamId, key.address);
}
