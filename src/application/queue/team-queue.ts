import { query } from '../access/use-case.js';
import { holds, type Pause, queue } from '../../domain/queue/queue.js';
import { queueStream } from '../../domain/shared/stream-name.js';
import type { PendingRow } from '../../projections/pending/pending.document.js';
import { pendingProjection } from '../../projections/pending/pending.projection.js';
import { nextTurn } from '../shared/delay.js';
import { load, type LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import {
  type CountedLine,
  domainIn,
  emptyLine,
  lastSaidIn,
  lineKey,
  openEmail,
  type QueueLine,
  type SaidReply,
  withRow,
} from './list-queue.js';
import { teamRows } from './pending-rows.js';

/** GET /dashboard-api/queue. */
export interface GetTeamQueue {
  readonly teamId: string;
}

export interface GetTeamQueueResult {
  readonly lines: readonly TeamQueueLine[];
  /** Nothing that waits is left out. */
  readonly isComplete: boolean;
  /** Every pause that holds, for the first team alone: it speaks for the server. */
  readonly pauses: readonly NamedPause[];
}

interface NamedPause extends Pause {
  /** In clear, where mail of the team shows it; null: the log knows a hash. */
  readonly domain: string | null;
}

export interface TeamQueueLine extends QueueLine {
  /** Among the emails that it counts: one in an attempt, or else the one that is due first. */
  readonly firstEmailId: string;
  /** What the receiver said at the last try; null: nothing, or it is erased. */
  readonly lastSaid: string | null;
}

export type GetTeamQueuePorts = LogPorts & Pick<Ports, 'readStore' | 'ownWrites'> & { readonly firstTeamId: string };

export const GetTeamQueue = query({
  name: 'GetTeamQueue',
  need: 'read-only',
  run: (ports: GetTeamQueuePorts, query: GetTeamQueue): Promise<GetTeamQueueResult> => getTeamQueue(ports, query),
});

export interface TeamQueueLimits {
  /** It is asked every few seconds: what lies beyond these is not looked at. */
  readonly mostRows?: number;
  /** Each costs the reading of one mail or two, for the name of its domain and what was said. */
  readonly mostLines?: number;
}

/** `tried`: a row that a receiver has answered; null: there is none. */
interface KnownLine {
  readonly line: CountedLine;
  readonly first: PendingRow;
  readonly tried: PendingRow | null;
}

/** What waits for one team, by destination and MX set: most recipients first. */
export async function getTeamQueue(
  ports: GetTeamQueuePorts,
  { teamId }: GetTeamQueue,
  { mostRows = 2_000, mostLines = 100 }: TeamQueueLimits = {},
): Promise<GetTeamQueueResult> {
  await ports.ownWrites.settled(teamId, pendingProjection.name);
  const { state } = await load(ports, queue, queueStream);
  const nowMs = ports.clock.now();
  const lines = new Map<string, KnownLine>();
  let rows = 0;
  // One more than is shown: whether there are more.
  for await (const row of teamRows(ports.readStore, teamId, mostRows + 1)) {
    rows += 1;
    if (rows > mostRows) break;
    const known = lines.get(lineKey(row)) ?? { line: emptyLine(row, state, nowMs), first: row, tried: null };
    // Empty where it is in an attempt.
    const first = row.dueAt < known.first.dueAt ? row : known.first;
    const tried = row.lastReply === null ? known.tried : row;
    lines.set(lineKey(row), { first, tried, line: withRow(known.line, row, nowMs) });
  }
  const sizeOf = ({ line }: KnownLine): number => line.due + line.waiting + line.claimed;
  const largest = [...lines.values()].sort((left, right) => sizeOf(right) - sizeOf(left)).slice(0, mostLines);
  const { domains, replies } = await readFromEmails(ports, largest);
  const named = largest.map((known) => {
    const { line, first } = known;
    const said = replies.get(known) ?? null;
    return {
      ...line,
      replyKind: said?.kind ?? line.replyKind,
      lastSaid: said?.text ?? null,
      domain: domains.get(known) ?? null,
      firstEmailId: first.emailId,
    };
  });
  const holding = teamId === ports.firstTeamId ? state.pauses.filter((pause) => holds(pause, nowMs)) : [];
  const domainOfPause = ({ kind, name }: Pause) =>
    kind === 'destination' ? (named.find(({ destination }) => destination === name)?.domain ?? null) : null;
  return {
    lines: named,
    isComplete: rows <= mostRows && lines.size <= mostLines,
    pauses: holding.map((pause) => ({ ...pause, domain: domainOfPause(pause) })),
  };
}

/**
 * What only the emails say of the lines. Each is opened once, one after the other: fifty recipients at as many
 * receivers that defer it for days are fifty lines, and thousands of events.
 */
async function readFromEmails(ports: LogPorts, lines: readonly KnownLine[]) {
  const domains = new Map<KnownLine, string | null>();
  const replies = new Map<KnownLine, SaidReply | null>();
  for (const emailId of new Set(
    lines.flatMap(({ first, tried }) => [first, tried ?? first].map((row) => row.emailId)),
  )) {
    const events = await openEmail(ports, emailId);
    for (const known of lines) {
      const { first, tried } = known;
      if (first.emailId === emailId) domains.set(known, domainIn(events, first));
      if (tried?.emailId === emailId) replies.set(known, lastSaidIn(events, tried));
    }
    await nextTurn();
  }
  return { domains, replies };
}
