// Processor time of one email, of this build over another of the same repository: `npm run bench:beside`. Both servers
// work off the same emails at the same moment, so that a busy machine slows both. Ends with 1 where the median of a form
// is above the limit in three runs. `-- --commit <commit>`: in place of the one in bench/landed.json. `-- --only
// broadcast`: forms of the ledger whose names contain it, in place of those in that file.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pairsOf } from './beside/pairs.js';
import { forms } from './ledger/forms.js';

/** In a row. */
const runs = 3;
const leastShownUs = 20;
const root = join(import.meta.dirname, '..');
const { landed, mostRatio, forms: usual } = JSON.parse(readFileSync(join(root, 'bench/landed.json'), 'utf8'));
const { values } = parseArgs({ options: { commit: { type: 'string', default: landed }, only: { type: 'string' } } });
const compared = values.only === undefined ? usual : Object.keys(forms).filter((name) => name.includes(values.only));
const commit = values.commit;

if (!isKnown(commit)) {
  console.log(`skipped: this clone does not have the commit ${commit}`);
  process.exit(0);
}
const folder = mkdtempSync(join(tmpdir(), 'posthorn-beside-'));
try {
  checkOut(commit, folder);
  let isDearer = false;
  for (const name of compared) {
    // Chance alone puts one in some above the limit.
    let above = 0;
    while (above < runs && (await isAboveLimit(name))) above += 1;
    isDearer ||= above === runs;
  }
  process.exitCode = isDearer ? 1 : 0;
} finally {
  git('worktree', 'remove', '--force', folder);
  rmSync(folder, { recursive: true, force: true });
}

async function isAboveLimit(name) {
  const { median, range, threads } = await pairsOf(forms[name], [{ root }, { root: folder }]);
  const [least, most] = range.map((ratio) => ratio.toFixed(2));
  console.log(
    `${name}: ${median.toFixed(3)} of the processor time at ${commit} (${least} to ${most}, at most ${mostRatio})`,
  );
  const [here, there] = threads;
  const rows = Object.keys(here).filter((thread) => here[thread] >= leastShownUs);
  const shown = rows.map((thread) => `${thread} ${Math.round(here[thread])} (${Math.round(there[thread] ?? 0)})`);
  console.log(`  us an email by thread: ${shown.join(', ')}`);
  return median > mostRatio;
}

/** A built checkout of `at` in `into`, with packages of its own where it needs others. */
function checkOut(at, into) {
  git('worktree', 'add', '--detach', '--force', into, at);
  const run = (program, ...words) =>
    execFileSync(program, words, { cwd: into, stdio: ['ignore', 'ignore', 'inherit'] });
  if (git('diff', '--name-only', at, '--', 'package-lock.json') === '') {
    symlinkSync(join(root, 'node_modules'), join(into, 'node_modules'));
  } else {
    run('npm', 'ci', '--no-audit', '--no-fund');
  }
  // The pages alone: a copy of the server would be newer than the sources of that commit, and so would not be built.
  cpSync(join(root, 'dist/dashboard'), join(into, 'dist/dashboard'), { recursive: true });
  run('npm', 'run', 'build:server');
}

function isKnown(name) {
  try {
    git('cat-file', '-e', `${name}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

function git(...words) {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
