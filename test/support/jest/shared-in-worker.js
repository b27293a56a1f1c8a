import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const packageOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const literally = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Of the suites alone. */
const ofTheSuites = [
  '@grpc/grpc-js',
  '@nestjs/testing',
  '@testing-library/dom',
  'fast-check',
  'jsdom',
  'mailauth',
  'oidc-provider',
  'playwright-core',
  'resend',
];

/**
 * Transforms of jest by which all files of a worker share the product, as it was compiled, and its packages: Node loads
 * each once. jest would read, link and run the whole graph again for each file, which was most of what a small file
 * cost. An `Error` of another realm is none for `instanceof`: suites run in the realm of the worker (`one-realm.js`).
 */
export function sharedInWorker(root) {
  const modules = join(root, 'node_modules');
  const names = [...Object.keys(packageOf(root).dependencies), ...ofTheSuites];
  const [esm, scripts] = [[], []];
  for (const name of names) (packageOf(join(modules, name)).type === 'module' ? esm : scripts).push(literally(name));
  const asModule = '<rootDir>/test/support/jest/shared-modules.js';
  return {
    [`^${literally(root)}/src/.+\\.ts$`]: asModule,
    [`^${literally(root)}/dist/bundle/.+\\.js$`]: asModule,
    [`^${literally(root)}/test/support/jest/page-script\\.js$`]: asModule,
    // A folder of modules in a package of scripts.
    '/node_modules/@testing-library/user-event/dist/esm/.+\\.js$': asModule,
    [`/node_modules/(${esm.join('|')})/.+\\.m?js$`]: asModule,
    [`/node_modules/(${scripts.join('|')})/.+\\.mjs$`]: asModule,
    [`/node_modules/(${scripts.join('|')})/.+\\.c?js$`]: '<rootDir>/test/support/jest/shared-scripts.js',
  };
}
