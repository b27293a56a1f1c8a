/** What a JSON report of jest holds, as far as it is read here. */
export interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  /** Files that could not be loaded. */
  readonly numRuntimeErrorTestSuites: number;
  readonly testResults: readonly object[];
}

export interface FailedFile {
  readonly name: string;
  readonly passed: number;
  /** At least 1. */
  readonly failed: number;
  /** The first failure, on one line. */
  readonly error: string;
}

export function mayRetry(files: readonly string[]): boolean;
export function countsOf(report: Report | undefined): { readonly passed: number; readonly failed: number };
export function failedFiles(report: Report | undefined): readonly FailedFile[];
export function skippedTests(report: Report | undefined): readonly string[];
