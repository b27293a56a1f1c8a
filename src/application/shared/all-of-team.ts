import type { DomainEvent } from '../../domain/shared/decider.js';
import type { Projection } from '../../projections/shared/projection.js';
import type { Ports } from './ports.js';
import { teamList } from './team-list.js';

export type TeamReadPorts = Pick<Ports, 'readStore' | 'ownWrites'>;

/** All that a team has of a kind of which it may have few, newest first, once its own last write shows. */
export async function allOfTeam<Event extends DomainEvent, Document extends object>(
  ports: TeamReadPorts,
  projection: Projection<Event, Document>,
  teamId: string,
): Promise<readonly Document[]> {
  const page = await teamList(ports, projection, { teamId, page: {} });
  return 'refused' in page ? [] : page.documents;
}
