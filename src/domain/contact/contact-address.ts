import { z } from 'zod';
import type { Decider } from '../shared/decider.js';
import { event, type EventIn, streams } from '../shared/event.js';
import { free, take } from '../shared/reservation.js';

/** The address is the contact's alone in its team. */
const contactAddressTaken = event('ContactAddressTaken', {
  data: z.object({ teamId: z.string(), contactId: z.string() }),
  summary: ({ contactId }) => `Taken by contact ${contactId}`,
  activity: 'never',
});

/** Free again, or still. What its contact had said no to stays with the address: no import brings that back. */
const contactAddressFreed = event('ContactAddressFreed', {
  data: z.object({
    contactId: z.string(),
    /** Ids of topics; null: all marketing. */
    unsubscribed: z.array(z.string().nullable()),
  }),
  summary: ({ contactId }) => `Freed by contact ${contactId}`,
  activity: 'never',
});

/** `contactaddress-<team>-<keyed hash of the address>`. */
export const contactAddressStreams = streams('contactaddress', [contactAddressTaken, contactAddressFreed]);
export type ContactAddressEvent = EventIn<typeof contactAddressStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly contactaddress: true;
  }
}

export type ContactAddressCommand =
  | {
      readonly type: 'TakeAddress';
      readonly teamId: string;
      readonly contactId: string;
      /** A contact that holds it and does not use it: a crash came between. */
      readonly insteadOf?: string | undefined;
    }
  | {
      readonly type: 'FreeAddress';
      readonly contactId: string;
      readonly unsubscribed: readonly (string | null)[];
    }
  /** Somebody who reads its email left, while no contact has it. `contactId`: whom the email went to. */
  | {
      readonly type: 'KeepUnsubscribed';
      readonly contactId: string;
      readonly unsubscribed: readonly (string | null)[];
    };

export interface ContactAddressState {
  /** Null while it is free. */
  readonly contactId: string | null;
  /** What an earlier contact with this address had said no to. */
  readonly unsubscribed: readonly (string | null)[];
}

/** One address has one contact of its team at a time. */
export const contactAddress: Decider<ContactAddressCommand, ContactAddressState, ContactAddressEvent, 'taken'> = {
  initial: { contactId: null, unsubscribed: [] },
  decide(command, { contactId: holder, unsubscribed: before }) {
    const { contactId } = command;
    if (command.type === 'KeepUnsubscribed') {
      const unsubscribed = [...new Set([...before, ...command.unsubscribed])];
      const isNews = holder === null && unsubscribed.length > before.length;
      return isNews ? [{ type: 'ContactAddressFreed', data: { contactId, unsubscribed } }] : [];
    }
    const claim = { owner: contactId, holder };
    if (command.type === 'FreeAddress') {
      const data = { contactId, unsubscribed: [...command.unsubscribed] };
      return free(claim, { type: 'ContactAddressFreed', data });
    }
    const { teamId, insteadOf } = command;
    return take({ ...claim, insteadOf }, { type: 'ContactAddressTaken', data: { teamId, contactId } });
  },
  evolve: (state, { type, data }) =>
    type === 'ContactAddressTaken'
      ? { ...state, contactId: data.contactId }
      : { contactId: null, unsubscribed: data.unsubscribed },
};
