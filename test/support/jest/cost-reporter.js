import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { budgetsOf, bySuite, overBudget, readBudgets, slowestFiles, withoutBudget } from './budgets.js';
import { readCosts } from './file-cost.js';
import { busyMs, processorMsOf } from './processor-time.js';

/** Of the last run; scripts/set-budgets.js makes the budgets of it. */
const costsFolder = fileURLToPath(new URL('../../../node_modules/.cache/posthorn/', import.meta.url));

/** Fewer files are a person's run of some of them, who needs no table but with `COSTS=show`. */
const fewestFiles = 40;
const mostNamed = 20;
/** A machine is quiet where others take less than that of what the run takes, and it is about as fast as the budgets' machine. */
const quietShare = 0.05;
const likeSpeed = 0.15;

/**
 * Prints what each suite and the slowest files took. Where `OVER_BUDGET` names a file and the machine is quiet, it gets a line for each
 * suite over its budget: processor time says little beside other work, and nothing on another machine.
 */
export default class CostReporter {
  #before;

  onRunStart() {
    this.#before = { busyMs: busyMs(), processorMs: processorMsOf(process.pid), calibrationMs: calibrate() };
  }

  onRunComplete() {
    const costs = readCosts();
    if (costs.length < fewestFiles) return process.env.COSTS === 'show' ? print(costs) : undefined;
    const calibrationMs = Math.min(this.#before.calibrationMs, calibrate());
    print(costs);
    mkdirSync(costsFolder, { recursive: true });
    writeFileSync(`${costsFolder}costs.json`, `${JSON.stringify(budgetsOf(costs, calibrationMs), null, 2)}\n`);
    const { OVER_BUDGET } = process.env;
    if (OVER_BUDGET !== undefined) this.#check(costs, calibrationMs, OVER_BUDGET);
  }

  #check(costs, calibrationMs, path) {
    const budgets = readBudgets();
    const over = overBudget(costs, budgets);
    const noise = this.#noise(calibrationMs, budgets.calibrationMs);
    for (const sentence of over) process.stdout.write(`over budget: ${sentence}\n`);
    for (const { suite } of withoutBudget(costs, budgets)) {
      process.stdout.write(
        `no budget: ${suite}. After a whole run on a quiet machine, run node scripts/set-budgets.js.\n`,
      );
    }
    if (noise !== undefined) process.stdout.write(`budgets are not judged: ${noise}\n`);
    else writeFileSync(path, over.map((sentence) => `${sentence}\n`).join(''));
  }

  /** Why the machine is not quiet; undefined where it is. */
  #noise(calibrationMs, referenceMs) {
    const speed = calibrationMs / referenceMs;
    if (Math.abs(speed - 1) > likeSpeed) return `this machine takes ${speed.toFixed(2)} times what the budgets' took`;
    const own = processorMsOf(process.pid) - this.#before.processorMs;
    const others = (busyMs() - this.#before.busyMs - own) / own;
    if (!(others < quietShare)) return `other programs took ${Math.round(others * 100)}% of what the suites took`;
    return undefined;
  }
}

function print(costs) {
  const line = (...cells) =>
    `${cells.map((cell, index) => (index === 0 ? cell.padEnd(64) : String(cell).padStart(12))).join('')}\n`;
  process.stdout.write(`\n${line('suite', 'files', 'wall s', 'processor s')}`);
  for (const { suite, files, wallSeconds, processorSeconds } of bySuite(costs)) {
    process.stdout.write(line(suite, files, wallSeconds.toFixed(1), processorSeconds.toFixed(1)));
  }
  process.stdout.write(`\n${line('slowest files', '', 'wall s', 'processor s')}`);
  for (const { suite, file, wallMs, processorMs } of slowestFiles(costs, mostNamed)) {
    process.stdout.write(line(`${suite}: ${file}`, '', (wallMs / 1000).toFixed(1), (processorMs / 1000).toFixed(1)));
  }
}

/** Milliseconds that a fixed piece of work takes on one processor, the shortest of some. */
function calibrate() {
  const block = Buffer.alloc(1 << 20, 7);
  const once = () => {
    const beganMs = performance.now();
    const hash = createHash('sha256');
    for (let round = 0; round < 64; round += 1) hash.update(block);
    hash.digest();
    return performance.now() - beganMs;
  };
  return Math.round(Math.min(...Array.from({ length: 5 }, once)));
}
