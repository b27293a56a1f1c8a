// @ts-check
/** What a stream's metadata hides from its readers. It never hides anything from `$all`. */

/** The revision of a tombstone; as `$tb` it is a soft delete. */
export const LAST_REVISION = 9223372036854775807n;

/**
 * @typedef {object} StreamMetadata As stored in `$$<stream>`.
 * @property {number} [$tb] The first revision to show.
 * @property {number} [$maxCount]
 * @property {number} [$maxAge] In seconds.
 */

/** @param {string} stream */
export const metastreamOf = (stream) => `$$${stream}`;

/**
 * The stream that these are metadata of.
 * @param {string} stream
 */
export const describedBy = (stream) => (stream.startsWith('$$') ? stream.slice(2) : undefined);

/**
 * @param {Uint8Array} json
 * @returns {StreamMetadata}
 */
export function parseMetadata(json) {
  try {
    return JSON.parse(Buffer.from(json).toString('utf8')) ?? {};
  } catch {
    return {};
  }
}

/**
 * As JSON text: a revision is more than a JavaScript number can say.
 * @param {StreamMetadata} metadata
 * @param {bigint} truncateBefore
 */
export function truncated({ $tb: _, ...others }, truncateBefore) {
  const rest = JSON.stringify(others).slice(1);
  return Buffer.from(`{"$tb":${truncateBefore}${rest === '}' ? '' : ','}${rest}`);
}

/** @param {StreamMetadata} metadata */
export const isSoftDeleted = ({ $tb }) => $tb !== undefined && $tb >= Number(LAST_REVISION);

/**
 * The index (= revision) of the first event that a read of the stream shows; their number where none is.
 * @param {readonly { createdMs: number }[]} events
 * @param {StreamMetadata} metadata
 * @param {number} nowMs
 */
export function firstVisible(events, { $tb = 0, $maxCount = Infinity, $maxAge }, nowMs) {
  const first = Math.max($tb, events.length - $maxCount, 0);
  if ($maxAge === undefined) return Math.min(first, events.length);
  const young = events.findIndex(({ createdMs }, index) => index >= first && createdMs + $maxAge * 1000 > nowMs);
  return young === -1 ? events.length : young;
}
