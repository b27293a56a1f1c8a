// @ts-check
/** Positions are pairs (commit, prepare), compared as pairs; an event's are both the offset of its record in the log. */

/** @typedef {{ commit: number, prepare: number }} Position */

/**
 * How many of the events lie before the position; `through`: or at it.
 * @param {readonly { position: number }[]} events
 * @param {Position} position
 * @param {'before' | 'through'} which
 */
export function countUpTo(events, { commit, prepare }, which) {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = events[middle]?.position ?? Infinity;
    const isBefore = at < commit || (at === commit && (which === 'through' ? at <= prepare : at < prepare));
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Whether a read may begin there: at the very start, where a record starts, or behind the end of the log.
 * @param {import('./streams.mjs').Streams} streams
 * @param {Position} position
 */
export function isReadable({ all, endOfLog }, { commit }) {
  if (commit === 0 || commit >= endOfLog()) return true;
  return all[countUpTo(all, { commit, prepare: 0 }, 'before')]?.position === commit;
}
