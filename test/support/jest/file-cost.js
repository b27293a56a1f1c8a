import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { processorMsOf } from './processor-time.js';

const folder = () => join(process.env.POSTHORN_TEMPLATES, 'costs');

/** What a file of suites takes in its worker, with the servers and commands that it starts; of the browser's files the browser too. */
export class FileCost {
  #suite;
  #file;
  #beganMs = performance.now();
  #processorMs;

  constructor(suite, path) {
    this.#suite = suite;
    this.#file = relative(process.cwd(), path);
    this.#processorMs = this.#processor();
  }

  /** Once, where the file has ended. */
  record() {
    const wallMs = Math.round(performance.now() - this.#beganMs);
    const processorMs = Math.max(0, this.#processor() - this.#processorMs);
    mkdirSync(folder(), { recursive: true });
    const cost = { suite: this.#suite, file: this.#file, wallMs, processorMs };
    appendFileSync(join(folder(), `${process.pid}.jsonl`), `${JSON.stringify(cost)}\n`);
  }

  #processor() {
    const browser = this.#suite === 'dashboard' ? Number(process.env.POSTHORN_BROWSER_PID) : Number.NaN;
    return (processorMsOf(process.pid) ?? 0) + (processorMsOf(browser) ?? 0);
  }
}

/** The costs of all files of this run. */
export function readCosts() {
  let names = [];
  try {
    names = readdirSync(folder());
  } catch {
    return [];
  }
  return names.flatMap((name) =>
    readFileSync(join(folder(), name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
  );
}
