import type { Position } from '../../domain/shared/recorded.js';
import type { EventFilter, StoredEvent } from '../ports/event-store.js';
import { every } from './every.js';
import { followLog } from './follow-log.js';
import type { LogPorts } from './handle.js';
import type { Backlog } from './backlog.js';
import { PassedEvents } from './passed-events.js';
import { appendProgress, savedPosition } from './progress.js';

/** Follows the log and acts on it. Redelivery is harmless: what it does it can do again quietly. */
export interface ProcessManager {
  readonly name: string;
  readonly filter: EventFilter;
  /** What it has still to do, and how far it has come. */
  readonly backlog: Pick<Backlog<unknown>, 'isEmpty' | 'pass' | 'position'>;
  /** Takes in one event. */
  note(stored: StoredEvent): void;
  /** Does what is due; called about once a second. */
  act(): Promise<void>;
  /** Resolves once it can hold more; what comes meanwhile stays in the log. Absent where what it holds is small. */
  room?(signal: AbortSignal): Promise<void>;
  /** Resolves once nothing that it has begun is under way; asked after the stop. */
  idle?(): Promise<void>;
}

/** A process manager as its resource names it. */
export interface DeclaredProcessManager {
  readonly name: string;
  readonly filter: EventFilter;
  /**
   * How long after an event it acts, so that `posthorn doctor` sees it late; null: not at all. When absent, at once.
   */
  readonly afterMs?: (config: never) => number | null;
  /** It begins what reaches people: after a restore, not before delivery is resumed. */
  readonly waitsForResume?: true;
  /**
   * Made again for each tenure: what an earlier one had noted, another process may have passed. Absent when a periodic
   * task does its work.
   */
  readonly make?: (needs: never) => ProcessManager;
}

/** Nothing a process manager does is urgent: its reads leave the requests alone. */
const followPauseMs = 250;
const actEveryMs = 1_000;
const savePositionEveryMs = 30_000;
/** A process that is killed every few seconds must come further in each of its lives. */
const savePositionFirstMs = 4_000;

/**
 * Runs until the signal aborts. The position is a fact in the log, saved after 4 s, every 30 s and at an orderly stop
 * where it has moved past an event that the manager handles, or past a thousand others; neither a replay nor dropping
 * read models touches it.
 */
export async function runProcessManager(
  ports: LogPorts,
  manager: ProcessManager,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const saved = await savedPosition(ports, manager.name);
  const passed = new PassedEvents(ports.store, saved);
  let last = saved;
  let handled: Position | undefined;
  const save = async (): Promise<void> => {
    const position = manager.backlog.position();
    if (position === undefined || position <= (last ?? '')) return;
    const isWorthIt = (handled ?? '') > (last ?? '') || (await passed.isFar(position));
    if (!isWorthIt) return;
    if (!(await appendProgress(ports, manager.name, { type: 'ProcessManagerAdvanced', data: { position } }))) return;
    last = position;
    passed.restart(position);
  };
  await Promise.all([
    followLog(ports.store, {
      filter: manager.filter,
      after: saved,
      signal,
      pauseMs: followPauseMs,
      onPage: (page) => {
        for (const stored of page.events) noteAndPass(manager, stored);
        handled = page.events.at(-1)?.position ?? handled;
        if (page.position !== undefined) manager.backlog.pass(page.position);
      },
      room: async () => manager.room?.(signal),
      onFailure,
    }),
    every(actEveryMs, signal, () => manager.act(), onFailure),
    every(savePositionEveryMs, signal, save, onFailure, savePositionFirstMs),
  ]);
  await save().catch(onFailure);
  await manager.idle?.();
}

/** One event after the other, in the log's order. */
export function noteAndPass(manager: ProcessManager, stored: StoredEvent): void {
  manager.note(stored);
  manager.backlog.pass(stored.position);
}

/** A task that keeps its own position in the log. */
export interface PeriodicTask {
  /** Does what is due. Ends early when the signal aborts. */
  act(signal: AbortSignal): Promise<void>;
  /** Makes a fact of how far it has come, where it has moved. */
  save(): Promise<void>;
}

/** Runs until the signal aborts; what fails is tried again the next time. */
export async function runPeriodicTask(
  task: PeriodicTask,
  periodMs: number,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  await Promise.all([
    every(periodMs, signal, () => task.act(signal), onFailure),
    every(savePositionEveryMs, signal, () => task.save(), onFailure, savePositionFirstMs),
  ]);
  await task.save().catch(onFailure);
}

/** One after the other; what fails stops none of the others, and the first failure is thrown in the end. */
export async function eachInTurn<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  let failed: Promise<void> | undefined;
  for (const item of items) {
    const done = work(item);
    await done.catch(() => {
      failed ??= done;
    });
  }
  await failed;
}
