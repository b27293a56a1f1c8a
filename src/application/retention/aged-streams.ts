import type { Position } from '../../domain/shared/recorded.js';
import type { Category, StreamName } from '../../domain/shared/stream-name.js';
import { appendProgress, savedPosition } from '../shared/progress.js';
import type { PeriodicTask } from '../shared/run-process-manager.js';
import { delay } from '../shared/delay.js';
import { type Judgement, type RetirePorts, retireStreams, retireTogether } from './retire-streams.js';

/** Which streams go, and when. */
export interface RetentionPolicy {
  /** Name of the process manager, whose position is a fact in the log. */
  readonly name: string;
  readonly category: Category;
  /** How long after a stream's last event. */
  readonly afterMs: number;
  /** What holds for one round, looked up once. */
  newRound(): Promise<(stream: StreamName) => Promise<Judgement>>;
}

const pageSize = 200;
/** The requests get their turn between two pages. */
const pagePauseMs = 5;
const maxWaiting = 1_000;

/**
 * Follows the log at the distance of the policy's age: a stream comes up when its last event is that old. So whatever
 * the number of mails, it keeps a position and the few streams that wait, and no index.
 */
export function createRetention(
  ports: RetirePorts,
  policy: RetentionPolicy,
  onRetired: (streams: number) => void,
): PeriodicTask {
  /** With what had been read before each: where a restart must begin. */
  const waiting = new Map<StreamName, Position | undefined>();
  let seen: Position | undefined;
  let saved: Position | undefined;
  let begun = false;
  let nextRipeAtMs = Number.NEGATIVE_INFINITY;

  async function settle(streams: readonly StreamName[], judge: (stream: StreamName) => Promise<Judgement>) {
    for (let start = 0; start < streams.length; start += retireTogether) {
      const together = streams.slice(start, start + retireTogether);
      const outcome = await retireStreams(ports, together, judge);
      for (const stream of together) if (!outcome.waiting.includes(stream)) waiting.delete(stream);
      if (outcome.retired > 0) onRetired(outcome.retired);
    }
  }

  /** The streams of the next page whose last event is old enough, and whether to read on. */
  async function nextPage(): Promise<{ readonly streams: readonly StreamName[]; readonly more: boolean }> {
    const from = seen === undefined ? {} : { after: seen };
    const page = await ports.store.readAll({ ...from, limit: pageSize, filter: { categories: [policy.category] } });
    const events = ports.codec.decode(page.events);
    const ripeBeforeMs = ports.clock.settledNow() - policy.afterMs;
    const young = events.findIndex(({ metadata }) => Date.parse(metadata.time) > ripeBeforeMs);
    const ripe = young < 0 ? events : events.slice(0, young);
    const lastSeen = new Map(ripe.map(({ stream, revision }) => [stream, revision]));
    const streams: StreamName[] = [];
    for (const [stream, revision] of lastSeen) {
      // Where more has happened since, the stream comes up again with its later events.
      if ((await ports.store.readLast(stream))?.revision === revision) streams.push(stream);
    }
    for (const stream of streams) if (!waiting.has(stream)) waiting.set(stream, seen);
    seen = young < 0 ? (page.position ?? seen) : (ripe.at(-1)?.position ?? seen);
    const next = events[young];
    if (next !== undefined) nextRipeAtMs = Date.parse(next.metadata.time) + policy.afterMs;
    return { streams, more: young < 0 && !page.atEnd };
  }

  return {
    async act(signal) {
      if (!begun) {
        saved = await savedPosition(ports, policy.name);
        seen = saved;
        begun = true;
      }
      if (waiting.size === 0 && ports.clock.settledNow() < nextRipeAtMs) return;
      const judge = await policy.newRound();
      await settle([...waiting.keys()], judge);
      let due: StreamName[] = [];
      const isRoom = (): boolean => waiting.size < maxWaiting;
      for (let more = ports.clock.settledNow() >= nextRipeAtMs && isRoom(); more && !signal.aborted; ) {
        const page = await nextPage();
        due.push(...page.streams);
        more = page.more && isRoom();
        // Many at once share the flushes of the vault.
        if (due.length >= retireTogether || !more) {
          await settle(due, judge);
          due = [];
        }
        if (more) await delay(pagePauseMs, signal);
      }
    },
    async save() {
      const [oldest] = waiting.values();
      const position = waiting.size > 0 ? oldest : seen;
      if (position === undefined || position === saved) return;
      const event = { type: 'ProcessManagerAdvanced', data: { position } } as const;
      if (await appendProgress(ports, policy.name, event)) saved = position;
    },
  };
}
