// The faults of test/faults, and the table of them in docs/testing.md.
//   planted-faults.js table         writes the table
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(import.meta.dirname, '..');
const faultsFolder = join(root, 'test/faults');
const page = join(root, 'docs/testing.md');
const begins = '<!-- planted faults -->\n';
const ends = '<!-- end of planted faults -->';

/** All of them; those of a promise follow one another. */
export function readFaults() {
  const files = readdirSync(faultsFolder).filter((name) => name.endsWith('.json'));
  return files.sort().flatMap((name) => JSON.parse(readFileSync(join(faultsFolder, name), 'utf8')));
}

/** How often the text that a fault replaces stands in its file: once, or the fault cannot be planted. */
export function placesOf({ file, find }) {
  return readFileSync(join(root, file), 'utf8').split(find).length - 1;
}

/** The page with the table as the faults have it. */
export function pageWithTable(text = readFileSync(page, 'utf8')) {
  const [before, rest = ''] = text.split(begins);
  const [, after = ''] = rest.split(ends);
  return `${before}${begins}\n${tableOf(readFaults())}\n\n${ends}${after}`;
}

function tableOf(faults) {
  const rows = faults.map(({ promise, fault, suite, test }, index) => {
    const named = promise === faults[index - 1]?.promise ? '' : promise;
    return `| ${named} | ${fault} | \`${suite}\` | “${test}” |`;
  });
  return ['| Promise | Planted fault | Suite | Test that fails |', '|---|---|---|---|', ...rows].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === 'table') {
  writeFileSync(page, pageWithTable());
}
