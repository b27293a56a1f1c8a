import { packagesBeside } from '../packages-beside.js';

/** What is copied into the package, from the repository's root. */
export const shippedFiles = [
  'dist/bundle',
  'dist/dashboard',
  'dist/reference',
  'deploy',
  'docs',
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
];

/** Beside the program, and never shipped: what Node compiled here, what Vite wrote for the build, pages that are for developers. */
const notShipped = [
  /^dist\/bundle\/compiled(\/|$)/,
  /^dist\/dashboard\/\.vite(\/|$)/,
  /^docs\/(decisions|pictures)(\/|$)/,
];

export const isShipped = (path) => !notShipped.some((pattern) => pattern.test(path));

const keptFields = ['name', 'version', 'description', 'license', 'private', 'type', 'engines', 'bin'];

/** package.json of the released package: the program is built and bundled, so it asks for little and runs no script at install. */
export function releaseManifest(manifest) {
  const { scripts, dependencies } = manifest;
  return {
    ...Object.fromEntries(keptFields.map((field) => [field, manifest[field]])),
    scripts: { start: scripts.start },
    files: [...shippedFiles, 'THIRD-PARTY-LICENSES', 'npm-shrinkwrap.json'],
    dependencies: Object.fromEntries(packagesBeside.map((beside) => [beside, dependencies[beside]])),
  };
}
