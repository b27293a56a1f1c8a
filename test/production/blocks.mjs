// Prints the sh blocks of a section of docs/production.md: node blocks.mjs <heading>.
import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../docs/production.md', import.meta.url), 'utf8');
const sections = page.split(/^#{2,3} /m);
const section = sections.find((text) => text.startsWith(`${process.argv[2]}\n`));
if (section === undefined) throw new Error(`docs/production.md has no section ${process.argv[2]}`);
// A block that quotes a file has its name in the line before it.
const blocks = section.matchAll(/(^<!-- .* -->\n)?^```sh\n([^]*?)^```$/gm);
for (const [, quoted, block] of blocks) if (quoted === undefined) process.stdout.write(block);
