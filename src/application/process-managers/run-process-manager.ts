import type { Position, Recorded } from '../../domain/shared/recorded.js';
import type { ProcessManagerAdvanced } from '../../domain/process-manager/events.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { EventFilter, StoredEvent } from '../ports/event-store.js';
import { every } from '../shared/every.js';
import { followLog } from '../shared/follow-log.js';
import { appendPatiently, atLeastOne, type LogPorts, metadataOf, requestPatience } from '../shared/handle.js';

/** Follows the log and acts on it. Redelivery is harmless: what it does it can do again quietly. */
export interface ProcessManager {
  readonly name: string;
  readonly filter: EventFilter;
  /** Takes in one event. */
  note(stored: StoredEvent): void;
  /** Does what is due; called about once a second. */
  act(): Promise<void>;
  /** Everything up to here is finished with; undefined: nothing yet. */
  position(): Position | undefined;
}

/** Nothing a process manager does is urgent: its reads leave the requests alone. */
const followPauseMs = 250;
const actEveryMs = 1_000;
const savePositionEveryMs = 30_000;

/**
 * Runs until the signal aborts. The position is a fact in the log, saved every 30 s and at an orderly stop, and only
 * where it has moved; neither a replay nor dropping read models touches it.
 */
export async function runProcessManager(
  ports: LogPorts,
  manager: ProcessManager,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const saved = await savedPosition(ports, manager.name);
  let last = saved;
  const save = async (): Promise<void> => {
    const position = manager.position();
    if (position === undefined || position === last) return;
    if (await appendPosition(ports, manager.name, position)) last = position;
  };
  await Promise.all([
    followLog(ports.store, {
      filter: manager.filter,
      after: saved,
      signal,
      pauseMs: followPauseMs,
      onPage: (page) => {
        for (const stored of page.events) manager.note(stored);
      },
      onFailure,
    }),
    every(actEveryMs, signal, () => manager.act(), onFailure),
    every(savePositionEveryMs, signal, save, onFailure),
  ]);
  await save().catch(onFailure);
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

async function lastSaved(ports: LogPorts, name: string): Promise<Recorded<ProcessManagerAdvanced> | undefined> {
  const stored = await ports.store.readLast(streamName('processmanager', name));
  const [recorded] = ports.codec.decode(stored === undefined ? [] : [stored]) as Recorded<ProcessManagerAdvanced>[];
  return recorded;
}

async function savedPosition(ports: LogPorts, name: string): Promise<Position | undefined> {
  return (await lastSaved(ports, name))?.event.data.position;
}

/** False: another process was faster, or the log could not be written; the next time does it. */
async function appendPosition(ports: LogPorts, name: string, position: Position): Promise<boolean> {
  const last = await lastSaved(ports, name);
  const stream = streamName('processmanager', name);
  const occasion = {
    context: { teamId: null, actor: { kind: 'system', id: name } as const, correlationId: ports.ids.next() },
    region: null,
  };
  const event = { type: 'ProcessManagerAdvanced', data: { position } };
  const events = [{ id: ports.ids.next(), event, metadata: metadataOf(ports.clock, occasion) }];
  const [encoded] = ports.codec.encode([{ stream, predecessor: last?.digest ?? null, events }], new Map());
  const write = { stream, expected: last?.revision ?? 'no-stream', events: atLeastOne(encoded?.events ?? []) } as const;
  return (await appendPatiently(ports.store, [write], requestPatience)).result === 'written';
}
