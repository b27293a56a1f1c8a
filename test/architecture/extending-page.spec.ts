import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/extending.md'), 'utf8');
const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

describe('docs/extending.md', () => {
  const libraries = [...page.matchAll(/^\| `([^`]+)` (\d[\d.]*) \|/gm)].map(([, name, version]) => [name, version]);

  it.each(libraries)('was looked through for %s %s, the version in use', (name = '', version) => {
    expect(dependencies[name]).toBe(version);
  });

  it('names files that are there', () => {
    const named = [...page.matchAll(/`((?:src|dashboard|test|scripts)\/[\w./-]+)`/g)].map(([, path = '']) => path);
    const made = ['dashboard/src/api/generated.ts'];
    const missing = named.filter((path) => !made.includes(path) && !existsSync(join(root, path)));
    expect(named.length).toBeGreaterThan(20);
    expect(missing).toEqual([]);
  });
});
