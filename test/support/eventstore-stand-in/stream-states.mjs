// @ts-check
/** All streams in memory: what is written (for the rules) and what is shown (to readers, once it is on disk). */
import { describedBy, LAST_REVISION } from './stream-metadata.mjs';

/** @typedef {import('./event-message.mjs').RecordedEvent} RecordedEvent */

export function createStreamStates() {
  /** @type {Map<string, ReturnType<typeof emptyStream>>} */
  const streams = new Map();
  /** @type {RecordedEvent[]} */
  const all = [];

  /** @param {string} name */
  function streamOf(name) {
    const stream = streams.get(name) ?? emptyStream(name);
    streams.set(name, stream);
    return stream;
  }

  return {
    streamOf,
    all: /** @type {readonly RecordedEvent[]} */ (all),

    /** @param {RecordedEvent} event */
    note({ stream, id, revision, streamMetadata }) {
      const { written } = streamOf(stream);
      written.last = revision;
      written.revisions.set(id, revision);
      if (revision !== LAST_REVISION) written.ids.push(id);
      const described = describedBy(stream);
      if (described === undefined || streamMetadata === undefined) return;
      Object.assign(streamOf(described).written, { metadata: streamMetadata, hasMetadata: true });
    },

    /** @param {RecordedEvent} event */
    show(event) {
      const stream = streamOf(event.stream);
      all.push(event);
      stream.events.push(event);
      stream.isDeleted ||= event.revision === LAST_REVISION;
      const described = describedBy(event.stream);
      if (described !== undefined && event.streamMetadata) streamOf(described).metadata = event.streamMetadata;
    },
  };
}

/** @param {string} name */
function emptyStream(name) {
  return {
    written: {
      last: -1n,
      ids: /** @type {string[]} */ ([]),
      revisions: /** @type {Map<string, bigint>} */ (new Map()),
      metadata: /** @type {import('./stream-metadata.mjs').StreamMetadata} */ ({}),
      hasMetadata: false,
    },
    /** The index is the revision, except a tombstone's, which is the last one. */
    events: /** @type {RecordedEvent[]} */ ([]),
    /** Of metadata only the newest are shown. */
    metadata: /** @type {import('./stream-metadata.mjs').StreamMetadata} */ (
      describedBy(name) === undefined ? {} : { $maxCount: 1 }
    ),
    isDeleted: false,
  };
}
