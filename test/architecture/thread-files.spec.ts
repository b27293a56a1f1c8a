import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const src = join(import.meta.dirname, '../../src');
const started = /workerUrl\(import\.meta\.url, '(?<file>[^']+)\.js'\)|started\('(?<own>[^']+\.worker)\.js'/g;

/** Each place that starts a thread, with the source of its file. No import leads there, so no compiler looks. */
const starts = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) =>
    [...readFileSync(join(src, name), 'utf8').matchAll(started)].map(({ groups }) => ({
      name,
      source: join(dirname(name), `${groups?.['file'] ?? groups?.['own'] ?? ''}.ts`),
    })),
  );

it.each(starts)('$name starts a thread whose file is there', ({ source }) => {
  expect(existsSync(join(src, source))).toBe(true);
});

it('knows every thread', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.worker.ts'));
  expect([...new Set(starts.map(({ source }) => source))].sort()).toEqual(files.sort());
});
