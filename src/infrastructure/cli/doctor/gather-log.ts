import type { LogFacts, ProcessManagerFacts } from '../../../application/doctor/facts.js';
import { dayMs, hourMs } from '../../../application/doctor/units.js';
import type { EventStore } from '../../../application/ports/event-store.js';
import { lastSeal } from '../../../application/seal/last-seal.js';
import { isCoveredCategory } from '../../../application/seal/seal-content.js';
import type { InstallationCreated } from '../../../domain/installation/events.js';
import type { ProcessManagerAdvanced } from '../../../domain/process-manager/events.js';
import type { Recorded } from '../../../domain/shared/recorded.js';
import { categories, idOf, installationStream, type StreamName } from '../../../domain/shared/stream-name.js';
import { createEventCodec } from '../../event-codec/event-codec.js';
import {
  type EventLogFigures,
  type EventPlace,
  openEventLogFigures,
} from '../../event-store/sqlite/event-log-figures.js';
import { openSqliteEventStore } from '../../event-store/sqlite/sqlite-event-store.js';

/** So many of the newest events are looked at for steps of the clock. */
const newestEvents = 1_000;

const codec = createEventCodec();

/** Figures of the log at `path`, which must exist. */
export async function gatherLog(path: string, nowMs: number): Promise<LogFacts> {
  const writer = { call: () => Promise.reject(new Error('opened for reading only')) };
  const store = openSqliteEventStore({ path, writer });
  const figures = openEventLogFigures(path);
  try {
    return await factsOf(store, figures, nowMs);
  } finally {
    figures.close();
    await store.close();
  }
}

async function factsOf(store: EventStore, figures: EventLogFigures, nowMs: number): Promise<LogFacts> {
  const newest = figures.newest(newestEvents);
  const dayAgo = figures.lastBefore(new Date(nowMs - dayMs).toISOString());
  const [created] = codec.decode(
    await store.readStream(installationStream, { limit: 1 }),
  ) as Recorded<InstallationCreated>[];
  return {
    events: figures.count(),
    head: (await store.head()) ?? null,
    newestAt: newest[0]?.at ?? null,
    largestStepBackMs: largestStepBack(newest),
    lastDay: {
      events: figures.countAfter(dayAgo?.position, categories),
      hours: dayAgo === undefined ? ageInHours(figures, nowMs) : 24,
    },
    keyStoreId: created?.event.data.keyStoreId ?? null,
    ...(await sealFacts(store, figures)),
    openErasures: figures
      .openStreams('erasure', 'ErasureRequested', 'ErasureCompleted')
      .map(({ stream, at }) => ({ id: idOf(stream), requestedAt: at })),
    processManagers: await processManagers(store, figures.streamsOf('processmanager')),
    unknownOutcomes: figures.ofType('DeliveryOutcomeUnknown', 'email', dayAgo?.position),
    lastRetiredAt: figures.lastOf('retention')?.at ?? null,
  };
}

async function sealFacts(store: EventStore, figures: EventLogFigures): Promise<Pick<LogFacts, 'seal' | 'unsealed'>> {
  const seal = await lastSeal({ store, codec });
  const covered = categories.filter(isCoveredCategory);
  const sealed = seal?.metadata.causation?.position ?? undefined;
  return {
    seal: seal === undefined ? null : { number: seal.revision + 1, at: seal.metadata.time },
    unsealed: {
      events: figures.countAfter(sealed, covered),
      oldestAt: figures.firstAfter(sealed, covered)?.at ?? null,
    },
  };
}

async function processManagers(
  store: EventStore,
  streams: readonly StreamName[],
): Promise<readonly ProcessManagerFacts[]> {
  const facts: ProcessManagerFacts[] = [];
  for (const stream of streams) {
    const last = await store.readLast(stream);
    const [recorded] = codec.decode(last === undefined ? [] : [last]) as Recorded<ProcessManagerAdvanced>[];
    if (recorded === undefined) continue;
    const { type, data } = recorded.event;
    const position = type === 'ProcessManagerAdvanced' ? data.position : null;
    facts.push({ name: idOf(stream), savedAt: recorded.metadata.time, position });
  }
  return facts;
}

/** Over events from the newest to the oldest. */
function largestStepBack(newest: readonly EventPlace[]): number {
  let [largest, earliestLater] = [0, Number.POSITIVE_INFINITY];
  for (const { at } of newest) {
    const time = Date.parse(at);
    largest = Math.max(largest, time - earliestLater);
    earliestLater = Math.min(earliestLater, time);
  }
  return largest;
}

function ageInHours(figures: EventLogFigures, nowMs: number): number {
  const first = figures.firstAfter(undefined, categories);
  return first === undefined ? 0 : Math.max(0, (nowMs - Date.parse(first.at)) / hourMs);
}
