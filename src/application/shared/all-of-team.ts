import type { DomainEvent } from '../../domain/shared/decider.js';
import type { Projection } from '../../projections/shared/projection.js';
import type { Scalar } from '../ports/read-store.js';
import type { Ports } from './ports.js';
import { teamList } from './team-list.js';

export type TeamReadPorts = Pick<Ports, 'readStore' | 'ownWrites'>;

/** All that a team has of a kind of which it may have few, newest first, once its own last write shows. */
export async function allOfTeam<Event extends DomainEvent, Document extends { readonly id: string }>(
  ports: TeamReadPorts,
  projection: Projection<Event, Document>,
  teamId: string,
  equals: Readonly<Record<string, Scalar>> = {},
): Promise<readonly Document[]> {
  const all: Document[] = [];
  for (let page = {}; ; ) {
    const found = await teamList(ports, projection, { teamId, page, equals });
    if ('refused' in found) return all;
    all.push(...found.documents);
    const last = all.at(-1);
    if (!found.hasMore || last === undefined) return all;
    page = { after: last.id };
  }
}
