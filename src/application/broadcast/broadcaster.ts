import { idOf } from '../../domain/shared/stream-name.js';
import { BegunJobs } from '../shared/begun-jobs.js';
import { ClockWatch } from '../shared/clock-watch.js';
import { Backlog } from '../shared/backlog.js';
import { delay } from '../shared/delay.js';
import type { DeclaredProcessManager, ProcessManager } from '../shared/run-process-manager.js';
import { Job, type JobPorts, type Step } from './broadcast-job.js';
import { broadcasterId } from './open-members.js';
import { OpenWindow } from './open-window.js';

const broadcaster = {
  name: broadcasterId,
  filter: {
    categories: ['broadcast'],
    types: [
      'BroadcastScheduled',
      'BroadcastUnscheduled',
      'BroadcastQueued',
      'BroadcastPaused',
      'BroadcastResumed',
      'BroadcastCanceled',
      'BroadcastFinished',
      'BroadcastDeleted',
      'BroadcastPolicySet',
      'BroadcastWinnerChosen',
    ],
  },
} satisfies Pick<ProcessManager, 'name' | 'filter'>;

/** The broadcaster with what it is made from. It waits for the time of one, and while one is paused. */
export const broadcasterManager = {
  ...broadcaster,
  afterMs: () => null,
  waitsForResume: true,
  make: ({ services, signal, onFailure }: BroadcasterNeeds) => createBroadcaster(services, signal, onFailure),
} satisfies DeclaredProcessManager;

interface BroadcasterNeeds {
  readonly services: JobPorts;
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
}

/** Sends broadcasts, some emails of each in turn. It goes on where the log says it was, whichever process that was. */
export function createBroadcaster(
  ports: JobPorts,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): ProcessManager & { idle(): Promise<void> } {
  const backlog = new Backlog<Job>();
  const begun = new BegunJobs();
  const window = new OpenWindow(ports);
  const watch = new ClockWatch(ports.clock);
  let working: Promise<void> | undefined;

  /** One step of each, until none has anything to do at once. What fails stops no other. */
  async function work(): Promise<void> {
    let soonMs = soonestMs;
    for (let goesOn = true; goesOn && !signal.aborted; ) {
      const steps: Step[] = [];
      const leap = watch.look();
      for (const [id, job] of backlog.entries()) {
        if (signal.aborted) return;
        const step = await job.step(window, leap).catch((error: unknown): Step => {
          onFailure(error);
          return 'later';
        });
        if (step === 'done') {
          begun.forget(id);
          backlog.finish(id);
        }
        steps.push(step);
        // Requests have their turn in between.
        await new Promise((resolve) => setImmediate(resolve));
      }
      goesOn = steps.includes('more') || steps.includes('soon');
      if (steps.includes('more')) soonMs = soonestMs;
      else if (goesOn) {
        await delay(soonMs);
        soonMs = Math.min(2 * soonMs, latestMs);
      }
    }
  }

  return {
    ...broadcaster,
    backlog,
    note(stored) {
      const id = idOf(stored.stream);
      if (stored.type === 'BroadcastScheduled' || stored.type === 'BroadcastQueued')
        backlog.add(id, new Job(ports, id, begun));
      backlog.get(id)?.wake();
    },
    async act() {
      if (signal.aborted) return;
      working ??= work().finally(() => {
        working = undefined;
      });
    },
    async idle() {
      await working;
      await begun.leaveAll(async (id) => backlog.get(id)?.leave());
    },
  };
}

/** The delivery has taken some by then, or else twice as long after that: each look reads what waits. */
const soonestMs = 5;
const latestMs = 80;
