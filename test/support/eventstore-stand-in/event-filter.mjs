// @ts-check
/** @typedef {import('@eventstore/db-client/generated/streams_pb.js').ReadReq.Options.FilterOptions} FilterOptions */
/** @typedef {import('./event-message.mjs').RecordedEvent} RecordedEvent */

/** Events scanned in one page where the filter does not say. */
const DEFAULT_WINDOW = 32;

/**
 * Which events a subscription wants, how many are looked at in one page, and after how many a checkpoint is due.
 * @param {FilterOptions | undefined} options
 * @returns {{ matches: (event: RecordedEvent) => boolean, window: number, checkpointEvery: number }}
 */
export function eventFilter(options) {
  if (!options) return { matches: () => true, window: DEFAULT_WINDOW, checkpointEvery: Infinity };
  const window = options.hasMax() ? options.getMax() : DEFAULT_WINDOW;
  const checkpointEvery = Math.max(1, options.getCheckpointintervalmultiplier()) * window;
  const byStream = options.getStreamIdentifier();
  const expression = byStream ?? options.getEventType();
  const prefixes = expression?.getPrefixList() ?? [];
  const regex = new RegExp(expression?.getRegex() ?? '');
  const matches = (/** @type {RecordedEvent} */ { stream, type }) => {
    const text = byStream ? stream : type;
    return prefixes.length > 0 ? prefixes.some((prefix) => text.startsWith(prefix)) : regex.test(text);
  };
  return { matches, window, checkpointEvery };
}
