import type { StreamRetired } from '../../domain/retention/events.js';
import type { Kid } from '../../domain/shared/personal.js';
import { categoryOf, idOf, type StreamName, streamName } from '../../domain/shared/stream-name.js';
import type { CapturedMail } from '../ports/captured-mail.js';
import type { BlobStore, KeyStore } from '../ports/vault.js';
import { nextTurn } from '../shared/delay.js';
import { retryAppend, encodeOne, type LogPorts, metadataOf, requestPatience } from '../shared/handle.js';

export interface RetirePorts extends LogPorts {
  readonly keys: KeyStore;
  readonly blobs: BlobStore;
  readonly captured: Pick<CapturedMail, 'forget'>;
}

/** A stream that may go, as it stands, and what goes with it. */
export interface Retirable {
  readonly retired: StreamRetired['data'];
  readonly kids: readonly Kid[];
  readonly blobIds: readonly string[];
}

/**
 * `keep`: it does not go now, and a later event will bring it up again. `wait`: it goes once something else is done.
 */
export type Judgement = 'keep' | 'wait' | Retirable;

const maxConflicts = 5;

/** Streams in one append: well under its largest size, and one flush of the vault for all of them. */
export const retireTogether = 200;

/**
 * Judges the streams, at most {@link retireTogether}, and retires those that may go: first the fact, then keys and
 * bodies, then the streams themselves. Nothing else in this process appends to them meanwhile. Answers those that wait,
 * and how many went. What a crash cuts off behind the fact, the retirement finisher completes.
 */
export async function retireStreams(
  ports: RetirePorts,
  streams: readonly StreamName[],
  judge: (stream: StreamName) => Promise<Judgement>,
): Promise<{ readonly waiting: readonly StreamName[]; readonly retired: number }> {
  return holding(ports, streams, async () => {
    const waiting: StreamName[] = [];
    const retirable: Retirable[] = [];
    for (const stream of streams) {
      const judgement = await judge(stream);
      // The embedded log reads at once: without a pause the requests would wait for all of a batch.
      await nextTurn();
      if (judgement === 'wait') waiting.push(stream);
      else if (judgement !== 'keep') retirable.push(judgement);
    }
    if (retirable.length > 0) {
      await appendRetired(ports, retirable);
      await removeRetired(ports, retirable);
    }
    return { waiting, retired: retirable.length };
  });
}

/** What follows the fact, in an order that can be taken up anywhere: the stream goes last, since it names the rest. */
export async function removeRetired(ports: RetirePorts, retirable: readonly Retirable[]): Promise<void> {
  await ports.keys.destroy(
    retirable.flatMap(({ kids }) => kids),
    new Date(ports.clock.now()).toISOString(),
  );
  await ports.blobs.delete(retirable.flatMap(({ blobIds }) => blobIds));
  const streams = retirable.map(({ retired }) => retired.stream);
  await ports.captured.forget(streams.filter((stream) => categoryOf(stream) === 'email').map(idOf));
  const removals = retirable.map(({ retired: { stream, mode, lastRevision } }) =>
    ports.store.removeStream(stream, mode, lastRevision),
  );
  const failed = (await Promise.all(removals)).find(({ result }) => result === 'unknown');
  if (failed?.result === 'unknown') throw new Error('a stream could not be removed', { cause: failed.cause });
}

/** Runs the work after everything that is under way on these streams in this process, and before what comes. */
export function holding<Result>(
  { serialise }: Pick<LogPorts, 'serialise'>,
  streams: readonly StreamName[],
  work: () => Promise<Result>,
): Promise<Result> {
  // In one order for all callers: two that hold several never wait for each other.
  const ordered = [...streams].sort();
  return ordered.reduceRight((inner, stream) => () => serialise(stream, inner), work)();
}

/** One append to the day's stream. Throws where it is not known to be written. */
async function appendRetired(ports: RetirePorts, retirable: readonly Retirable[]): Promise<void> {
  const actor = { kind: 'system', id: 'retention' } as const;
  const context = { teamId: null, actor, correlationId: ports.ids.next() };
  const metadata = metadataOf(ports.clock, { context, region: null });
  const stream = streamName('retention', metadata.time.slice(0, 10));
  const events = retirable.map(({ retired: data }) => {
    const event: StreamRetired = { type: 'StreamRetired', data };
    return { id: ports.ids.next(), event, metadata };
  });
  for (let tries = 0; tries <= maxConflicts; tries += 1) {
    const stored = await ports.store.readLast(stream);
    const [last] = ports.codec.decode(stored === undefined ? [] : [stored]);
    const encoded = encodeOne(ports.codec, { stream, predecessor: last?.digest ?? null, events });
    const write = { stream, expected: last?.revision ?? 'no-stream', events: encoded.events } as const;
    const { result } = await retryAppend(ports, [write], requestPatience);
    if (result === 'written') return;
    if (result === 'unknown') break;
  }
  throw new Error(`what is to be retired could not be written to ${stream}`);
}
