import type { EmailAccepted } from '../../domain/email/events.js';
import type { ErasureRequested } from '../../domain/erasure/events.js';
import type { Kid } from '../../domain/shared/personal.js';
import type { Position } from '../../domain/shared/recorded.js';
import { categoryOf, streamName, type StreamName } from '../../domain/shared/stream-name.js';
import type { StoredEvent } from '../ports/event-store.js';
import type { LogPorts } from '../shared/handle.js';
import { hitKid } from './track-body.js';

/**
 * Emails of which somebody was erased: their links lead nowhere any more. Kept in memory, so that a link of any other
 * email is followed without a read.
 */
export class ErasedMails {
  readonly #streams = new Set<StreamName>();
  readonly #kids = new Set<Kid>();

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
    for (const { event } of this.ports.codec.decode<ErasureRequested>(requested)) {
      const emails = event.data.streams.filter((stream) => categoryOf(stream) === 'email');
      for (const stream of emails) this.#streams.add(stream);
      if (emails.length > 0) for (const kid of event.data.kids) this.#kids.add(kid);
    }
  }

  /**
   * Whether this recipient's link leads nowhere any more. `recipient`: null where all got the same one, which is one of
   * the erased person too.
   */
  async has(emailId: string, recipient: number | null): Promise<boolean> {
    const stream = streamName('email', emailId);
    if (!this.#streams.has(stream)) return false;
    if (recipient === null) return true;
    const [opening] = await this.ports.store.readStream(stream, { limit: 1 });
    // Removed with age.
    if (opening === undefined) return true;
    const [accepted] = this.ports.codec.decode<EmailAccepted>([opening]);
    if (accepted === undefined) return true;
    const { data } = accepted.event;
    return this.#kids.has(data.body.kid) || this.#kids.has(hitKid(data, recipient));
  }
}
