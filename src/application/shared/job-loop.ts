import { BegunJobs } from './begun-jobs.js';
import { delay, nextTurn } from './delay.js';

/** `more`: at once. `soon`: in a moment. `later`: something has to happen first. `done`: for ever. */
export type Step = 'more' | 'soon' | 'later' | 'done';

/** One run of the loop, from when it is woken until no job has a turn. */
export interface JobRun {
  /** Whose turn it is, in order. `before`: how the last round ended, undefined in the first. None: the run is over. */
  turns(before: readonly Step[] | undefined): readonly string[] | Promise<readonly string[]>;
  /** Some of the work of one. What it throws is reported, and counts as `later`. */
  step(id: string): Promise<Step>;
}

/** What a kind of job differs in. */
export interface JobKind {
  run(signal: AbortSignal): JobRun;
  /** Takes back the fact that this process has begun it. */
  leave(id: string): Promise<unknown>;
}

/** What is waited for has come by then, or else twice as long after that: each look reads what waits. */
const soonestMs = 5;
const latestMs = 80;

/**
 * Works on jobs in turns, a step of each in a round, until there is nothing to do at once. Requests have their turn
 * between two steps, and a job that fails keeps no other from its own.
 */
export class JobLoop {
  /** A step that may end the process says so first: the decider ends a job that did so twice. */
  readonly begun = new BegunJobs();
  #isAtWork = false;
  #working: Promise<void> | undefined;

  constructor(
    private readonly kind: JobKind,
    private readonly onFailure: (error: unknown) => void,
  ) {}

  /** Begins a run where none is under way. @returns the one that is; it ends early when its signal aborts. */
  async wake(signal: AbortSignal): Promise<void> {
    if (!this.#isAtWork) this.#working = this.#work(signal);
    return this.#working;
  }

  /** Resolves once nothing is under way, and what was begun is taken back; the signal has aborted before. */
  async idle(): Promise<void> {
    await this.#working;
    await this.begun.leaveAll((id) => this.kind.leave(id));
  }

  /** It is at work until the moment in which it finds nothing to do: who wakes it after that begins another run. */
  async #work(signal: AbortSignal): Promise<void> {
    this.#isAtWork = true;
    try {
      const run = this.kind.run(signal);
      let soonMs = soonestMs;
      for (let before: Step[] | undefined; ; ) {
        if (signal.aborted) return;
        const asked = run.turns(before);
        const ids = 'then' in asked ? await asked : asked;
        if (ids.length === 0) return;
        before = [];
        for (const id of ids) {
          if (signal.aborted) return;
          before.push(await this.#step(run, id));
          await nextTurn();
        }
        if (before.includes('more')) soonMs = soonestMs;
        else if (before.includes('soon')) {
          await delay(soonMs);
          soonMs = Math.min(2 * soonMs, latestMs);
        }
      }
    } catch (error) {
      this.onFailure(error);
    } finally {
      this.#isAtWork = false;
    }
  }

  async #step(run: JobRun, id: string): Promise<Step> {
    try {
      const step = await run.step(id);
      if (step === 'done') this.begun.forget(id);
      return step;
    } catch (error) {
      this.onFailure(error);
      return 'later';
    }
  }
}

/** Whether a round left anything to do at once. */
export const goesOn = (before: readonly Step[]): boolean => before.includes('more') || before.includes('soon');
