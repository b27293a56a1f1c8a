import { z } from 'zod';
import { type Decider, refuse } from './decider.js';
import { event, noMembers } from './event.js';

export type ReservationCommand =
  | {
      readonly type: 'Take';
      readonly ownerId: string;
      /** Who holds it so far and does not use it: a crash came between. */
      readonly insteadOf: string | null;
    }
  | { readonly type: 'Free'; readonly ownerId: string };

export interface ReservationState {
  /** Null while it is free. */
  readonly ownerId: string | null;
  /** ISO 8601; null while it is free. */
  readonly takenAt: string | null;
}

const holder = z.object({ ownerId: z.string() });

/**
 * What one owner has at a time: a key of a team, an address. Its stream is named by a keyed hash of it. `taken` and
 * `freed` are the types of its two events, `what` begins their sentences. Taking what one holds already, and freeing
 * what one does not hold, changes nothing.
 */
export function reservation<Taken extends string, Freed extends string>({
  taken,
  freed,
  what,
}: {
  readonly taken: Taken;
  readonly freed: Freed;
  readonly what: string;
}) {
  type TakenEvent = { readonly type: Taken; readonly data: Readonly<z.output<typeof holder>> };
  type FreedEvent = { readonly type: Freed; readonly data: Readonly<z.output<typeof noMembers>> };
  const decider: Decider<ReservationCommand, ReservationState, TakenEvent | FreedEvent, 'taken'> = {
    initial: { ownerId: null, takenAt: null },
    decide(command, { ownerId: held }) {
      const { ownerId } = command;
      if (command.type === 'Free') return ownerId === held ? [{ type: freed, data: {} }] : [];
      if (ownerId === held) return [];
      return held === null || held === command.insteadOf ? [{ type: taken, data: { ownerId } }] : refuse('taken');
    },
    evolve: (_state, { data }, at) =>
      'ownerId' in data ? { ownerId: data.ownerId, takenAt: at } : { ownerId: null, takenAt: null },
  };
  const events = [
    event(taken, { data: holder, summary: ({ ownerId }) => `${what} taken by ${ownerId}` }),
    event(freed, { data: noMembers, summary: `${what} freed` }),
  ] as const;
  return { events, decider };
}
