import { emailStreams } from '../../domain/email/events.js';
import type { Position } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { EventFilter } from '../ports/event-store.js';
import type { LogPorts } from '../shared/handle.js';
import type { RecentMail } from '../submission/recent-mail.js';

/**
 * Emails of broadcasts that may wait for their first attempt at a time. Fewer than a line of the queue has places, so
 * that other mail to the same receiver always finds one in front of them.
 */
const mostWaiting = 300;
/**
 * Those that were opened a moment ago, at most: the fewer are under way at a time, the sooner other mail is through.
 * With fewer still the delivery would wait for work. What waits longer does so for a receiver that is slow or away.
 */
const mostFreshBesideOthers = 24;
/** While there is no other mail: more than these gain nothing. */
const mostFreshAlone = 48;
const freshMs = 1_000;
/** What waits longer, for a receiver that is paused or away, holds up no other. */
const waitsMs = 60_000;

/** An email is delivered after it was tried: what tells so was read before. */
const neverFirst = ['EmailAccepted', 'EmailDelivered'];
/** Whatever comes after its opening: it was tried, or never will be. */
const goesOn: EventFilter = {
  categories: [emailStreams.category],
  types: emailStreams.events.map(({ type }) => type).filter((type) => !neverFirst.includes(type)),
};
const pageLimit = 500;

interface Waiting {
  readonly broadcastId: string;
  readonly sinceMs: number;
}

export type WindowPorts = Pick<LogPorts, 'store' | 'clock'> & { readonly recentMail: Pick<RecentMail, 'isThere'> };

/** What was opened and not tried yet: no more is opened than the delivery takes. */
export class OpenWindow {
  readonly #waiting = new Map<string, Waiting>();
  /** How far of the log was looked at; what waits was opened behind it, or its next event lies behind it. */
  #reached: Position | undefined;

  constructor(private readonly ports: WindowPorts) {}

  /** Before emails are opened: what happens to them is looked for from here on. */
  async watch(): Promise<void> {
    if (this.#waiting.size === 0) this.#reached = await this.ports.store.head();
  }

  add(broadcastId: string, emailIds: readonly string[]): void {
    const sinceMs = this.ports.clock.monotonicMs();
    for (const emailId of emailIds) this.#waiting.set(emailId, { broadcastId, sinceMs });
  }

  /** They were not opened after all. */
  forget(emailIds: readonly string[]): void {
    for (const emailId of emailIds) this.#waiting.delete(emailId);
  }

  room(): number {
    const now = this.ports.clock.monotonicMs();
    const fresh = [...this.#waiting.values()].filter(({ sinceMs }) => now - sinceMs < freshMs).length;
    const mostFresh = this.ports.recentMail.isThere() ? mostFreshBesideOthers : mostFreshAlone;
    return Math.min(mostWaiting - this.#waiting.size, mostFresh - fresh);
  }

  holds(broadcastId: string): boolean {
    return [...this.#waiting.values()].some((waiting) => waiting.broadcastId === broadcastId);
  }

  /** Forgets those that have been tried: their streams have gone on. */
  async settle(): Promise<void> {
    for (let atEnd = this.#waiting.size === 0; !atEnd; ) {
      const asked = { limit: pageLimit, filter: goesOn };
      const after = this.#reached;
      const page = await this.ports.store.readAll(after === undefined ? asked : { ...asked, after });
      for (const { stream } of page.events) this.#waiting.delete(idOf(stream));
      this.#reached = page.position ?? after;
      atEnd = page.atEnd;
    }
    const now = this.ports.clock.monotonicMs();
    for (const [emailId, { sinceMs }] of this.#waiting) if (now - sinceMs > waitsMs) this.#waiting.delete(emailId);
  }
}
