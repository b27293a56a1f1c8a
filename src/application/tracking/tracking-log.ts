import { plain } from '../../domain/shared/personal.js';
import type { TrackingHit, TrackingHitsRecorded } from '../../domain/tracking/events.js';
import type { HourKeys, HourlyEvent, HourlyPorts } from '../shared/hourly-stream.js';
import { HourlyWriter } from '../shared/hourly-writer.js';
import { dayAt } from '../../domain/shared/utc-calendar.js';
import { BoundedMap } from '../shared/bounded-map.js';

/** So many things are counted at once; beyond it the oldest begins again. */
const mostCounted = 100_000;

/** How often something happened in this process in a day of UTC. */
class DayCounts {
  readonly #counts = new BoundedMap<string, { readonly day: string; readonly count: number }>(mostCounted);

  constructor(private readonly mostADay: number) {}

  /** False where it was counted so often today already. */
  take(id: string, nowMs: number): boolean {
    const day = dayAt(nowMs);
    const known = this.#counts.get(id);
    const count = known?.day === day ? known.count + 1 : 1;
    if (count > this.mostADay) return false;
    this.#counts.set(id, { day, count });
    return true;
  }
}

export interface TrackingLogSettings {
  /** So many hits will never be in the log: more came than could be written. */
  readonly onLost: (hits: number) => void;
  readonly onFailure: (error: unknown) => void;
}

/** A hit, and what was seen of it. */
export interface NotedHit {
  readonly teamId: string;
  readonly hit: TrackingHit;
  readonly seen: string;
}

const collectMs = 250;
/**
 * So at most 2,000 a second are stored; the rest is counted and dropped. A large broadcast brings some hundreds, and
 * what a flood brings beyond that would take its time from the mail that is being sent.
 */
const mostWaiting = 500;
/** For one link: a program that follows it all day adds no more to the log than that. */
const mostADay = 1_000;
/** Size of a hit beside what was seen. */
const hitBytes = 200;

/** Hits of this process, written behind: a crash may lose the last moment of them, and of nothing else. */
export class TrackingLog {
  private readonly writer: HourlyWriter<NotedHit>;

  /** By recipient's link. */
  private readonly noted = new DayCounts(mostADay);

  constructor(
    private readonly ports: HourlyPorts,
    private readonly settings: TrackingLogSettings,
  ) {
    this.writer = new HourlyWriter(ports, {
      category: 'trackinglog',
      collectMs,
      bytesOf: ({ seen }) => hitBytes + seen.length,
      eventsOf,
      onEnd(hits, isWritten) {
        if (!isWritten) settings.onLost(hits.length);
      },
      onFailure: settings.onFailure,
    });
  }

  /**
   * Costs the request nothing but making and queueing it. `of`: the email and the recipient whose link it is. `make`:
   * called where it is stored; `seen` is sealed.
   */
  note(of: string, make: () => NotedHit): void {
    const isTaken = this.writer.size < mostWaiting && this.noted.take(of, this.ports.clock.now());
    if (!isTaken) this.settings.onLost(1);
    else this.writer.add(make());
  }

  /** Writes what is left; what cannot be written in time is lost. */
  stop(): Promise<void> {
    return this.writer.stop();
  }
}

/** One event for each team. */
function eventsOf(noted: readonly NotedHit[], keys: HourKeys, correlationId: string): Promise<readonly HourlyEvent[]> {
  return Promise.all(
    Array.from(new Set(noted.map(({ teamId }) => teamId)), async (teamId): Promise<HourlyEvent> => {
      const own = noted.filter((each) => each.teamId === teamId);
      const seen = own.map((each) => each.seen);
      const event: TrackingHitsRecorded = {
        type: 'TrackingHitsRecorded',
        data: { hits: own.map(({ hit }) => hit), seen: plain(await keys.of(teamId), seen) },
      };
      return { event, context: { teamId, actor: { kind: 'system', id: 'tracking' }, correlationId } };
    }),
  );
}
