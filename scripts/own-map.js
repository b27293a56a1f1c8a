import { decode, encode } from '@jridgewell/sourcemap-codec';

/**
 * A source map of what the program's own files became: places alone, without names and texts. Of packages a stack names
 * the place in the bundle: their share is more than half of a map.
 */
export function ownMap({ version, file, sources, mappings }) {
  const own = sources.filter(isOwn);
  const indexes = sources.map((source) => own.indexOf(source));
  const lines = decode(mappings).map((line) => withoutRepeats(line.map((segment) => ownSegment(segment, indexes))));
  return { version, file, sources: own, names: [], mappings: encode(lines) };
}

const isOwn = (source) => !source.includes('node_modules/');

/** Where it is no place of ours: that something else begins there. */
function ownSegment([column, source, line, sourceColumn], indexes) {
  const index = source === undefined ? -1 : indexes[source];
  return index < 0 ? [column] : [column, index, line, sourceColumn];
}

/** A stretch that is no place of ours is said once. */
function withoutRepeats(segments) {
  return segments.filter((segment, place) => segment.length > 1 || segments[place - 1]?.length !== 1);
}
