import { z } from 'zod';
import { type Decider, refuse, unreachable } from '../shared/decider.js';
import { type DataOf, event, type EventIn, streams } from '../shared/event.js';
import { atOnce, type Turn, turnMarks, turnOf, turnsOf } from './turns.js';

/** Members of one chunk of an audience, at most. */
export const chunkMembers = 1_000;

/** The last three: by what became of an earlier broadcast, which this one is sent again of. */
const skippedThen = z.enum(['unsubscribed', 'not-subscribed', 'opened', 'had-it', 'not-sent-before']);
const member = turnMarks.extend({
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
  summary: ({ members }) => `Audience frozen: ${members.length === 1 ? '1 member' : `${members.length} members`}`,
});
type AudienceFrozen = DataOf<(typeof audienceFrozen)['data']>;

const openedMembers = z.object({
  emails: z.number(),
  /** Whose contact was gone when their email was to be made. */
  skipped: z.array(z.object({ member: z.number(), reason: skippedLater })),
});
export type AudienceOpened = DataOf<typeof openedMembers>;

/** Each of its members of one turn has an email, or was skipped; those of others wait. */
const audienceTurnOpened = event('AudienceTurnOpened', {
  data: openedMembers.extend({ turn: z.string() }),
  summary: ({ turn, emails, skipped }) => `Emails created (${turn}): ${emails}, skipped: ${skipped.length}`,
});

/** Each of its members has an email, or was skipped, in whatever turn. */
const audienceOpened = event('AudienceOpened', {
  data: openedMembers,
  summary: ({ emails, skipped }) => `Emails created: ${emails}, skipped: ${skipped.length}`,
});

export const audienceStreams = streams('audience', [audienceFrozen, audienceTurnOpened, audienceOpened], {
  activity: 'never',
});
export type AudienceEvent = EventIn<typeof audienceStreams>;

export interface AudienceState {
  readonly frozen: AudienceFrozen;
  /** Turns that were dealt with, while others wait. */
  readonly turns: Readonly<Record<Turn, AudienceOpened>>;
  /** Null until each member has an email or was skipped. */
  readonly opened: AudienceOpened | null;
}

export type AudienceCommand =
  | { readonly type: 'FreezeAudience'; readonly frozen: AudienceFrozen }
  /** `turn`: absent for those that are opened at once. */
  | { readonly type: 'NoteOpened'; readonly turn?: Turn; readonly opened: AudienceOpened };

/** A chunk of a broadcast's audience: written once, and marked turn by turn until it is dealt with. */
export const audience: Decider<AudienceCommand, AudienceState | null, AudienceEvent, 'not-frozen'> = {
  initial: null,
  decide(command, state) {
    switch (command.type) {
      case 'FreezeAudience':
        return state === null ? [{ type: 'AudienceFrozen', data: command.frozen }] : [];
      case 'NoteOpened':
        return state === null ? refuse('not-frozen') : note(state, command.turn ?? atOnce, command.opened);
      default:
        return unreachable(command);
    }
  },
  evolve(state, event) {
    if (event.type === 'AudienceFrozen') return { frozen: event.data, turns: {}, opened: null };
    if (state === null) return null;
    if (event.type === 'AudienceOpened') return { ...state, opened: event.data };
    const { turn, ...opened } = event.data;
    return { ...state, turns: { ...state.turns, [turn]: opened } };
  },
};

/** The last turn of a chunk ends it, with what was opened and skipped in all of them. */
function note(state: AudienceState, turn: Turn, opened: AudienceOpened): AudienceEvent[] {
  const left = turnsLeft(state);
  if (state.opened !== null || state.turns[turn] !== undefined) return [];
  if (left.some((other) => other !== turn)) return [{ type: 'AudienceTurnOpened', data: { turn, ...opened } }];
  const all = [...Object.values(state.turns), opened];
  const emails = all.reduce((sum, each) => sum + each.emails, 0);
  return [{ type: 'AudienceOpened', data: { emails, skipped: all.flatMap(({ skipped }) => skipped) } }];
}

/** The turns of a chunk that nothing says of that they were dealt with, in their order. */
export function turnsLeft({ frozen, turns, opened }: AudienceState): readonly Turn[] {
  if (opened !== null) return [];
  return turnsOf(frozen.members).flatMap(({ turn }) => (turns[turn] === undefined ? [turn] : []));
}

/** What the log says of a member whose email is not there; `left`: their turn was not dealt with. */
export function withoutEmailBecause(state: AudienceState, number: number): 'left' | SkippedMember | undefined {
  const { frozen, turns, opened } = state;
  const found = frozen.members[number];
  if (found?.skipped !== undefined) return found.skipped;
  const noted = opened ?? (found === undefined ? undefined : turns[turnOf(found)]);
  return noted === undefined ? 'left' : noted.skipped.find((each) => each.member === number)?.reason;
}
