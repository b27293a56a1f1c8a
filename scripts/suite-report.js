// What a JSON report of jest says, for .ci/run; each line's fields are separated by tabs.
//   count <report>                       passed, failed
//   skipped <report>                     each skipped test
//   failed <report>                      each failed file: its name, passed, failed, the first failure
//   retry <file>…                        ends with 0 where all of these may run once more
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** More failed files than that are no accident. */
const mostRetried = 4;
/** Here chance is what is tested: one failure is a fault. */
const neverRetried = [
  /^test\/crash\//,
  /^test\/e2e\/crash\//,
  /^test\/strace\//,
  /^test\/engines\/distributed\/processes\./,
];

/** Whether all of these files may run a second time. */
export function mayRetry(files) {
  return (
    files.length > 0 &&
    files.length <= mostRetried &&
    files.every((file) => !neverRetried.some((pattern) => pattern.test(file)))
  );
}

/** Counts of a whole report; one that is missing was ended from outside, which is a failure. */
export function countsOf(report) {
  if (report === undefined) return { passed: 0, failed: 1 };
  return { passed: report.numPassedTests, failed: report.numFailedTests + report.numRuntimeErrorTestSuites };
}

export function failedFiles(report) {
  return (report?.testResults ?? [])
    .filter(({ status }) => status === 'failed')
    .map(({ name, assertionResults, message }) => {
      const failures = assertionResults.filter(({ status }) => status === 'failed');
      const passed = assertionResults.filter(({ status }) => status === 'passed').length;
      const [first] = failures;
      // A file that could not be loaded has no test that failed.
      const error = first === undefined ? message : `${first.fullName}: ${first.failureMessages[0] ?? ''}`;
      return { name: relative(root, name), passed, failed: Math.max(1, failures.length), error: firstLine(error) };
    });
}

export function skippedTests(report) {
  return (report?.testResults ?? []).flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => fullName.replaceAll(/\s+/g, ' ')),
  );
}

function firstLine(text) {
  const escapes = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');
  return text.replaceAll(escapes, '').replaceAll(/\s+/g, ' ').trim().slice(0, 300);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [what, ...files] = process.argv.slice(2);
  if (what === 'retry') process.exitCode = mayRetry(files) ? 0 : 1;
  else printReport(what, files[0]);
}

function printReport(what, path) {
  const report = path !== undefined && existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  if (what === 'count') print([Object.values(countsOf(report))]);
  if (what === 'skipped') print(skippedTests(report).map((name) => [name]));
  if (what === 'failed') print(failedFiles(report).map((file) => Object.values(file)));
}

function print(rows) {
  for (const row of rows) console.log(row.join('\t'));
}
