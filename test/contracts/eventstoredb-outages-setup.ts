import { categories } from '../../src/programs/resources/resources.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventStore, StreamAppend } from '../../src/application/ports/event-store.js';
import {
  type EventStoreDbTimings,
  openEventStoreDb,
} from '../../src/infrastructure/event-store/eventstoredb/eventstoredb-event-store.js';
import { type StandIn, startEventStoreStandIn } from '../support/eventstore-stand-in/index.mjs';
import { waitFor } from '../support/wait-for.js';
import { newStream, write } from './event-store/writes.js';

/** Short enough for a test to wait for, long enough for an answer that comes. */
export const shortDeadlineMs = 2_000;
/** A slow machine must not make a result unknown where the server answers. */
const patient = { appendDeadlineMs: 60_000, readSilenceMs: 60_000, outagePatienceMs: 0 };

// State of the running test: filled before each one.
let folder: string;
export let server: StandIn;
export let store: EventStore;
export let drops = 0;
export let strayAnswers = 0;
const unhandled: unknown[] = [];
const hear = (reason: unknown): number => unhandled.push(reason);

/**
 * To be called once by a suite: a server of its own for each test, and an open store that nothing unhandled comes from.
 */
export function useStandIn(): void {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-eventstore-'));
    server = await startEventStoreStandIn({ dir: folder });
    drops = 0;
    strayAnswers = 0;
    unhandled.length = 0;
    process.on('unhandledRejection', hear);
    store = open();
  });
  afterEach(async () => {
    await store.close();
    await server.stop();
    process.off('unhandledRejection', hear);
    await rm(folder, { recursive: true });
    expect(unhandled).toEqual([]);
  });
}

export const open = (timings: Partial<EventStoreDbTimings> = {}, url = server.connectionString): EventStore =>
  openEventStoreDb({
    categories,
    url,
    timings: { ...patient, ...timings },
    onDropped: () => void (drops += 1),
    onStrayAnswer: () => void (strayAnswers += 1),
  });
export const restart = async (): Promise<void> => {
  server = await startEventStoreStandIn({ dir: folder, port: server.port });
};

export const replaceStore = async (timings: Partial<EventStoreDbTimings>, url?: string): Promise<void> => {
  await store.close();
  store = open(timings, url);
};
export const opening = (): StreamAppend => write(newStream(), 'no-stream', 'Opened');
export const typesIn = async ({ stream }: StreamAppend) => (await store.readStream(stream)).map(({ type }) => type);
/** As a caller does: the same ids and the same revision, until the result is known. */
export const retryAppend = (each: StreamAppend) =>
  waitFor(
    () => store.append([each]),
    ({ result }) => result !== 'unknown',
  );
