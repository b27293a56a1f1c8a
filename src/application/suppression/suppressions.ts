import type { Position, Recorded } from '../../domain/shared/recorded.js';
import { suppression, type SuppressionState } from '../../domain/suppression/suppression.js';
import type { SuppressionDocument } from '../../projections/suppressions/suppressions.document.js';
import type { DocumentShape, ReadStore } from '../ports/read-store.js';
import { unavailable } from '../shared/context.js';
import { handle, load } from '../shared/handle.js';
import { listPage } from '../shared/list-page.js';
import type { OwnWrites } from '../shared/own-writes.js';
import { suppressionId, suppressionStream } from './suppression-streams.js';
import type {
  AddSuppressionsCommand,
  AddSuppressionsResult,
  GetSuppressionQuery,
  GetSuppressionResult,
  ListSuppressionsQuery,
  ListSuppressionsResult,
  RemoveSuppressionsCommand,
  RemoveSuppressionsResult,
  SuppressionKey,
} from './suppression.messages.js';
import { type SuppressionPorts, writeSuppression } from './write-suppression.js';

export interface SuppressionsDependencies {
  readonly ports: SuppressionPorts;
  readonly readStore: Pick<ReadStore, 'get' | 'list'>;
  readonly suppressions: DocumentShape;
  readonly foldSuppression: (events: readonly Recorded[]) => SuppressionDocument | undefined;
  readonly ownWrites: OwnWrites;
}

/** What a team may do with its own list. */
export interface Suppressions {
  add(command: AddSuppressionsCommand): Promise<AddSuppressionsResult>;
  remove(command: RemoveSuppressionsCommand): Promise<RemoveSuppressionsResult>;
  get(query: GetSuppressionQuery): Promise<GetSuppressionResult>;
  list(query: ListSuppressionsQuery): Promise<ListSuppressionsResult>;
}

export function createSuppressions(dependencies: SuppressionsDependencies): Suppressions {
  const { ports, readStore, suppressions, foldSuppression, ownWrites } = dependencies;

  const idOfKey = (teamId: string, key: SuppressionKey): string =>
    'id' in key ? key.id : suppressionId(ports, teamId, key.address);

  function noted(teamId: string, position: Position | undefined): void {
    if (position !== undefined) ownWrites.note(teamId, position);
  }

  async function removeOne({ context }: RemoveSuppressionsCommand, id: string): Promise<boolean | undefined> {
    const command = { type: 'RemoveSuppression', teamId: context.teamId } as const;
    const handled = await handle(ports, suppression, suppressionStream(id), command, { context, region: null });
    if ('events' in handled) noted(context.teamId, handled.position);
    else if (handled.refused === 'unavailable') return undefined;
    return 'events' in handled;
  }

  return {
    async add({ context, addresses, scope }) {
      const { teamId } = context;
      const told = { type: 'AddSuppression', scope, nowMs: ports.clock.now() } as const;
      const provenance = { context, region: null };
      const added = await Promise.all(
        addresses.map((address) => writeSuppression(ports, { teamId, address }, told, provenance)),
      );
      for (const { written } of added) noted(teamId, written?.position);
      // What was added stays: adding it again changes nothing.
      return added.some(({ written }) => written === undefined) ? unavailable : { ids: added.map(({ id }) => id) };
    },

    async remove(command) {
      const ids = command.keys.map((key) => idOfKey(command.context.teamId, key));
      const removed = await Promise.all(ids.map(async (id) => ({ id, deleted: await removeOne(command, id) })));
      const known = removed.flatMap(({ id, deleted }) => (deleted === undefined ? [] : [{ id, deleted }]));
      return known.length === removed.length ? { removed: known } : unavailable;
    },

    async get({ teamId, key }) {
      const stream = suppressionStream(idOfKey(teamId, key));
      const { events } = await load<SuppressionState, never>(ports, suppression, stream, true);
      const found = foldSuppression(events);
      return found?.teamId === teamId ? found : undefined;
    },

    async list({ teamId, origin, page }) {
      await ownWrites.settled(teamId, suppressions.name);
      const belongs = (document: SuppressionDocument): boolean => document.teamId === teamId;
      const valueOf = ({ createdAt }: SuppressionDocument): string => createdAt;
      const equals = origin === undefined ? { teamId } : { teamId, origin };
      return listPage(readStore, { shape: suppressions, equals, orderBy: 'createdAt', valueOf, belongs }, page);
    },
  };
}
