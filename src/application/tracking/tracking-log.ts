import { plain } from '../../domain/shared/personal.js';
import type { TrackingHit, TrackingHitsRecorded } from '../../domain/tracking/events.js';
import type { HourKeys, HourlyEvent, HourlyPorts } from '../shared/hourly-stream.js';
import { HourlyWriter } from '../shared/hourly-writer.js';

export interface TrackingLogSettings {
  /** So many hits will never be in the log: more came than could be written. */
  readonly onLost: (hits: number) => void;
  readonly onFailure: (error: unknown) => void;
}

interface Noted {
  readonly teamId: string;
  readonly hit: TrackingHit;
  readonly seen: string;
}

const collectMs = 250;
/** Some seconds of what a flood brings; the rest is counted and dropped. */
const mostWaiting = 20_000;
/** Size of a hit beside what was seen. */
const hitBytes = 200;

/** Hits of this process, written behind: a crash may lose the last moment of them, and of nothing else. */
export class TrackingLog {
  private readonly writer: HourlyWriter<Noted>;

  constructor(
    ports: HourlyPorts,
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

  /** Costs the request nothing but queueing it. `seen`: sealed. */
  note(teamId: string, hit: TrackingHit, seen: string): void {
    if (this.writer.size >= mostWaiting) this.settings.onLost(1);
    else this.writer.add({ teamId, hit, seen });
  }

  /** Writes what is left; what cannot be written in time is lost. */
  stop(): Promise<void> {
    return this.writer.stop();
  }
}

/** One event for each team. */
function eventsOf(noted: readonly Noted[], keys: HourKeys, correlationId: string): Promise<readonly HourlyEvent[]> {
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
