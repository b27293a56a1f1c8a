import { NO_STREAM } from '@eventstore/db-client';
import type { AppendResult, StreamAppend } from '../../../application/ports/event-store.js';
import type { Position } from '../../../domain/shared/recorded.js';
import { InvalidAppendError } from '../append-rules.js';
import type { Connection } from './connection.js';
import { appendCall, withDeadline } from './deadline.js';
import { refusalOf } from './errors.js';
import type { LogReads } from './log-reads.js';
import { later, positionOf } from './log-position.js';
import type { Outage } from './outage.js';
import { toWire } from './wire-event.js';

export interface AppendOptions {
  readonly connection: Pick<Connection, 'ask'>;
  readonly reads: Pick<LogReads, 'stream'>;
  readonly outage: Outage;
  /** After it an append's result is unknown. */
  readonly deadlineMs: number;
  /** So long an append is asked again, within the deadline, while the log is away. */
  readonly outagePatienceMs: number;
}

type Encoded = StreamAppend & { readonly wire: readonly ReturnType<typeof toWire>[] };

/**
 * The anchor, and once that is acknowledged the others, all at once and each only once: the server has no append to
 * several streams. Expects checked writes.
 */
export async function appendStreams(
  options: AppendOptions,
  writes: readonly [StreamAppend, ...StreamAppend[]],
): Promise<AppendResult> {
  const [anchor, ...others] = [encode(writes[0]), ...writes.slice(1).map(encode)] as const;
  const appended = await appendToStream(options, anchor);
  if (appended.result !== 'written') return appended;
  const positions = await Promise.all(others.map((other) => positionWritten(options, other)));
  return { ...appended, position: positions.reduce<Position>((a, b) => later(a, b) ?? a, appended.position) };
}

function encode(write: StreamAppend): Encoded {
  return { ...write, wire: write.events.map(toWire) };
}

/** Whatever becomes of it: the result speaks of the anchor alone. */
async function positionWritten(options: AppendOptions, write: Encoded): Promise<Position | undefined> {
  const appended = await appendToStream(options, write).catch(() => undefined);
  return appended?.result === 'written' ? appended.position : undefined;
}

async function appendToStream(options: AppendOptions, write: Encoded): Promise<AppendResult> {
  const { connection, outage, deadlineMs, outagePatienceMs } = options;
  const { stream, expected, wire } = write;
  const expectedRevision = expected === 'no-stream' ? NO_STREAM : BigInt(expected);
  const ask = () =>
    connection.ask(({ client }) => client.appendToStream(stream, [...wire], { expectedRevision, ...appendCall }));
  try {
    // Under the same ids each time: what was written although its answer got lost is found below, or by the server.
    const asked = outage.retryWhileAway(Math.min(outagePatienceMs, deadlineMs), ask);
    const { nextExpectedRevision, position } = await withDeadline(deadlineMs, asked);
    if (position === undefined) return await alreadyWritten(options, write);
    return { result: 'written', revision: Number(nextExpectedRevision), position: positionOf(position) };
  } catch (error) {
    switch (refusalOf(error)) {
      case 'wrong-revision':
        return alreadyWritten(options, write);
      case 'stream-deleted':
        return { result: 'conflict' };
      case 'too-large':
        throw new InvalidAppendError('too-large', `the server takes less than this append to ${stream}`);
      default:
        return { result: 'unknown', cause: error };
    }
  }
}

/**
 * An append whose answer was lost is asked again with the same ids: it gets the answer it missed. The server knows most
 * repeats itself, but not, say, one that opened a softly removed stream.
 */
async function alreadyWritten(
  { reads }: AppendOptions,
  { stream, expected, events }: StreamAppend,
): Promise<AppendResult> {
  try {
    const reading = await reads.stream(stream, expected === 'no-stream' ? 0 : expected + 1, events.length);
    const stored = reading.state === 'there' ? reading.events : [];
    const last = stored[events.length - 1];
    if (last === undefined || !events.every(({ id }, index) => id === stored[index]?.id)) return { result: 'conflict' };
    return { result: 'written', revision: last.revision, position: last.position };
  } catch (error) {
    return { result: 'unknown', cause: error };
  }
}
