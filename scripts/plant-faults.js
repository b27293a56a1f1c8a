// `npm run test:faults`: puts each fault of test/faults into a copy of the product, one at a time, and expects the test that it
// names to fail. Words after `--` choose among them: parts of a promise, a fault or a suite; `DKIM|DNS` chooses both.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { readFaults } from './planted-faults.js';

const root = resolve(import.meta.dirname, '..');
/** What waits for something that a fault keeps from happening ends then. */
const testTimeoutMs = 60_000;
const runTimeoutMs = 600_000;
/** They load what was compiled; others start servers, which run from the bundle. */
const withoutServers = /^(domain|application|projections|unit|contracts|page)\//;

const wanted = process.argv.slice(2);
const faults = readFaults().filter(({ promise, fault, suite }) =>
  wanted.every((words) => words.split('|').some((word) => [promise, fault, suite].some((text) => text.includes(word)))),
);
if (faults.length === 0) throw new Error(`no fault of test/faults has ${wanted.join(' and ')} in it`);
const copy = mkdtempSync(join(tmpdir(), 'posthorn-faults-'));
try {
  makeCopy();
  process.exitCode = seesAll() ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function seesAll() {
  const unfit = withoutFaults();
  for (const line of unfit) console.log(line);
  if (unfit.length > 0) return false;
  const unseen = faults.filter((fault) => !isSeen(fault));
  console.log(`${faults.length - unseen.length} of ${faults.length} faults are seen`);
  return unseen.length === 0;
}

/** What keeps a fault from being seen: its test does not pass, or is not there, before the fault is planted. */
function withoutFaults() {
  const results = run([...new Set(faults.map(({ suite }) => suite))]);
  return faults
    .filter(({ suite, test }) => !results.some((result) => isOf(result, suite, test) && result.status === 'passed'))
    .map(({ suite, test }) => `does not pass without a fault: ${suite}: ${test}`);
}

function isSeen({ fault, file, find, replace, suite, test }) {
  const path = join(copy, file);
  const sound = readFileSync(path, 'utf8');
  if (sound.split(find).length !== 2) throw new Error(`${file}: what "${fault}" replaces does not stand there once`);
  const beganMs = performance.now();
  writeFileSync(
    path,
    sound.replace(find, () => replace),
  );
  compile(suite);
  const isFailed = run([suite], test).some((result) => isOf(result, suite, test) && result.status === 'failed');
  writeFileSync(path, sound);
  const seconds = String(Math.round((performance.now() - beganMs) / 1000));
  console.log(`${isFailed ? 'seen    ' : 'NOT SEEN'} ${seconds.padStart(3)} s  ${fault} (${suite}: ${test})`);
  return isFailed;
}

function isOf(result, suite, test) {
  return result.suite === suite && result.title.includes(test);
}

/** The results of these suites, or of their tests alone whose title has this in it; none of a run that hangs. */
function run(suites, test) {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const files = suites.map((suite) => join(copy, 'test', `${suite}.spec.ts`));
  const only = test === undefined ? [] : ['-t', test.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')];
  const options = ['--json', '--outputFile', report, '--silent', '--forceExit', `--testTimeout=${testTimeoutMs}`];
  const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];
  spawnSync(process.execPath, [...jest, ...options, ...only, '--runTestsByPath', ...files], {
    cwd: copy,
    stdio: 'ignore',
    timeout: runTimeoutMs,
  });
  if (!existsSync(report)) return [];
  return JSON.parse(readFileSync(report, 'utf8')).testResults.flatMap(({ name, assertionResults }) => {
    const suite = suites[files.indexOf(name)];
    return assertionResults.map(({ title, status }) => ({ suite, title, status }));
  });
}

/** What belongs to the repository, changed or not, and what was built of it. */
function makeCopy() {
  ask(process.execPath, 'scripts/build.js', 'compiler', 'bundle');
  const times = { preserveTimestamps: true };
  for (const file of ask('git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file), times);
  }
  cpSync(join(root, 'dist'), join(copy, 'dist'), { ...times, recursive: true });
  linkPackages();
  compile('unit/');
}

/** What is built of the page is the copy's own: a faulty one must not stay with the packages. */
function linkPackages() {
  const packages = join(copy, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(packages, name));
  }
}

/** What has changed; a run makes the bundle of it, where that is older and the suite has a use for it. */
function compile(suite) {
  spawnSync(process.execPath, ['scripts/build.js', 'compiler'], { cwd: copy });
  const now = new Date();
  if (withoutServers.test(suite)) utimesSync(join(copy, 'dist/bundle/main.js'), now, now);
}

function ask(program, ...given) {
  const { status, stdout } = spawnSync(program, given, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`${program} ${given.join(' ')} ended with ${status}`);
  return stdout;
}
