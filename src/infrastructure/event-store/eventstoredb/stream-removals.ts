import { randomUUID } from 'node:crypto';
import { BACKWARDS, END, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import type { AppendResult, StreamRemoval } from '../../../application/ports/event-store.js';
import type { Position } from '../../../domain/shared/recorded.js';
import type { StreamName } from '../../../domain/shared/stream-name.js';
import { collect } from './collect.js';
import type { Connection } from './connection.js';
import { appendCall, withDeadline } from './deadline.js';
import { refusalOf } from './errors.js';
import { positionOf } from './log-position.js';
import type { LogReads } from './log-reads.js';

/** The dollar sign makes it one of the events that no reader of the log is shown. */
const markType = '$stream-removal';
/** The same goes for what stands in place of events that were removed elsewhere. */
const fillerType = '$stream-filler';

/**
 * The server says of a removed stream nothing but that it is gone. So before each removal its mode and revision are
 * written here; a mark counts once the stream itself shows that it was carried out.
 */
function markStream(stream: StreamName): string {
  return `removal-${stream}`;
}

type Mark = StreamRemoval & { readonly position: Position };

export interface StreamRemovals {
  remove(stream: StreamName, mode: StreamRemoval['mode'], expected: number): Promise<AppendResult>;
  removalOf(stream: StreamName): Promise<StreamRemoval | undefined>;
  /** As `LogImport.adoptRemoval`. */
  adopt(stream: StreamName, removal: StreamRemoval): Promise<void>;
}

export function createStreamRemovals(options: {
  readonly connection: Pick<Connection, 'ask'>;
  readonly reads: Pick<LogReads, 'stream' | 'last'>;
  readonly appendDeadlineMs: number;
  readonly readSilenceMs: number;
}): StreamRemovals {
  const { connection, reads, appendDeadlineMs, readSilenceMs } = options;

  /** Newest first. */
  async function marksOf(stream: StreamName): Promise<Mark[]> {
    try {
      const received = await connection.ask(({ client, heard }) => {
        const read = client.readStream(markStream(stream), {
          direction: BACKWARDS,
          fromRevision: END,
          requiresLeader: true,
        });
        return collect(read, readSilenceMs, heard);
      });
      // Written by `mark` alone.
      return received.flatMap(({ event }) =>
        event?.position === undefined
          ? []
          : { ...(event.data as unknown as StreamRemoval), position: positionOf(event.position) },
      );
    } catch (error) {
      if (refusalOf(error) === 'stream-not-found') return [];
      throw error;
    }
  }

  async function removalOf(stream: StreamName): Promise<Mark | undefined> {
    const marks = await marksOf(stream);
    if (marks.length === 0) return undefined;
    const reading = await reads.stream(stream, 0, 1);
    const first = reading.state === 'there' ? reading.events[0]?.revision : undefined;
    return marks.find(({ mode, lastRevision }) =>
      reading.state === 'tombstone'
        ? mode === 'tombstone'
        : mode === 'soft' && (first === undefined || first > lastRevision),
    );
  }

  async function mark(stream: StreamName, removal: StreamRemoval): Promise<void> {
    const event = jsonEvent({ id: randomUUID(), type: markType, data: { ...removal } });
    const marking = connection.ask(({ client }) => client.appendToStream(markStream(stream), event, appendCall));
    await withDeadline(appendDeadlineMs, marking);
  }

  async function carryOut(stream: StreamName, mode: StreamRemoval['mode'], expected: number): Promise<AppendResult> {
    const options = { expectedRevision: BigInt(expected), requiresLeader: true };
    const removing = connection.ask(({ client }) =>
      mode === 'soft' ? client.deleteStream(stream, options) : client.tombstoneStream(stream, options),
    );
    const { position } = await withDeadline(appendDeadlineMs, removing);
    if (position === undefined) throw new Error('the server gave a removal no position');
    return { result: 'written', revision: expected, position: positionOf(position) };
  }

  /** What there is to answer without removing anything; undefined: go ahead. */
  async function alreadyDecided(
    stream: StreamName,
    mode: StreamRemoval['mode'],
    expected: number,
  ): Promise<AppendResult | undefined> {
    const reading = await reads.last(stream);
    const last = reading.state === 'there' ? reading.events[0]?.revision : undefined;
    if (last !== undefined) return last === expected ? undefined : { result: 'conflict' };
    const removed = await removalOf(stream);
    if (removed?.lastRevision !== expected) return { result: 'conflict' };
    if (removed.mode === mode) return { result: 'written', revision: expected, position: removed.position };
    return removed.mode === 'tombstone' ? { result: 'conflict' } : undefined;
  }

  /** A stream can be removed at a revision only where events lead there: some that no reader of the log is shown. */
  async function fill(stream: StreamName, lastRevision: number): Promise<void> {
    const filler = Array.from({ length: lastRevision + 1 }, () =>
      jsonEvent({ id: randomUUID(), type: fillerType, data: {} }),
    );
    try {
      await withDeadline(
        appendDeadlineMs,
        connection.ask(({ client }) =>
          client.appendToStream(stream, filler, { ...appendCall, expectedRevision: NO_STREAM }),
        ),
      );
    } catch (error) {
      // An earlier call was cut off behind them: all of them are there, in one append, or none.
      if (refusalOf(error) !== 'wrong-revision') throw error;
    }
  }

  return {
    async adopt(stream, removal) {
      const { mode, lastRevision } = removal;
      const reading = await reads.last(stream);
      const isFilledOnly = reading.state === 'there' && reading.events.length === 0;
      const known = isFilledOnly ? undefined : await removalOf(stream);
      if (known?.mode === mode && known.lastRevision === lastRevision) return;
      if (known !== undefined || (reading.state !== 'absent' && !isFilledOnly)) {
        throw new Error(`${stream} was written to here`);
      }
      await fill(stream, lastRevision);
      await mark(stream, removal);
      await carryOut(stream, mode, lastRevision);
    },
    removalOf: async (stream) => {
      const removed = await removalOf(stream);
      return removed && { mode: removed.mode, lastRevision: removed.lastRevision };
    },
    async remove(stream, mode, expected) {
      try {
        const decided = await alreadyDecided(stream, mode, expected);
        if (decided !== undefined) return decided;
        await mark(stream, { mode, lastRevision: expected });
        return await carryOut(stream, mode, expected);
      } catch (error) {
        // Another process may have made the same tombstone meanwhile: asked again, it is found.
        return refusalOf(error) === 'wrong-revision' ? { result: 'conflict' } : { result: 'unknown', cause: error };
      }
    },
  };
}
