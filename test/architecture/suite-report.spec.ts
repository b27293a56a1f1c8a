import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { countsOf, failedFiles, mayRetry, skippedTests } from '../../scripts/suite-report.js';

const test = (status: string, fullName: string, failureMessages: readonly string[] = []) => ({
  status,
  fullName,
  failureMessages,
});
const file = (name: string, status: string, assertionResults: readonly object[], message = '') => ({
  name: new URL(`../../${name}`, import.meta.url).pathname,
  status,
  assertionResults,
  message,
});

describe('the second chance of .ci/run', () => {
  it.each([
    ['no file', [], false],
    ['up to four files', ['test/api/a.spec.ts', 'test/e2e/b.spec.ts', 'test/unit/c.spec.ts', 'test/d.spec.ts'], true],
    ['five files', ['a', 'b', 'c', 'd', 'e'], false],
    ['crashes', ['test/crash/smart-sink.spec.ts'], false],
    ['the crashes of npm test', ['test/api/a.spec.ts', 'test/e2e/crash/crash.spec.ts'], false],
    ['what is on disk before an answer', ['test/strace/flushed.spec.ts'], false],
    ['killed processes', ['test/engines/distributed/processes.spec.ts'], false],
  ])('%s', (_what, files, may) => {
    expect(mayRetry(files)).toBe(may);
  });

  it('is given by the script to files that are there, as .ci/run asks for it', () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const asked = (...files: string[]) =>
      spawnSync(process.execPath, ['scripts/suite-report.js', 'retry', ...files], { cwd: root, encoding: 'utf8' });
    expect(asked('test/architecture/suite-report.spec.ts')).toMatchObject({ status: 0, stderr: '' });
    expect(asked('test/crash/smart-sink.spec.ts')).toMatchObject({ status: 1, stderr: '' });
  });

  it('names each failed file, its counts and its first failure on one line', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 1,
      numRuntimeErrorTestSuites: 1,
      testResults: [
        file('test/a.spec.ts', 'passed', [test('passed', 'one'), test('pending', 'left out')]),
        file('test/b.spec.ts', 'failed', [
          test('passed', 'two'),
          test('failed', 'b three', ['Error: \u001b[31mexpected\u001b[39m\n  at x']),
        ]),
        file('test/c.spec.ts', 'failed', [], 'cannot be loaded'),
      ],
    };
    expect(countsOf(report)).toEqual({ passed: 3, failed: 2 });
    expect(skippedTests(report)).toEqual(['left out']);
    expect(failedFiles(report)).toEqual([
      { name: 'test/b.spec.ts', passed: 1, failed: 1, error: 'b three: Error: expected at x' },
      { name: 'test/c.spec.ts', passed: 0, failed: 1, error: 'cannot be loaded' },
    ]);
  });

  it('a report that is missing is a failure', () => {
    expect(countsOf(undefined)).toEqual({ passed: 0, failed: 1 });
    expect(failedFiles(undefined)).toEqual([]);
  });
});
