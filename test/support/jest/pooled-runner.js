import ParallelRunner from 'jest-runner';
import { groupBy } from './group-by.js';

/** Projects whose files each keep a browser, engines or killed servers busy: one such file at a time. All others share the workers. */
const pools = { heavy: ['dashboard', 'engines', 'on-shared-engines', 'crash'] };
const poolOf = ({ context }) =>
  Object.keys(pools).find((name) => pools[name].includes(context.config.displayName?.name)) ?? 'node';

/** Runs the files of a run in pools of workers, side by side: no pool waits for the last file of another. */
export default class PooledRunner extends ParallelRunner {
  #listeners = [];

  on(eventName, listener) {
    this.#listeners.push([eventName, listener]);
    return super.on(eventName, listener);
  }

  async runTests(tests, watcher, options) {
    const byPool = groupBy(tests, poolOf);
    if (options.serial || byPool.size < 2) return super.runTests(tests, watcher, options);
    const runs = [];
    for (const [name, own] of byPool) {
      const maxWorkers = name === 'node' ? this._globalConfig.maxWorkers : 1;
      const runner = new ParallelRunner({ ...this._globalConfig, maxWorkers }, this._context);
      for (const [eventName, listener] of this.#listeners) runner.on(eventName, listener);
      // Its workers are begun at once, with these variables; each pool numbers its workers from one.
      process.env.POSTHORN_POOL = name;
      runs.push(runner.runTests(own, watcher, options));
    }
    await Promise.all(runs);
  }
}
