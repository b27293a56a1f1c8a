import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

it('every test that the threat model names is there, and every threat names one', () => {
  const page = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  const rows = page
    .slice(page.indexOf('| Threat | Defense | Tests |'))
    .split('\n')
    .slice(2)
    .filter((line) => line.startsWith('| '));
  const named = rows.map((row) => [...row.matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path));
  expect(rows.length).toBeGreaterThan(20);
  expect(named.filter((paths) => paths.length === 0)).toEqual([]);
  expect(named.flat().filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
