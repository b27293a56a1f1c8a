// Loaded first by each program and thread of the bundle: an error's stack names the files and lines of the sources. Node's own
// `--enable-source-maps` reads every map at the start; this one, the map of a file that is in a stack.
import { readFileSync } from 'node:fs';
import module, { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const bundle = new URL('./', import.meta.url).href;
// Node 22.1 and newer keep what they have compiled. Beside the program: what may write here may change that too.
module.enableCompileCache?.(fileURLToPath(new URL('./compiled', bundle)));

/** Of V8's text for a frame: where in which file of the bundle, lines and columns from 1. */
const placeInBundle = new RegExp(`${bundle.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}[^:)]+:\\d+:\\d+`);

/** By address; null where there is none to be read. */
const maps = new Map();

Error.prepareStackTrace = (error, frames) => {
  const lines = frames.map((frame) => `\n    at ${frame.toString().replace(placeInBundle, inSources)}`);
  return `${describe(error)}${lines.join('')}`;
};

/** What V8 itself would put before the frames. */
function describe(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return '<error>';
  }
}

function inSources(place) {
  const [, file, line, column] = /^(.*):(\d+):(\d+)$/.exec(place);
  const entry = mapOf(file)?.findEntry(line - 1, column - 1);
  if (entry?.originalSource === undefined) return place;
  return `${new URL(entry.originalSource, file).href}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
}

function mapOf(file) {
  if (!maps.has(file)) maps.set(file, readMap(file));
  return maps.get(file);
}

function readMap(file) {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')));
  } catch {
    return null;
  }
}
