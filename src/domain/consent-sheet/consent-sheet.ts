import { z } from 'zod';
import type { Decider } from '../shared/decider.js';
import { event, type EventIn, type EventOf, streams } from '../shared/event.js';

/** Says nothing about the person: only who holds the sheet can show that it is the one. */
const consentSheetIssued = event('ConsentSheetIssued', {
  data: z.object({
    teamId: z.string(),
    contactIds: z.array(z.string()),
    /** Each yes and no that stands on it. */
    facts: z.number(),
    /** HMAC-SHA-256 (hex) over what the sheet says, under a secret that is kept in the sheet alone. */
    commitment: z.string(),
  }),
  summary: ({ facts }) => `Consent sheet issued, with ${facts === 1 ? '1 fact' : `${facts} facts`}`,
});
type ConsentSheetIssued = EventOf<typeof consentSheetIssued>;

export const consentSheetStreams = streams('consentsheet', [consentSheetIssued]);
export type ConsentSheetEvent = EventIn<typeof consentSheetStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly consentsheet: true;
  }
}

export interface IssueSheet {
  readonly type: 'IssueSheet';
  readonly issued: ConsentSheetIssued['data'];
}

/** Null until it is issued. */
export type ConsentSheetState = ConsentSheetIssued['data'] | null;

/** Issued once, and never changed. */
export const consentSheet: Decider<IssueSheet, ConsentSheetState, ConsentSheetEvent, never> = {
  initial: null,
  decide: ({ issued }, state) => (state === null ? [{ type: 'ConsentSheetIssued', data: issued }] : []),
  evolve: (_state, { data }) => data,
};
