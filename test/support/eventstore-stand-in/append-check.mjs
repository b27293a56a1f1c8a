// @ts-check
/** Whether an append is new, was done before, or contradicts what is there: the server's own order of questions. */
import { isSoftDeleted, LAST_REVISION } from './stream-metadata.mjs';

/** @typedef {'any' | 'no_stream' | 'stream_exists' | bigint} Expected */
/**
 * @typedef {object} Written What is known of a stream, whether on disk yet or not.
 * @property {bigint} last Its last revision, -1 where it has none.
 * @property {readonly string[]} ids By revision.
 * @property {ReadonlyMap<string, bigint>} revisions The last one written with that id.
 * @property {import('./stream-metadata.mjs').StreamMetadata} metadata
 * @property {boolean} hasMetadata
 */
/**
 * @typedef {{ decision: 'write' } | { decision: 'done', revision: bigint } | { decision: 'deleted' }
 *   | { decision: 'wrong-expected-version' }} Decision
 */

/**
 * @param {Written} stream
 * @param {Expected} expected
 * @param {readonly string[]} ids
 * @returns {Decision}
 */
export function checkAppend(stream, expected, ids) {
  if (stream.last === LAST_REVISION) return { decision: 'deleted' };
  if (expected === 'stream_exists') {
    if (isSoftDeleted(stream.metadata)) return { decision: 'deleted' };
    if (stream.last < 0n && !stream.hasMetadata) return wrong;
  }
  if (expected === 'any' || expected === 'stream_exists') return checkAnywhere(stream, ids);
  const expectedRevision = expected === 'no_stream' ? -1n : expected;
  if (expectedRevision === stream.last) return { decision: 'write' };
  return expectedRevision > stream.last ? wrong : checkBehind(stream, expectedRevision, ids);
}

/** @type {Decision} */
const wrong = { decision: 'wrong-expected-version' };

/**
 * Without an expected revision: all ids known, in whatever order, is done; the first known and another not is refused.
 * @param {Written} stream
 * @param {readonly string[]} ids
 * @returns {Decision}
 */
function checkAnywhere({ revisions }, ids) {
  const found = ids.map((id) => revisions.get(id));
  if (found[0] === undefined) return { decision: 'write' };
  const last = found.at(-1);
  return found.includes(undefined) || last === undefined ? wrong : { decision: 'done', revision: last };
}

/**
 * Behind the stream's end: done when the events at the expected place are these.
 * @param {Written} stream
 * @param {bigint} expectedRevision
 * @param {readonly string[]} ids
 * @returns {Decision}
 */
function checkBehind(stream, expectedRevision, ids) {
  const first = Number(expectedRevision) + 1;
  if (ids.length > 0 && ids.every((id, index) => stream.ids[first + index] === id)) {
    return { decision: 'done', revision: expectedRevision + BigInt(ids.length) };
  }
  const startsOver = expectedRevision === -1n && isSoftDeleted(stream.metadata) && stream.ids[first] !== ids[0];
  return startsOver ? { decision: 'write' } : wrong;
}
