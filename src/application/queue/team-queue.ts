import { queue } from '../../domain/queue/queue.js';
import { queueStream } from '../../domain/shared/stream-name.js';
import type { PendingRow } from '../../projections/pending/pending.document.js';
import type { DocumentShape, ReadStoreReader } from '../ports/read-store.js';
import { load, type LogPorts } from '../shared/handle.js';
import type { OwnWrites } from '../shared/own-writes.js';
import { type CountedLine, domainOf, emptyLine, lineKey, withRow } from './list-queue.js';
import { teamRows } from './pending-rows.js';
import type { GetTeamQueueQuery, GetTeamQueueResult } from './queue.queries.js';

export interface TeamQueueDependencies {
  readonly ports: LogPorts;
  readonly readStore: Pick<ReadStoreReader, 'list'>;
  readonly pending: DocumentShape;
  readonly ownWrites: OwnWrites;
  /** It is asked every few seconds: what lies beyond these is not looked at. */
  readonly mostRows?: number;
  /** Each costs the reading of a mail, for the name of its domain. */
  readonly mostLines?: number;
}

export type GetTeamQueue = (query: GetTeamQueueQuery) => Promise<GetTeamQueueResult>;

/** What waits for one team, by destination and MX set: most recipients first. */
export function createGetTeamQueue(dependencies: TeamQueueDependencies): GetTeamQueue {
  const { ports, readStore, pending, ownWrites, mostRows = 2_000, mostLines = 100 } = dependencies;
  return async ({ teamId }) => {
    await ownWrites.settled(teamId, pending.name);
    const { state } = await load(ports, queue, queueStream);
    const nowMs = ports.clock.now();
    const lines = new Map<string, { readonly line: CountedLine; readonly first: PendingRow }>();
    let rows = 0;
    // One more than is shown: its presence means that the answer is incomplete.
    for await (const row of teamRows(readStore, pending, teamId, mostRows + 1)) {
      rows += 1;
      if (rows > mostRows) break;
      const known = lines.get(lineKey(row)) ?? { line: emptyLine(row, state, nowMs), first: row };
      // Empty where it is in an attempt.
      const first = row.dueAt < known.first.dueAt ? row : known.first;
      lines.set(lineKey(row), { first, line: withRow(known.line, row, nowMs) });
    }
    const sizeOf = ({ line }: { readonly line: CountedLine }): number => line.due + line.waiting + line.claimed;
    const largest = [...lines.values()].sort((left, right) => sizeOf(right) - sizeOf(left)).slice(0, mostLines);
    const shown = largest.map(async ({ line, first }) => {
      return { ...line, domain: await domainOf(ports, first), firstEmailId: first.emailId };
    });
    return { lines: await Promise.all(shown), isComplete: rows <= mostRows && lines.size <= mostLines };
  };
}
