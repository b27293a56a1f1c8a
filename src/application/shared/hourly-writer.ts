import {
  type HourKeys,
  type HourlyCategory,
  type HourlyEvent,
  type HourlyPorts,
  HourlyStream,
  maxHourlyBytes,
} from './hourly-stream.js';
import { waitAtMost } from './timeout.js';

export interface HourlyWriting<Item> {
  readonly category: HourlyCategory;
  /** What comes in meanwhile shares one append. */
  readonly collectMs: number;
  /** As JSON, before it is sealed. */
  readonly bytesOf: (item: Item) => number;
  readonly eventsOf: (items: readonly Item[], keys: HourKeys, correlationId: string) => Promise<readonly HourlyEvent[]>;
  /** What became of them: false where they will never be in the log. */
  readonly onEnd: (items: readonly Item[], isWritten: boolean) => void;
  readonly onFailure: (error: unknown) => void;
}

const stopPatienceMs = 2_000;

/** Collects what happens at a high rate and writes it behind, append after append: one run at a time. */
export class HourlyWriter<Item> {
  private waiting: Item[] = [];
  private readonly stopping = new AbortController();
  private readonly stream: HourlyStream;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> | undefined;

  constructor(
    private readonly ports: HourlyPorts,
    private readonly writing: HourlyWriting<Item>,
  ) {
    this.stream = new HourlyStream(ports, writing.category, this.stopping.signal, writing.onFailure);
  }

  /** How many are not on their way yet. */
  get size(): number {
    return this.waiting.length;
  }

  add(item: Item): void {
    this.waiting.push(item);
    if (this.running === undefined) this.schedule();
  }

  /** Writes what is left; what cannot be written in time is lost. */
  async stop(): Promise<void> {
    const left = async (): Promise<void> => {
      while (this.waiting.length > 0 || this.running !== undefined) await this.flush();
    };
    const written = left();
    await waitAtMost(stopPatienceMs, written);
    this.stopping.abort();
    await written;
  }

  private schedule(): void {
    this.timer ??= setTimeout(() => void this.flush(), this.writing.collectMs);
  }

  private flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.running ??= this.writeAll().finally(() => {
      this.running = undefined;
      if (this.waiting.length > 0) this.schedule();
    });
    return this.running;
  }

  private async writeAll(): Promise<void> {
    const { eventsOf, onEnd } = this.writing;
    for (let left = this.waiting.length; left > 0; ) {
      const taken = this.take();
      left -= taken.length;
      const written = await this.stream.write((keys) => eventsOf(taken, keys, this.ports.ids.next()));
      onEnd(taken, written !== undefined);
    }
  }

  private take(): readonly Item[] {
    let bytes = 0;
    const past = this.waiting.findIndex((item, index) => {
      bytes += this.writing.bytesOf(item);
      return index > 0 && bytes > maxHourlyBytes;
    });
    return this.waiting.splice(0, past < 0 ? this.waiting.length : past);
  }
}
