import type { DropWaiting, RetryNow } from '../../domain/email/commands.js';
import { email } from '../../domain/email/email.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { Position } from '../../domain/shared/recorded.js';
import type { PendingRow } from '../../projections/pending/pending.document.js';
import type { ReadStoreReader } from '../ports/read-store.js';
import { handle, load, type LogPorts, type Provenance } from '../shared/handle.js';
import { allRows, teamRows } from './pending-rows.js';

/**
 * Which mails: one, or what is pending for a destination or was last tried over an MX set. A destination's name is its
 * keyed hash.
 */
export type Selection =
  | { readonly kind: 'mail'; readonly id: string }
  | { readonly kind: 'destination' | 'mx-set'; readonly name: string };

export type Move = { readonly what: 'retry' | 'drop'; readonly reason: string };

export type MovePorts = LogPorts & { readonly readStore: Pick<ReadStoreReader, 'list'> };

export interface Moved {
  readonly mails: number;
  readonly recipients: number;
  /** Their state could not be written: the same command takes them up again. */
  readonly unavailable: number;
  /** Nothing that was selected is left out. */
  readonly isComplete: boolean;
  /** Position of the last event; undefined when none was written. */
  readonly position: Position | undefined;
}

/** Mails of one team only, and no more than a request can wait for. */
export interface MoveScope {
  readonly teamId: string;
  readonly mostMails: number;
}

/**
 * Makes the selected mails due now, or gives them up, each by an event of its own with who did it and why. Recipients
 * in an attempt are left to it. Undefined when there is no such mail.
 */
export async function moveMails(
  ports: MovePorts,
  selection: Selection,
  move: Move,
  context: Omit<Provenance['context'], 'teamId'>,
  scope?: MoveScope,
): Promise<Moved | undefined> {
  const moved = {
    mails: 0,
    recipients: 0,
    unavailable: 0,
    isComplete: true,
    position: undefined as Position | undefined,
  };
  const moveOne = async (emailId: string, destinations: RetryNow['destinations'], of: Origin): Promise<void> => {
    const provenance = { context: { ...context, teamId: of.teamId }, region: of.region };
    const command = commandOf(move, destinations, ports.clock.now());
    const handled = await handle(ports, email, streamName('email', emailId), command, provenance);
    if ('refused' in handled) {
      // A mail that was removed meanwhile waits no more.
      if (handled.refused === 'unavailable') moved.unavailable += 1;
      return;
    }
    const recipients = handled.events.reduce((sum, { type, data }) => {
      if (type === 'EmailRetried') return sum + data.destinations.flatMap((each) => each.recipients).length;
      return sum + 1;
    }, 0);
    moved.position = handled.position ?? moved.position;
    if (recipients > 0) moved.mails += 1;
    moved.recipients += recipients;
  };

  if (selection.kind === 'mail') {
    const { events } = await load(ports, email, streamName('email', selection.id));
    const origin = events[0]?.metadata;
    if (origin === undefined || (scope !== undefined && origin.teamId !== scope.teamId)) return undefined;
    await moveOne(selection.id, 'all', origin);
    return moved;
  }
  const { rows, isComplete } = await chosenRows(ports, selection, scope);
  for (const row of rows) await moveOne(row.emailId, [row.destination], row);
  return { ...moved, isComplete };
}

type Origin = Pick<PendingRow, 'teamId' | 'region'>;

/** All of them before any is moved: what moves changes its place in the list. */
async function chosenRows(
  { readStore }: MovePorts,
  selection: Exclude<Selection, { kind: 'mail' }>,
  scope: MoveScope | undefined,
): Promise<{ readonly rows: readonly PendingRow[]; readonly isComplete: boolean }> {
  const rows: PendingRow[] = [];
  for await (const row of scope === undefined ? allRows(readStore) : teamRows(readStore, scope.teamId, Infinity)) {
    if (!isChosen(row, selection)) continue;
    if (scope !== undefined && rows.length >= scope.mostMails) return { rows, isComplete: false };
    rows.push(row);
  }
  return { rows, isComplete: true };
}

function isChosen(row: PendingRow, { kind, name }: Exclude<Selection, { kind: 'mail' }>): boolean {
  return name === (kind === 'destination' ? row.destination : row.mxSet);
}

/** Recipients that were given up are tried again only where one mail is named: it may arrive twice. */
function commandOf(
  { what, reason }: Move,
  destinations: RetryNow['destinations'],
  nowMs: number,
): RetryNow | DropWaiting {
  return what === 'retry'
    ? { type: 'RetryNow', destinations, withUnknown: destinations === 'all', reason, nowMs }
    : { type: 'DropWaiting', destinations, why: reason };
}
