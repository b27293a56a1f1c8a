// Imported first by what `npm ci` runs: an older Node, of which npm only warns, would fail in some package.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = engines.node.replace('>=', '');
const given = process.versions.node;
if (given.localeCompare(needed, 'en', { numeric: true }) < 0) {
  process.stderr.write(
    `Node ${given} is too old to build Posthorn. Install Node ${needed} or newer (https://nodejs.org).\n`,
  );
  process.exit(78);
}
