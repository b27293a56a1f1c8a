import type { ErasureRequested } from '../../domain/erasure/events.js';
import type { Position, Recorded } from '../../domain/shared/recorded.js';
import { categoryOf, streamName, type StreamName } from '../../domain/shared/stream-name.js';
import type { StoredEvent } from '../ports/event-store.js';
import type { LogPorts } from '../shared/handle.js';

/**
 * Mails of which somebody was erased: their links lead nowhere any more. Kept in memory, so that a link is followed
 * without a read.
 */
export class ErasedMails {
  readonly #streams = new Set<StreamName>();

  constructor(private readonly ports: Pick<LogPorts, 'store' | 'codec'>) {}

  /** What was erased before this process began. */
  async load(): Promise<void> {
    const filter = { categories: ['erasure'], types: ['ErasureRequested'] } as const;
    let after: Position | undefined;
    for (let atEnd = false; !atEnd; ) {
      const page = await this.ports.store.readAll({ ...(after === undefined ? {} : { after }), limit: 500, filter });
      this.note(page.events);
      after = page.position;
      atEnd = page.atEnd;
    }
  }

  /** What the log says since. */
  note(stored: readonly StoredEvent[]): void {
    const requested = stored.filter(({ type }) => type === 'ErasureRequested');
    for (const { event } of this.ports.codec.decode(requested) as Recorded<ErasureRequested>[]) {
      for (const stream of event.data.streams) if (categoryOf(stream) === 'email') this.#streams.add(stream);
    }
  }

  has(emailId: string): boolean {
    return this.#streams.has(streamName('email', emailId));
  }
}
