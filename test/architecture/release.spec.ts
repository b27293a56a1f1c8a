import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { closureOf, type Lock, shrinkwrapOf } from '../../scripts/release/lock.js';
import { isShipped, releaseManifest, shippedFiles } from '../../scripts/release/manifest.js';
import { withQuotes } from '../../scripts/release/quotes.js';
import { licenseTexts, shippedPackages } from '../../scripts/release/third-party.js';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json')) as object;
const lock = JSON.parse(read('package-lock.json')) as Lock;
const released = releaseManifest(manifest);
const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

describe('the released package', () => {
  it('asks for exactly the packages that its files import as they load', () => {
    const bundle = join(root, 'dist/bundle');
    const files = readdirSync(bundle, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.js') && !file.startsWith('compiled'),
    );
    const imported = files.flatMap((file) =>
      [...read(`dist/bundle/${file}`).matchAll(/^import (?:[^'"\n]* from )?["']([^."'][^"']*)["'];$/gm)].map(
        ([, name = '']) => name,
      ),
    );
    const packages = imported.filter((name) => !name.startsWith('node:') && !builtinModules.includes(name));
    expect([...new Set(packages)].sort()).toEqual(Object.keys(released.dependencies).sort());
  });

  it('runs nothing at install, is not published by accident, and starts as a clone does', () => {
    const { scripts } = manifest as { scripts: Record<string, string> };
    expect(released).toMatchObject({ private: true, scripts: { start: scripts['start'] } });
    expect(Object.keys(released.scripts)).toEqual(['start']);
    expect(released.bin).toEqual({ posthorn: 'dist/bundle/cli.js' });
  });

  it('has the program, pages and files to run it, and nothing of how it is made', () => {
    const kinds = new Set(shippedFiles.map((path) => path.split('/')[0]));
    expect([...kinds].sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'deploy', 'dist', 'docs']);
    const left = [
      'dist/bundle/compiled',
      'dist/bundle/compiled/v20/x',
      'dist/dashboard/.vite/manifest.json',
      'docs/decisions',
    ];
    expect(left.filter(isShipped)).toEqual([]);
    expect(
      ['dist/bundle/cli.js', 'dist/bundle/cli.js.map', 'deploy/posthorn', 'docs/production.md'].filter(isShipped),
    ).toHaveLength(4);
  });

  it('pins a few packages, each by its content', () => {
    const { packages } = shrinkwrapOf(lock, released);
    const installed = Object.entries(packages).filter(([path]) => path !== '');
    expect(installed.map(([path]) => nameOf(path))).toEqual(expect.arrayContaining(Object.keys(released.dependencies)));
    expect(installed.length).toBeLessThanOrEqual(150);
    const loose = installed.filter(([, { integrity, optional, dev }]) => dev === true || (!optional && !integrity));
    expect(loose).toEqual([]);
  });

  it('names all whose code it has, with their licenses', () => {
    const shipped = shippedPackages(root, lock);
    const names = new Set(shipped.map(nameOf));
    // In the server's bundle, beside it, what those need, and in both pages.
    for (const name of ['mongodb', 'bson', '@photostructure/sqlite', 'react-dom', '@mantine/core', 'swagger-ui-dist'])
      expect(names).toContain(name);
    for (const name of ['jest', 'typescript', 'rolldown', 'vite']) expect(names).not.toContain(name);
    const texts = licenseTexts(root, lock, closureOf(lock.packages, ['pino']));
    expect(texts).toMatch(/^pino \d+\.\d+\.\d+$/m);
    expect(texts).toContain('The MIT License');
  });
});

describe('docs/production.md', () => {
  const page = read('docs/production.md');

  it('quotes the files of deploy as they are: node scripts/quote-deploy.js writes them', () => {
    expect(withQuotes(page, read)).toBe(page);
    expect([...page.matchAll(/^<!-- deploy\/\S+ -->$/gm)].length).toBeGreaterThanOrEqual(8);
  });

  it('installs files that are there', () => {
    const named = [...page.matchAll(/(?:\$deploy|posthorn\/deploy)\/([\w./-]+[\w])/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(8);
    const there = readdirSync(join(root, 'deploy'), { recursive: true, encoding: 'utf8' });
    expect(named.filter((path) => !there.includes(path))).toEqual([]);
  });
});
