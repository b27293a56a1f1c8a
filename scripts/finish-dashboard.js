// Compresses the built dashboard once, for every visit, and fails where a first visit would load more than its budget.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const budgetBytes = 203_000;
const dist = fileURLToPath(new URL('../dist/dashboard/', import.meta.url));
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

// Styles in the head hold up all painting; behind the first paint they hold up the page's own alone.
const pagePath = join(dist, 'index.html');
const styles = /^ *<link rel="stylesheet"[^>]*>\n/gm;
const page = readFileSync(pagePath, 'utf8');
const links = page.match(styles) ?? [];
if (links.length > 0)
  writeFileSync(pagePath, page.replace(styles, '').replace(/^ *<noscript>/m, `${links.join('')}$&`));

for (const file of readdirSync(dist, { recursive: true })) {
  if (!/\.(html|js|css|svg)$/.test(file)) continue;
  const content = readFileSync(join(dist, file));
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(join(dist, `${file}.br`), brotliCompressSync(content, { params: quality }));
  writeFileSync(join(dist, `${file}.gz`), gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
}

const sizeOf = (files) => [...files].reduce((sum, file) => sum + readFileSync(join(dist, `${file}.gz`)).length, 0);
const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
const first = entry.dynamicImports
  .filter((name) => name.startsWith('src/rooms/'))
  .map((name) => ({ name, bytes: sizeOf(new Set(['index.html', 'scheme.js', ...visit(name)])) }))
  .sort((a, b) => b.bytes - a.bytes);
for (const { name, bytes } of [first.at(-1), first[0]])
  process.stdout.write(`first load of ${name}: ${bytes} B gzipped\n`);
const tooLarge = first.filter(({ bytes }) => bytes > budgetBytes).map(({ name }) => name);
if (tooLarge.length > 0) throw new Error(`a first visit loads more than ${budgetBytes} B of ${tooLarge.join(', ')}`);

/** All files of a first visit of a room: the page's own, what stands around the room, and the room. */
function visit(room) {
  const around = room.startsWith('src/rooms/entry/')
    ? ['src/rooms/entry/entry-layout.tsx']
    : [
        'src/shell/shell.tsx',
        ...(room.startsWith('src/rooms/settings/') ? ['src/rooms/settings/settings-layout.tsx'] : []),
      ];
  const seen = filesOf(entry);
  for (const name of [...around, room]) filesOf(manifest[name], seen);
  return seen;
}

/** What a browser needs before the chunk runs: itself, what it imports, and their styles. */
function filesOf(chunk, seen = new Set()) {
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const css of chunk.css ?? []) seen.add(css);
  for (const name of chunk.imports ?? []) filesOf(manifest[name], seen);
  return seen;
}
