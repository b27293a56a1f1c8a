import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';

// For the code below, which runs as a script of a suite's file.
globalThis[Symbol.for('posthorn.require')] = createRequire(import.meta.url);

/** A script that returns what Node has loaded (`shared-in-worker.js`). */
export default {
  getCacheKey: (text, path, { supportsDynamicImport }) =>
    createHash('sha256')
      .update([path, text, String(supportsDynamicImport)].join('\0'))
      .digest('hex'),
  process: (text, path, { supportsDynamicImport }) => ({
    // What jest itself loads outside of a suite's file, as a run's setup, is loaded by Node already.
    code: supportsDynamicImport
      ? `module.exports = globalThis[Symbol.for('posthorn.require')](${JSON.stringify(path)});`
      : text,
  }),
};
