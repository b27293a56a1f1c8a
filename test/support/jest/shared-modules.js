import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '../../..');
const src = join(root, 'src/');

/** The product is loaded from what was compiled of it. */
const loadedFrom = (path) =>
  path.startsWith(src) ? join(root, 'dist', path.slice(src.length).replace(/\.ts$/, '.js')) : path;
const load = (path) => import(pathToFileURL(loadedFrom(path)).href);
// For the code below, which runs as a module of a suite's file.
globalThis[Symbol.for('posthorn.load')] = load;

const namesOf = async (path) => Object.keys(await load(path)).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name));

/** A module that returns what Node has loaded (`shared-in-worker.js`). */
export default {
  async getCacheKeyAsync(_text, path) {
    return createHash('sha256')
      .update([path, ...(await namesOf(path))].join('\0'))
      .digest('hex');
  },
  async processAsync(_text, path) {
    const exported = (await namesOf(path)).map(
      (name, index) => `const value${index} = loaded.${name}; export { value${index} as ${name} };`,
    );
    const loaded = `await globalThis[Symbol.for('posthorn.load')](${JSON.stringify(path)})`;
    return { code: [`const loaded = ${loaded};`, ...exported].join('\n') };
  },
};
