import { existsSync } from 'node:fs';
import type { HeldWorkFacts, LogFacts, VerificationFacts } from '../../../application/doctor/log-facts.js';
import { dayMs, hourMs } from '../../../application/doctor/units.js';
import type { EventStore } from '../../../application/ports/event-store.js';
import type { ReadStoreReader } from '../../../application/ports/read-store.js';
import { heldList } from '../../../application/restore/held-list.js';
import { endOf, lastSeal } from '../../../application/seal/last-seal.js';
import { isCoveredCategory } from '../../../application/seal/seal-content.js';
import { lastVerification } from '../../../application/verify/record-verification.js';
import type { Installation } from '../../../application/installation/establish-installation.js';
import type { InstallationEvent } from '../../../domain/installation/events.js';
import { installation } from '../../../domain/installation/installation.js';
import type { Config } from '../../../infrastructure/config/config.js';
import { gatherProcessManagers } from './gather-process-managers.js';
import { directFacts } from './gather-direct.js';
import { relayFacts } from './gather-relay.js';
import type { Recorded } from '../../../domain/shared/recorded.js';
import { idOf, installationStream } from '../../../domain/shared/stream-name.js';
import { pathsIn } from '../../../infrastructure/data-dir/data-dir.js';
import { SqliteReadStore } from '../../../infrastructure/read-store/sqlite-read-store.js';
import { logPorts } from '../../../infrastructure/system/log-ports.js';
import { createEventCodec } from '../../../infrastructure/event-codec/event-codec.js';
import { categories, eventRegistry } from '../../../programs/resources/resources.js';
import type { EventLogFigures, EventPlace } from '../../../infrastructure/event-store/event-log-figures.js';
import { openEventLogFigures } from '../../../infrastructure/event-store/sqlite/event-log-figures.js';
import { openSqliteEventStore } from '../../../infrastructure/event-store/sqlite/sqlite-event-store.js';

/** So many of the newest events are looked at for steps of the clock. */
const newestEvents = 1_000;

const codec = createEventCodec({ registry: eventRegistry });

/** Figures of the log at `path`, which must exist. */
export async function gatherLog(path: string, config: Config, nowMs: number): Promise<LogFacts> {
  const writer = { call: () => Promise.reject(new Error('opened for reading only')) };
  const store = openSqliteEventStore({ path, writer });
  const figures = openEventLogFigures(path);
  try {
    return await withReadStore(config, (readStore) => logFactsOf(store, figures, config, nowMs, readStore));
  } finally {
    figures.close();
    await store.close();
  }
}

export async function logFactsOf(
  store: EventStore,
  figures: EventLogFigures,
  config: Config,
  nowMs: number,
  readStore: ReadStoreReader | undefined,
): Promise<LogFacts> {
  const newest = figures.newest(newestEvents);
  const dayAgo = figures.lastBefore(new Date(nowMs - dayMs).toISOString());
  const installed = installationOf(codec.decode(await store.readStream(installationStream)));
  return {
    events: figures.count(),
    head: (await store.head()) ?? null,
    newestAt: newest[0]?.at ?? null,
    largestStepBackMs: largestStepBack(newest),
    lastDay: {
      events: figures.countAfter(dayAgo?.position, [...categories]),
      hours: dayAgo === undefined ? ageInHours(figures, nowMs) : 24,
    },
    installationId: installed?.installation.installationId ?? null,
    eventFormat: installed === undefined ? null : { found: installed.eventFormat, known: codec.format },
    foreign: { events: 0, streams: 0, names: [] },
    keyStoreId: installed?.installation.keyStoreId ?? null,
    restore: installed?.restore ?? null,
    heldWork: await heldWorkFacts(store, readStore),
    ...(await sealFacts(store, figures)),
    lastVerified: await verificationFacts(store),
    openErasures: figures
      .openStreams('erasure', 'ErasureRequested', 'ErasureCompleted')
      .map(({ stream, at }) => ({ id: idOf(stream), requestedAt: at })),
    processManagers: await gatherProcessManagers({ store, codec, figures }, config),
    unknownOutcomes: figures.ofType('DeliveryOutcomeUnknown', 'email', dayAgo?.position),
    relay: config.deliveryMode.kind === 'relay' ? await relayFacts({ store, codec }) : null,
    direct: config.deliveryMode.kind === 'mx' ? await directFacts({ store, codec }, nowMs) : [],
    lastRetiredAt: figures.lastOf('retention')?.at ?? null,
  };
}

/** What waits can be named only where there are read models: without them the whole log would be read. */
async function withReadStore<Result>(
  { dataDir }: Config,
  work: (readStore: ReadStoreReader | undefined) => Promise<Result>,
): Promise<Result> {
  const path = pathsIn(dataDir).readStore;
  if (!existsSync(path)) return work(undefined);
  const readStore = SqliteReadStore.open(path, { readOnly: true });
  try {
    return await work(readStore);
  } finally {
    await readStore.close();
  }
}

async function heldWorkFacts(store: EventStore, readStore: ReadStoreReader | undefined): Promise<HeldWorkFacts> {
  // No personal value is looked at.
  const ports = logPorts({ store, codec, keys: { getMany: async () => new Map() } });
  const { broadcasts, imports, confirmations, emails } = await heldList(ports, readStore, 'not-read');
  return {
    broadcasts: broadcasts.map(({ id, name, recipients }) => ({ id, name, recipients })),
    imports: imports.map(({ id, rowsDone }) => ({ id, rowsDone })),
    confirmations: confirmations.length,
    emails: emails.length,
  };
}

function installationOf(events: readonly Recorded[]): Installation | undefined {
  const { initial, evolve } = installation;
  // Nothing else is in this stream.
  const recorded = events as readonly Recorded<InstallationEvent>[];
  const state = recorded.reduce((before, { event, metadata }) => evolve(before, event, metadata.time), initial);
  return state.status === 'created' ? state : undefined;
}

async function sealFacts(store: EventStore, figures: EventLogFigures): Promise<Pick<LogFacts, 'seal' | 'unsealed'>> {
  const seal = await lastSeal({ store, codec });
  const covered = [...categories].filter(isCoveredCategory);
  const sealed = seal && (await endOf({ store, codec }, seal));
  return {
    seal: seal === undefined ? null : { number: seal.revision + 1, at: seal.metadata.time },
    unsealed: {
      events: figures.countAfter(sealed, covered),
      oldestAt: figures.firstAfter(sealed, covered)?.at ?? null,
    },
  };
}

async function verificationFacts(store: EventStore): Promise<VerificationFacts | null> {
  const last = await lastVerification({ store, codec });
  if (last === undefined) return null;
  const { events, seals, bad } = last.event.data;
  const broken = bad === null ? null : `${bad.stream} revision ${bad.revision}: ${bad.problem}`;
  return { at: last.metadata.time, events, seals, broken };
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
  const first = figures.firstAfter(undefined, [...categories]);
  return first === undefined ? 0 : Math.max(0, (nowMs - Date.parse(first.at)) / hourMs);
}
