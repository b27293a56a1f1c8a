import { idOf } from '../../domain/shared/stream-name.js';
import { ClockWatch, type Leap } from '../shared/clock-watch.js';
import { Backlog } from '../shared/backlog.js';
import { goesOn, JobLoop, type JobRun } from '../shared/job-loop.js';
import type { DeclaredProcessManager, ProcessManager } from '../shared/run-process-manager.js';
import { Job, type JobPorts } from './broadcast-job.js';
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
  const window = new OpenWindow(ports);
  const watch = new ClockWatch(ports.clock);
  let leap: Leap | undefined;

  const run: JobRun = {
    turns(before) {
      if (before !== undefined && !goesOn(before)) return [];
      leap = watch.look();
      return backlog.entries().map(([id]) => id);
    },
    async step(id) {
      const step = (await backlog.get(id)?.step(window, leap)) ?? 'done';
      if (step === 'done') backlog.finish(id);
      return step;
    },
  };
  const loop = new JobLoop({ run: () => run, leave: async (id) => backlog.get(id)?.leave() }, onFailure);

  return {
    ...broadcaster,
    backlog,
    note(stored) {
      const id = idOf(stored.stream);
      if (stored.type === 'BroadcastScheduled' || stored.type === 'BroadcastQueued')
        backlog.add(id, new Job(ports, id, loop.begun));
      backlog.get(id)?.wake();
    },
    async act() {
      void loop.wake(signal);
    },
    idle: () => loop.idle(),
  };
}
