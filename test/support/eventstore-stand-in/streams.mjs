// @ts-check
/** Appends and removals by the server's rules, over the log. Nothing is confirmed or shown before it is on disk. */
import { randomUUID } from 'node:crypto';
import { checkAppend } from './append-check.mjs';
import { decodeEvent, encodeEvent } from './event-message.mjs';
import { describedBy, isSoftDeleted, LAST_REVISION, metastreamOf, truncated } from './stream-metadata.mjs';
import { createStreamStates } from './stream-states.mjs';

/** @typedef {import('./append-check.mjs').Expected} Expected */
/** @typedef {import('./event-message.mjs').ProposedEvent} ProposedEvent */
/** @typedef {import('./event-message.mjs').RecordedEvent} RecordedEvent */
/**
 * @typedef {{ result: 'written', revision: bigint, position: number | undefined }
 *   | { result: 'wrong-expected-version', current: bigint } | { result: 'deleted' }} Outcome
 */
/** @typedef {Awaited<ReturnType<typeof openStreams>>} Streams */

/**
 * @param {import('./log-file.mjs').Log} log
 * @param {() => number} now
 */
export async function openStreams(log, now) {
  const { streamOf, all, note, show } = createStreamStates();
  /** @type {Set<() => void>} */
  const listeners = new Set();

  /**
   * One record, all or nothing. Without events: when everything before is on disk.
   * @param {readonly { stream: string, revision: bigint, event: ProposedEvent }[]} writes
   * @returns {Promise<readonly RecordedEvent[]>}
   */
  function write(writes) {
    const createdMs = now();
    /** @type {RecordedEvent[]} */
    const events = [];
    const encoders = writes.map((one) => (/** @type {number} */ position) => {
      const event = encodeEvent({ ...one, position, createdMs });
      events.push(event);
      return event.wire;
    });
    return new Promise((resolve) => {
      log.append(encoders, () => {
        events.forEach(show);
        for (const listener of listeners) listener();
        resolve(events);
      });
      events.forEach(note);
    });
  }

  /** @param {string} name @param {bigint} truncateBefore */
  const metadataWrite = (name, truncateBefore) => ({
    stream: metastreamOf(name),
    revision: streamOf(metastreamOf(name)).written.last + 1n,
    event: systemEvent('$metadata', truncated(streamOf(name).written.metadata, truncateBefore)),
  });

  /** @param {string} name @param {bigint} revision @returns {Promise<Outcome>} */
  async function writtenBefore(name, revision) {
    await write([]);
    return { result: 'written', revision, position: streamOf(name).events[Number(revision)]?.position };
  }

  for (const { content, position } of log.takeEntries()) {
    const event = decodeEvent(content, position);
    note(event);
    show(event);
  }
  if (all.length === 0) {
    // A real server's log begins with events of its own.
    const event = systemEvent('$metadata', Buffer.from('{"$maxAge":2592000}'));
    await write([{ stream: '$$$scavenges', revision: 0n, event }]);
  }

  return {
    all,
    endOfLog: log.end,
    /** Called when there is more to read. */
    listeners,
    /** What readers may see of it: `events`, `metadata`. @param {string} name */
    shown: (name) => streamOf(name),
    /** By a tombstone; with a stream its metadata are. @param {string} name */
    isDeleted: (name) => streamOf(describedBy(name) ?? name).isDeleted,

    /**
     * @param {string} name
     * @param {Expected} expected
     * @param {readonly ProposedEvent[]} events
     * @returns {Promise<Outcome>}
     */
    async append(name, expected, events) {
      const { written } = streamOf(name);
      if (streamOf(describedBy(name) ?? name).written.last === LAST_REVISION) return { result: 'deleted' };
      const ids = events.map(({ id }) => id);
      const checked = checkAppend(written, expected, ids);
      if (checked.decision === 'deleted') return { result: 'deleted' };
      if (checked.decision === 'wrong-expected-version') return { result: checked.decision, current: written.last };
      if (checked.decision === 'done') return writtenBefore(name, checked.revision);
      const first = written.last + 1n;
      if (events.length === 0) return { result: 'written', revision: written.last, position: undefined };
      const recorded = await write([
        ...events.map((event, index) => ({ stream: name, revision: first + BigInt(index), event })),
        ...(isSoftDeleted(written.metadata) ? [metadataWrite(name, first)] : []),
      ]);
      const last = recorded[events.length - 1];
      return { result: 'written', revision: last?.revision ?? first, position: last?.position };
    },

    /**
     * @param {string} name
     * @param {Expected} expected
     * @param {'soft' | 'tombstone'} mode
     * @returns {Promise<Outcome>}
     */
    async remove(name, expected, mode) {
      const { written } = streamOf(name);
      const { last } = written;
      const { decision } = checkAppend(written, expected, []);
      if (decision === 'deleted') return { result: 'deleted' };
      const isAbsent = mode === 'soft' && last < 0n;
      if (decision !== 'write' || isAbsent) return { result: 'wrong-expected-version', current: last };
      const [removal] = await write([
        mode === 'soft'
          ? metadataWrite(name, LAST_REVISION)
          : { stream: name, revision: LAST_REVISION, event: systemEvent('$streamDeleted', new Uint8Array()) },
      ]);
      return { result: 'written', revision: last, position: removal?.position };
    },
  };
}

/**
 * @param {string} type
 * @param {Uint8Array} data
 * @returns {ProposedEvent}
 */
function systemEvent(type, data) {
  return { id: randomUUID(), type, contentType: 'application/json', data, metadata: new Uint8Array() };
}
