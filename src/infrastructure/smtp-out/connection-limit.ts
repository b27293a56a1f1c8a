/** How many connections a destination may have at once. */
export interface ConnectionLimit {
  current(): number;
  /** Names this moment, for {@link refused}: what was begun before the limit fell says nothing about the new one. */
  epoch(): number;
  /** A mail was taken while every place was in use. */
  succeeded(): void;
  /** A connection was lost to a reply that is held back: the mail behind it needs another one. */
  heldBack(): void;
  /** A 421, or no connection, for something that was begun in this epoch. */
  refused(begunIn: number): void;
}

/** Chosen by the operator; nothing that a receiver does changes it. */
export function fixedLimit(connections: number): ConnectionLimit {
  const nothing = (): void => undefined;
  return { current: () => connections, epoch: () => 0, succeeded: nothing, heldBack: nothing, refused: nothing };
}

/** One more after as many mails as there are connections, half as many after a refusal: never fewer than one. */
export class AdaptiveLimit implements ConnectionLimit {
  private limit: number;
  private readonly max: number;
  private taken = 0;
  private begun = 0;

  constructor({ start, max }: { readonly start: number; readonly max: number }) {
    this.limit = start;
    this.max = max;
  }

  current(): number {
    return this.limit;
  }

  epoch(): number {
    return this.begun;
  }

  succeeded(): void {
    this.taken += 1;
    if (this.taken < this.limit || this.limit >= this.max) return;
    this.limit += 1;
    this.taken = 0;
  }

  heldBack(): void {
    this.limit = Math.min(this.max, this.limit + 1);
  }

  refused(begunIn: number): void {
    // Twenty connections that are refused at one moment are one refusal.
    if (begunIn !== this.begun) return;
    this.begun += 1;
    this.limit = Math.max(1, Math.floor(this.limit / 2));
    this.taken = 0;
  }
}
