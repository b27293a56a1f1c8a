import { plain } from '../../domain/shared/personal.js';
import type { TrackingHit, TrackingHitsRecorded } from '../../domain/tracking/events.js';
import {
  type HourKeys,
  type HourlyEvent,
  type HourlyPorts,
  HourlyStream,
  maxHourlyBytes,
} from '../shared/hourly-stream.js';
import { waitAtMost } from '../shared/timeout.js';

export type TrackingLogPorts = HourlyPorts & {
  /** So many hits will never be in the log: more came than could be written. */
  readonly onLost: (hits: number) => void;
  readonly onFailure: (error: unknown) => void;
};

interface Noted {
  readonly teamId: string;
  readonly hit: TrackingHit;
  readonly seen: string;
}

/** What comes in meanwhile shares one append. */
const collectMs = 250;
const stopPatienceMs = 2_000;
/** Some seconds of what a flood brings; the rest is counted and dropped. */
const mostWaiting = 20_000;
/** Size of a hit beside what was seen. */
const hitBytes = 200;

/** Hits of this process, written behind: a crash may lose the last moment of them, and of nothing else. */
export class TrackingLog {
  private waiting: Noted[] = [];
  private lost = 0;
  private readonly stopping = new AbortController();
  private readonly stream: HourlyStream;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private writing: Promise<void> | undefined;

  constructor(private readonly ports: TrackingLogPorts) {
    this.stream = new HourlyStream(ports, 'trackinglog', this.stopping.signal, ports.onFailure);
  }

  /** Costs the request nothing but queueing it. `seen`: sealed. */
  note(teamId: string, hit: TrackingHit, seen: string): void {
    if (this.waiting.length >= mostWaiting) this.lost += 1;
    else this.waiting.push({ teamId, hit, seen });
    if (this.writing === undefined) this.timer ??= setTimeout(() => void this.flush(), collectMs);
  }

  /** Writes what is left; what cannot be written in time is lost. */
  async stop(): Promise<void> {
    const left = async (): Promise<void> => {
      while (this.waiting.length > 0 || this.writing !== undefined) await this.flush();
    };
    const written = left();
    await waitAtMost(stopPatienceMs, written);
    this.stopping.abort();
    await written;
  }

  private flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing ??= this.writeAll().finally(() => {
      this.writing = undefined;
      if (this.waiting.length > 0) this.timer ??= setTimeout(() => void this.flush(), collectMs);
    });
    return this.writing;
  }

  private async writeAll(): Promise<void> {
    for (let left = this.waiting.length; left > 0; ) {
      const taken = this.take();
      left -= taken.length;
      const written = await this.stream.write((keys) => eventsOf(taken, keys, this.ports.ids.next()));
      if (written === undefined) this.lost += taken.length;
    }
    if (this.lost > 0) this.ports.onLost(this.lost);
    this.lost = 0;
  }

  private take(): readonly Noted[] {
    let bytes = 0;
    const past = this.waiting.findIndex(({ seen }, index) => {
      bytes += hitBytes + seen.length;
      return index > 0 && bytes > maxHourlyBytes;
    });
    return this.waiting.splice(0, past < 0 ? this.waiting.length : past);
  }
}

/** One event for each team. */
async function eventsOf(
  noted: readonly Noted[],
  keys: HourKeys,
  correlationId: string,
): Promise<readonly HourlyEvent[]> {
  const byTeam = new Map<string, Noted[]>();
  for (const each of noted) byTeam.set(each.teamId, [...(byTeam.get(each.teamId) ?? []), each]);
  return Promise.all(
    Array.from(byTeam, async ([teamId, own]): Promise<HourlyEvent> => {
      const seen = plain(
        await keys.of(teamId),
        own.map((each) => each.seen),
      );
      const event: TrackingHitsRecorded = {
        type: 'TrackingHitsRecorded',
        data: { hits: own.map(({ hit }) => hit), seen },
      };
      return { event, context: { teamId, actor: { kind: 'system', id: 'tracking' }, correlationId } };
    }),
  );
}
