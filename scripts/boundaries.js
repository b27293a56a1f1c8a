// Who may import whom: one cruise of these folders for all rules. Prints each violation, `rule <- file`, and what was cruised;
// ends with 1 where there is one.
//   boundaries.js [--in <folder>] <source>…
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const root = resolve(import.meta.dirname, '..');
const { values, positionals: sources } = parseArgs({ options: { in: { type: 'string' } }, allowPositionals: true });

const cruised = cruise(resolve(values.in ?? root), sources);
const found = [...violations(cruised), ...foldersInCircles(cruised)];
for (const line of found) console.log(line);
const { totalCruised, totalDependenciesCruised } = cruised.summary;
console.error(`${found.length} violations in ${totalCruised} modules with ${totalDependenciesCruised} imports`);
process.exitCode = found.length === 0 ? 0 : 1;

function cruise(folder, sources) {
  const program = `${root}/node_modules/dependency-cruiser/bin/dependency-cruise.mjs`;
  const options = ['--config', `${root}/.dependency-cruiser.cjs`, '--output-type', 'json'];
  // The exit code counts the violations, so it says nothing of a failure; no JSON does.
  const { stdout, stderr } = spawnSync(process.execPath, [program, ...options, ...sources], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`dependency-cruiser answers no report: ${stderr}`);
  }
}

/** A circle counts once. */
function violations({ summary }) {
  return [...new Set(summary.violations.map(({ rule, from }) => `${rule.name} <- ${from}`))].sort();
}

/**
 * Folders, each with the files that lie in itself, from which imports lead back to them, also by way of one inside it:
 * the rule of the configuration takes a folder and what is inside it for one.
 */
function foldersInCircles({ modules }) {
  const next = new Map();
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    const to = next.get(from) ?? new Set();
    for (const { resolved } of dependencies) to.add(folderOf(resolved));
    to.delete(from);
    next.set(from, to);
  }
  const reached = (from, seen = new Set()) => {
    for (const folder of next.get(from) ?? []) {
      if (seen.has(folder)) continue;
      seen.add(folder);
      reached(folder, seen);
    }
    return seen;
  };
  const circles = [...next.keys()].filter((folder) => folder.startsWith('src/') && reached(folder).has(folder));
  return circles.sort().map((folder) => `folder-in-a-circle <- ${folder}`);
}

function folderOf(file) {
  return file.slice(0, file.lastIndexOf('/'));
}
