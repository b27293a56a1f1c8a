// Compresses the built dashboard once, for every visit, and fails where a first visit would load more than its budget.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** 200 KiB. */
const budgetBytes = 204_800;
/** What the editor of broadcasts may load on top, in a room that shows it. */
const editorBudgetBytes = 350 * 1024;
const editorName = 'src/rooms/broadcasts/editor/editor.tsx';
/** Files, with the page and the script of its colours. */
const budgetFiles = 15;
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
  .map((name) => {
    const files = new Set(['index.html', 'scheme.js', ...visit(name)]);
    return { name, bytes: sizeOf(files), files: files.size, all: files };
  })
  .sort((a, b) => b.bytes - a.bytes);
const home = first.find(({ name }) => name.endsWith('/emails-room.tsx'));
for (const { name, bytes, files } of [first.at(-1), first[0], home])
  process.stdout.write(`first load of ${name}: ${bytes} B gzipped in ${files} files\n`);
if (home.files > budgetFiles) throw new Error(`a first visit of ${home.name} loads more than ${budgetFiles} files`);
const tooLarge = first.filter(({ bytes }) => bytes > budgetBytes).map(({ name }) => name);
if (tooLarge.length > 0) throw new Error(`a first visit loads more than ${budgetBytes} B of ${tooLarge.join(', ')}`);

checkEditor();

/** It is loaded where it is shown, and brings its library with it: no room has any of it before. */
function checkEditor() {
  const editor = manifest[editorName];
  if (editor === undefined) throw new Error(`no room loads ${editorName} when it is shown`);
  const known = filesOf(entry);
  const own = [...filesOf(editor)].filter((file) => !known.has(file));
  const bytes = sizeOf(own);
  process.stdout.write(`the editor of broadcasts: ${bytes} B gzipped in ${own.length} files\n`);
  if (bytes > editorBudgetBytes) throw new Error(`the editor of broadcasts loads more than ${editorBudgetBytes} B`);
  const early = first.filter(({ all }) => all.has(editor.file)).map(({ name }) => name);
  if (early.length > 0) throw new Error(`the editor of broadcasts is in the first visit of ${early.join(', ')}`);
}

/** All files of a first visit of a room: the page's own, with what is around every room, and the room. */
function visit(room) {
  const [, kind] = /^src\/rooms\/(entry|settings)\//.exec(room) ?? [];
  const around = kind === undefined ? [] : [`src/rooms/${kind}/${kind}-layout.tsx`];
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
