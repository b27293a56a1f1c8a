// The packages whose code is shipped, in the bundle, beside it or in the dashboard, and the licenses that they ask to
// be shown.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closureOf } from './lock.js';

/** Packages that a file of the dashboard imports by name. */
const imported = /from '((?:@[\w-]+\/)?[\w.-]+)(?:\/[^']*)?'/g;
/** Made into dist/reference. */
const ofTheReference = ['swagger-ui-dist'];

/** Paths of the lock. Of the dashboard all that is imported: some more than what a browser loads. */
export function shippedPackages(root, { packages }) {
  const sources = readdirSync(join(root, 'dashboard/src'), { recursive: true }).filter((file) => /\.tsx?$/.test(file));
  const names = sources.flatMap((file) =>
    [...readFileSync(join(root, 'dashboard/src', file), 'utf8').matchAll(imported)].map(([, name]) => name),
  );
  const { dependencies, devDependencies } = packages[''];
  const known = [...new Set(names)].filter((name) => name in devDependencies || name in dependencies);
  return closureOf(packages, [...Object.keys(dependencies), ...known, ...ofTheReference]);
}

/** One text; packages with the same license text share it. A package of another platform is not here and has its name alone. */
export function licenseTexts(root, { packages }, paths) {
  const byText = new Map();
  for (const path of paths) {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const { version, license } = packages[path];
    const text = licenseIn(join(root, path)) ?? `License: ${license ?? 'see the package'}`;
    byText.set(text, [...(byText.get(text) ?? []), `${name} ${version}`]);
  }
  return [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text.trim()}\n`).join(`\n${'-'.repeat(80)}\n\n`);
}

function licenseIn(folder) {
  if (!existsSync(folder)) return null;
  const names = readdirSync(folder).filter(
    (name) => /^(licen[cs]e|copying|notice)/i.test(name) && !/\.[cm]?js$/.test(name),
  );
  return names.length === 0 ? null : names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}
