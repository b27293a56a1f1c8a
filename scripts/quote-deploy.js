// Writes the files of deploy/ into the blocks of docs/production.md that quote them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withQuotes } from './release/quotes.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = join(root, 'docs/production.md');
writeFileSync(
  page,
  withQuotes(readFileSync(page, 'utf8'), (path) => readFileSync(join(root, path), 'utf8')),
);
