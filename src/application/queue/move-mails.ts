import type { DropWaiting, RetryNow } from '../../domain/email/commands.js';
import { email } from '../../domain/email/email.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { PendingRow } from '../../projections/pending/pending.document.js';
import type { DocumentShape, ReadStoreReader } from '../ports/read-store.js';
import { handle, load, type LogPorts, type Provenance } from '../shared/handle.js';
import { allRows } from './pending-rows.js';

/** Which mail is meant: one, or what is pending for a destination or was last tried over an MX set. A destination's name is its keyed hash. */
export type Selection =
  | { readonly kind: 'mail'; readonly id: string }
  | { readonly kind: 'destination' | 'mx-set'; readonly name: string };

export type Move = { readonly what: 'retry' | 'drop'; readonly reason: string };

export interface MoveDependencies {
  readonly ports: LogPorts;
  readonly readStore: Pick<ReadStoreReader, 'list'>;
  readonly pending: DocumentShape;
}

export interface Moved {
  readonly mails: number;
  readonly recipients: number;
  /** Their state could not be written: the same command takes them up again. */
  readonly unavailable: number;
}

/**
 * Makes what is meant due now, or gives it up, each mail by an event of its own with who did it and why. Recipients in an attempt are
 * left to it. Undefined: there is no such mail.
 */
export async function moveMails(
  dependencies: MoveDependencies,
  selection: Selection,
  move: Move,
  context: Omit<Provenance['context'], 'teamId'>,
): Promise<Moved | undefined> {
  const { ports, readStore, pending } = dependencies;
  const moved = { mails: 0, recipients: 0, unavailable: 0 };
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
    if (recipients > 0) moved.mails += 1;
    moved.recipients += recipients;
  };

  if (selection.kind === 'mail') {
    const { events } = await load(ports, email, streamName('email', selection.id));
    const origin = events[0]?.metadata;
    if (origin === undefined) return undefined;
    await moveOne(selection.id, 'all', origin);
    return moved;
  }
  const chosen: PendingRow[] = [];
  for await (const row of allRows(readStore, pending)) if (isChosen(row, selection)) chosen.push(row);
  for (const row of chosen) await moveOne(row.emailId, [row.destination], row);
  return moved;
}

type Origin = Pick<PendingRow, 'teamId' | 'region'>;

function isChosen(row: PendingRow, { kind, name }: Exclude<Selection, { kind: 'mail' }>): boolean {
  return name === (kind === 'destination' ? row.destination : row.mxSet);
}

/** Only where a mail is named itself do recipients that were given up wait again: it may arrive twice. */
function commandOf(
  { what, reason }: Move,
  destinations: RetryNow['destinations'],
  nowMs: number,
): RetryNow | DropWaiting {
  return what === 'retry'
    ? { type: 'RetryNow', destinations, withUnknown: destinations === 'all', reason, nowMs }
    : { type: 'DropWaiting', destinations, why: reason };
}
