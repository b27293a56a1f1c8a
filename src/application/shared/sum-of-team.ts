import type { DomainEvent } from '../../domain/shared/decider.js';
import type { Projection } from '../../projections/shared/projection.js';
import type { TeamReadPorts } from './all-of-team.js';
import { teamList } from './team-list.js';

const atOnce = 200;

/** A sum over all that a team has of a kind, read in pages: other requests have their turns between. */
export async function sumOfTeam<Event extends DomainEvent, Document extends { readonly id: string }>(
  ports: TeamReadPorts,
  projection: Projection<Event, Document>,
  teamId: string,
  amountOf: (document: Document) => number,
): Promise<number> {
  let sum = 0;
  let after: string | undefined;
  for (;;) {
    const page = { limit: atOnce, ...(after === undefined ? {} : { after }) };
    const found = await teamList(ports, projection, { teamId, page });
    if ('refused' in found) return sum;
    for (const document of found.documents) sum += amountOf(document);
    after = found.documents.at(-1)?.id;
    if (!found.hasMore || after === undefined) return sum;
  }
}
