import { BoundedMap } from '../../application/shared/bounded-map.js';

/** What has been learned is not held against a receiver for longer than this. */
const lifeMs = 3_600_000;
const mostSlow = 1_000;
/** A reply is late only past this, however quick the others are; past less where replies are being held back. */
const leastPatienceMs = 500;
const leastPatienceWithTarpitMs = 150;
const mostPatienceMs = 30_000;
/** As many times the usual time is late. */
const patienceFactor = 4;

/** How one receiver takes recipients, learned from its replies. */
export class ReceiverHabits {
  private most: { readonly recipients: number; readonly untilMs: number } | undefined;
  private usualMs = 0;
  private holdsBack = false;
  private readonly slow = new BoundedMap<string, number>(mostSlow);

  /** @returns undefined while no limit of a transaction is known. */
  get mostRecipients(): number | undefined {
    return this.most !== undefined && performance.now() < this.most.untilMs ? this.most.recipients : undefined;
  }

  /** It takes no more in one transaction. */
  takesAtMost(recipients: number): void {
    this.most = { recipients: Math.max(1, recipients), untilMs: performance.now() + lifeMs };
  }

  /** A reply to RCPT that takes longer is being held back, as tarpits do with refusals. */
  get patienceMs(): number {
    const leastMs = this.holdsBack ? leastPatienceWithTarpitMs : leastPatienceMs;
    return Math.min(Math.max(leastMs, this.usualMs * patienceFactor), mostPatienceMs);
  }

  /** It said yes after this time. The slowest counts, and fades. */
  answeredIn(tookMs: number): void {
    this.usualMs = Math.max(tookMs, this.usualMs * 0.9);
  }

  accepted(address: string, tookMs: number): void {
    this.answeredIn(tookMs);
    // It was only slow.
    if (this.slow.delete(address)) this.holdsBack = false;
  }

  /** Its reply about this recipient is held back. */
  heldBack(address: string): void {
    this.holdsBack = true;
    this.slow.set(address, performance.now() + lifeMs);
  }

  isSlow(address: string): boolean {
    const untilMs = this.slow.get(address);
    if (untilMs !== undefined && untilMs <= performance.now()) this.slow.delete(address);
    return this.slow.has(address);
  }
}
