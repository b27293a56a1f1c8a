/** How many connections a destination may have at once. */
export interface ConnectionLimit {
  current(): number;
  /** Names this moment, for {@link refused}: what was begun before the limit fell says nothing about the new one. */
  epoch(): number;
  /** A mail was taken while every place was in use. */
  succeeded(): void;
  /** A 421, or no connection, for something that was begun in this epoch. */
  refused(begunIn: number): void;
}

/** Chosen by the operator; nothing that a receiver does changes it. */
export function fixedLimit(connections: number): ConnectionLimit {
  return { current: () => connections, epoch: () => 0, succeeded: () => undefined, refused: () => undefined };
}

/** One more after as many mails as there are connections, half as many after a refusal: never fewer than one. */
export function adaptiveLimit({ start, max }: { readonly start: number; readonly max: number }): ConnectionLimit {
  let limit = start;
  let taken = 0;
  let epoch = 0;
  return {
    current: () => limit,
    epoch: () => epoch,
    succeeded() {
      taken += 1;
      if (taken < limit || limit >= max) return;
      limit += 1;
      taken = 0;
    },
    refused(begunIn) {
      // Twenty connections that are refused at one moment are one refusal.
      if (begunIn !== epoch) return;
      epoch += 1;
      limit = Math.max(1, Math.floor(limit / 2));
      taken = 0;
    },
  };
}
