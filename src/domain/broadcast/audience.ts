import { z } from 'zod';
import { type Decider, refuse, unreachable } from '../shared/decider.js';
import { type DataOf, event, type EventIn, streams } from '../shared/event.js';

/** Members of one chunk of an audience, at most. */
export const chunkMembers = 1_000;

const skippedThen = z.enum(['unsubscribed', 'not-subscribed']);
const member = z.object({
  contactId: z.string(),
  /** The last of the contact's stream: what the email says of the person is as it was then. */
  revision: z.number(),
  /** What kept the person from it already then. */
  skipped: skippedThen.optional(),
});
/** Somebody who was in the segment when it was sent. */
export type AudienceMember = DataOf<typeof member>;

const skippedLater = z.enum(['deleted', 'erased']);
/** Why somebody of the audience gets no email of it: said before an email was made for them. */
export type SkippedMember = z.output<typeof skippedThen> | z.output<typeof skippedLater>;

const audienceFrozen = event('AudienceFrozen', {
  data: z.object({
    broadcastId: z.string(),
    /** From 0. */
    chunk: z.number(),
    /** Each is named from here on by its place: 0, 1, … */
    members: z.array(member),
  }),
  summary: ({ members }) => `Frozen: ${members.length === 1 ? '1 member' : `${members.length} members`}`,
});
export type AudienceFrozen = DataOf<(typeof audienceFrozen)['data']>;

/** Each of its members has an email, or was skipped. */
const audienceOpened = event('AudienceOpened', {
  data: z.object({
    emails: z.number(),
    /** Whose contact was gone when their email was to be made. */
    skipped: z.array(z.object({ member: z.number(), reason: skippedLater })),
  }),
  summary: ({ emails, skipped }) => `Emails opened: ${emails}, skipped: ${skipped.length}`,
});
export type AudienceOpened = DataOf<(typeof audienceOpened)['data']>;

export const audienceStreams = streams('audience', [audienceFrozen, audienceOpened], { activity: 'never' });
export type AudienceEvent = EventIn<typeof audienceStreams>;

export interface AudienceState {
  readonly frozen: AudienceFrozen;
  /** Null until each member has an email or was skipped. */
  readonly opened: AudienceOpened | null;
}

export type AudienceCommand =
  | { readonly type: 'FreezeAudience'; readonly frozen: AudienceFrozen }
  | { readonly type: 'NoteOpened'; readonly opened: AudienceOpened };

/** A chunk of a broadcast's audience: written once, and marked once it is dealt with. */
export const audience: Decider<AudienceCommand, AudienceState | null, AudienceEvent, 'not-frozen'> = {
  initial: null,
  decide(command, state) {
    switch (command.type) {
      case 'FreezeAudience':
        return state === null ? [{ type: 'AudienceFrozen', data: command.frozen }] : [];
      case 'NoteOpened':
        if (state === null) return refuse('not-frozen');
        return state.opened === null ? [{ type: 'AudienceOpened', data: command.opened }] : [];
      default:
        return unreachable(command);
    }
  },
  evolve(state, event) {
    if (event.type === 'AudienceFrozen') return { frozen: event.data, opened: null };
    return state === null ? null : { ...state, opened: event.data };
  },
};
