import type { DomainEvent } from '../../domain/shared/decider.js';
import type { Kid } from '../../domain/shared/personal.js';
import type { Position } from '../../domain/shared/recorded.js';
import { streamName, type StreamName } from '../../domain/shared/stream-name.js';
import type { ExpectedRevision } from '../ports/event-store.js';
import { type KeyState, type KeyStore, VaultUnavailable } from '../ports/vault.js';
import { delay } from './delay.js';
import { encodeOne, type LogPorts, metadataOf, type Provenance } from './handle.js';
import { createKeys } from './personal-values.js';

export type HourlyPorts = Pick<LogPorts, 'store' | 'codec' | 'ids' | 'clock'> & {
  readonly keys: Pick<KeyStore, 'createRow'>;
};

export interface HourlyEvent {
  readonly event: DomainEvent;
  readonly context: Provenance['context'];
}

/** What is written by process and hour. */
export type HourlyCategory = 'requestlog' | 'webhooklog' | 'trackinglog';

/** What the events of one hour are sealed with. */
export interface HourKeys {
  /** The key of the team (null: of none) in this hour; on disk when this resolves. */
  of(teamId: string | null): Promise<Kid>;
  /** Whether the hour has a key yet: retention finds it by its keys. */
  readonly isEmpty: boolean;
}

/** As JSON, before it is sealed: base64 makes it a third larger, and an append holds a mebibyte. */
export const maxHourlyBytes = 400 * 1024;
/** While log or vault cannot be written. */
const retryAfterMs = 1_000;

/** The end of this process's stream of the hour, and the key of each team in it. */
interface Hour {
  readonly stream: StreamName;
  expected: ExpectedRevision;
  predecessor: string | null;
  readonly kids: Map<string | null, Kid>;
  readonly keyRing: Map<Kid, KeyState>;
}

/**
 * Where one process writes high-rate facts behind: a stream for each hour, each team's part under a key of its own. One
 * write at a time.
 */
export class HourlyStream {
  private instance: string;
  private hour: Hour | undefined;

  constructor(
    private readonly ports: HourlyPorts,
    private readonly category: HourlyCategory,
    private readonly stopping: AbortSignal,
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.instance = ports.ids.next();
  }

  /**
   * One append of what `make` gives, again and again until it is written. Undefined when it never will be, because the
   * codec or the store refuse it, or the signal aborted. `make` is asked again where the stream is not as this process
   * left it.
   */
  async write(
    make: (keys: HourKeys) => Promise<readonly HourlyEvent[]>,
  ): Promise<{ readonly position: Position } | undefined> {
    let batch: Awaited<ReturnType<HourlyStream['encoded']>> | undefined;
    for (;;) {
      try {
        batch ??= await this.encoded(make);
        const { hour, events, headDigest } = batch;
        const appended = await this.ports.store.append([{ stream: hour.stream, expected: hour.expected, events }]);
        if (appended.result === 'written') {
          hour.expected = appended.revision;
          hour.predecessor = headDigest;
          return appended;
        }
        if (appended.result === 'conflict') {
          // What is to be written goes into a new one.
          this.instance = this.ports.ids.next();
          batch = undefined;
        }
      } catch (error) {
        this.onFailure(error);
        // What the codec or the store refuses now it refuses later too.
        if (!(error instanceof VaultUnavailable)) return undefined;
      }
      if (this.stopping.aborted) return undefined;
      await delay(retryAfterMs, this.stopping);
    }
  }

  private async encoded(make: (keys: HourKeys) => Promise<readonly HourlyEvent[]>) {
    const { ids, clock, codec } = this.ports;
    const hour = this.currentHour();
    const made = await make({
      of: async (teamId) => hour.kids.get(teamId) ?? (await this.newKey(hour, teamId)),
      get isEmpty() {
        return hour.kids.size === 0;
      },
    });
    const events = made.map(({ event, context }) => {
      return { id: ids.next(), event, metadata: metadataOf(clock, { context, region: null }) };
    });
    const { stream, predecessor, keyRing } = hour;
    return { hour, ...encodeOne(codec, { stream, predecessor, events }, keyRing) };
  }

  private currentHour(): Hour {
    const time = new Date(this.ports.clock.now()).toISOString().slice(0, 13);
    const stream = streamName(this.category, `${this.instance}-${time}`);
    if (this.hour?.stream !== stream) {
      this.hour = { stream, expected: 'no-stream', predecessor: null, kids: new Map(), keyRing: new Map() };
    }
    return this.hour;
  }

  /** On disk before anything is sealed with it. */
  private async newKey(hour: Hour, teamId: string | null): Promise<Kid> {
    const { kids, newKeys } = await createKeys(this.ports, hour.stream, 1);
    const [kid] = kids;
    for (const [made, key] of newKeys) hour.keyRing.set(made, key);
    hour.kids.set(teamId, kid);
    return kid;
  }
}
