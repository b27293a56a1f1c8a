import { relative } from 'node:path';
import { missingForSharedEngines } from './shared-engines.js';

// Loaded before each file of a project whose suites run over the shared engines.
process.env['TEST_ENGINES'] = 'shared';

const missing = missingForSharedEngines();
if (missing !== undefined) {
  const file = relative(process.cwd(), expect.getState().testPath ?? '');
  process.stdout.write(`skipped: ${file} on shared engines: ${missing}\n`);
  const { skip } = it;
  globalThis.it = Object.assign(skip, { skip });
  globalThis.describe = Object.assign(describe.skip, {
    skip: describe.skip,
    each: describe.skip.each,
  });
}
