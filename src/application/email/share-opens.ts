import { lowestIdAt } from '../../domain/shared/uuid-time.js';
import { logsProjection, sharedRoute } from '../../projections/logs/logs.projection.js';
import type { ReadStore } from '../ports/read-store.js';

export interface ShareOpens {
  readonly count: number;
  /** ISO 8601. */
  readonly lastAt: string;
}

/** Opens that are counted over all links of an email, newest first. */
const mostOpensCounted = 1_000;

/** How often each link of a mail opened it since then, by the link's id, as far as the request log has it. */
export async function shareOpens(
  { readStore }: { readonly readStore: Pick<ReadStore, 'list'> },
  mail: { readonly teamId: string; readonly emailId: string },
  sinceMs: number,
): Promise<ReadonlyMap<string, ShareOpens>> {
  const { teamId, emailId } = mail;
  const { documents } = await readStore.list(logsProjection, {
    equals: { teamId, route: sharedRoute, endpoint: `/share/${emailId}` },
    orderBy: 'id',
    direction: 'desc',
    until: lowestIdAt(sinceMs),
    limit: mostOpensCounted,
  });
  const opens = new Map<string, ShareOpens>();
  for (const { document } of documents) {
    const { shareId, at } = document;
    if (shareId === undefined) continue;
    const known = opens.get(shareId);
    opens.set(shareId, { count: (known?.count ?? 0) + 1, lastAt: known?.lastAt ?? at });
  }
  return opens;
}
