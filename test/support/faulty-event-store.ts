import type { AppendResult, EventStore, StreamAppend } from '../../src/application/ports/event-store.js';
import { MemoryEventStore } from './memory-event-store.js';

type Writes = readonly [StreamAppend, ...StreamAppend[]];

/**
 * What becomes of one append. `lost`: unknown, and nothing was written; `late`: unknown, and it was written;
 * `anchor-only`: acknowledged, and the process ended before the other streams; `conflict`; `fine`.
 */
export type Fault = 'lost' | 'late' | 'anchor-only' | 'conflict' | 'fine';

interface Plan {
  readonly faults: Fault[];
  readonly forever: Fault | undefined;
}

/** The log in memory, with the troubles of a real one where a spec asks for them. */
export class FaultyEventStore extends MemoryEventStore {
  /** Every append that was asked for, in order. */
  readonly appends: Writes[] = [];
  private readonly plans = new Map<string, Plan>();
  private readonly before = new Map<string, () => Promise<void>>();
  private failingReads = 0;

  /** For the next appends whose anchor begins with an event of this type; `forever` holds for all behind them. */
  plan(type: string, faults: readonly Fault[], forever?: Fault): void {
    this.plans.set(type, { faults: [...faults], forever });
  }

  /** Runs once, right before the next append whose anchor begins with an event of this type. */
  beforeNext(type: string, work: () => Promise<void>): void {
    this.before.set(type, work);
  }

  /** The next reads of a stream throw. */
  failReads(count: number): void {
    this.failingReads = count;
  }

  override async append(writes: Writes): Promise<AppendResult> {
    this.appends.push(writes);
    const type = writes[0].events[0].type;
    const work = this.before.get(type);
    this.before.delete(type);
    await work?.();
    const plan = this.plans.get(type);
    switch (plan?.faults.shift() ?? plan?.forever ?? 'fine') {
      case 'lost':
        return { result: 'unknown', cause: new Error('timed out') };
      case 'late':
        await super.append(writes);
        return { result: 'unknown', cause: new Error('timed out') };
      case 'anchor-only':
        return super.append([writes[0]]);
      case 'conflict':
        return { result: 'conflict' };
      case 'fine':
        return super.append(writes);
    }
  }

  override async readStream(...asked: Parameters<EventStore['readStream']>): ReturnType<EventStore['readStream']> {
    if (this.failingReads > 0) {
      this.failingReads -= 1;
      throw new Error('the connection was lost');
    }
    return super.readStream(...asked);
  }
}
