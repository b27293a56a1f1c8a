import { z } from 'zod';
import { type Decider, type Decision, refuse, unreachable } from '../shared/decider.js';
import { type DataOf, event, type EventIn, noMembers, personal, personHash, streams } from '../shared/event.js';
import { canonicalJson } from '../shared/json.js';
import { mergedTexts, pageLanguages } from '../shared/page-language.js';
import { reveal } from '../shared/personal.js';

const formTopic = z.object({
  topicId: z.string(),
  /** Nothing is subscribed before the person has confirmed it by a link in an email. */
  isConfirmed: z.boolean(),
});
export type FormTopic = DataOf<typeof formTopic>;

const formTexts = z.object({
  /** Heading of its pages. */
  title: z.string().nullable(),
  /** Below the heading of the form itself. */
  text: z.string().nullable(),
  /** Label of the button. */
  button: z.string().nullable(),
  /** Said once the person is subscribed. */
  thanks: z.string().nullable(),
});
export type FormTexts = DataOf<typeof formTexts>;

const mailbox = z.object({ name: z.string().nullable(), address: z.string() });

const settings = z.object({
  /** For the team. */
  name: z.string(),
  /** What a person who joins subscribes to. */
  topics: z.array(formTopic),
  /** What the contact is added to. */
  segmentIds: z.array(z.string()),
  /** Sites that may send it, as a browser names them: `https://example.com`. */
  origins: z.array(z.string()),
  /** Where a browser goes afterwards; null: to a page of ours. */
  redirectUrl: z.string().nullable(),
  isEnabled: z.boolean(),
  /** The team's own words by language; what is null is as the team's pages have it. */
  texts: z.partialRecord(z.enum(pageLanguages), formTexts).default({}),
});

const described = settings.extend({
  /** Sender of the emails that ask for a confirmation; null where none are sent. People have addresses as these. */
  from: personal(mailbox, { ownKey: true }).nullable(),
  /** Keyed hash of the sender's address. */
  addressHashes: z.array(personHash),
  /** Counted from 1. What people say by the form names it, so that it can be shown what was agreed to. */
  version: z.number(),
});
/** How people join: as it is from one version on. */
type DescribedForm = DataOf<typeof described>;
export type FormDescription = Omit<DescribedForm, 'version'>;

const formCreated = event('FormCreated', {
  data: described.extend({ teamId: z.string() }),
  summary: ({ name }) => `Form ${name} created`,
});
/** The whole form as it is from now on. */
const formChanged = event('FormChanged', {
  data: described,
  summary: ({ name, version, isEnabled }) => `Form ${name} changed: version ${version}${isEnabled ? '' : ', disabled'}`,
});
const formDeleted = event('FormDeleted', { data: noMembers, summary: 'Form deleted', endsKeys: true });

export const formStreams = streams('form', [formCreated, formChanged, formDeleted]);
export type FormEvent = EventIn<typeof formStreams>;
type Form = Extract<FormEvent, { readonly type: 'FormCreated' }>['data'];

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly form: true;
  }
}

export type FormCommand =
  | { readonly type: 'CreateForm'; readonly teamId: string; readonly form: FormDescription }
  | { readonly type: 'ChangeForm'; readonly teamId: string; readonly change: Partial<FormDescription> }
  | { readonly type: 'DeleteForm'; readonly teamId: string };
/** Null before it is created, and once it is deleted. */
export type FormState = Form | null;
/** `no-sender`: a topic waits for a confirmation, and no one would send the email that asks for it. */
export type FormRefusal = 'not-found' | 'no-sender';

/** A form by which people join. Another team's is as one that does not exist. */
export const form: Decider<FormCommand, FormState, FormEvent, FormRefusal> = {
  initial: null,
  decide,
  evolve(state, event) {
    if (event.type === 'FormCreated') return event.data;
    return event.type === 'FormDeleted' || state === null ? null : { ...state, ...event.data };
  },
};

function decide(command: FormCommand, state: FormState): Decision<FormEvent, FormRefusal> {
  if (command.type === 'CreateForm') {
    if (isWithoutSender(command.form)) return refuse('no-sender');
    return [{ type: 'FormCreated', data: { ...command.form, version: 1, teamId: command.teamId } }];
  }
  if (state?.teamId !== command.teamId) return refuse('not-found');
  switch (command.type) {
    case 'ChangeForm': {
      const { teamId: _, version, ...before } = state;
      const { change } = command;
      const next = { ...before, ...change, texts: mergedTexts(before.texts, change.texts ?? {}) };
      if (isWithoutSender(next)) return refuse('no-sender');
      return isSame(next, before) ? [] : [{ type: 'FormChanged', data: { ...next, version: version + 1 } }];
    }
    case 'DeleteForm':
      return [{ type: 'FormDeleted', data: {} }];
    default:
      return unreachable(command);
  }
}

const isWithoutSender = ({ topics, from }: FormDescription): boolean =>
  from === null && topics.some(({ isConfirmed }) => isConfirmed);

/** An erased sender is like no other. */
function isSame({ from, ...one }: FormDescription, { from: otherFrom, ...other }: FormDescription): boolean {
  const [given, known] = [from, otherFrom].map((each) => (each === null ? null : reveal(each)));
  const isSender = given !== undefined && known !== undefined && JSON.stringify(given) === JSON.stringify(known);
  return isSender && canonicalJson(one) === canonicalJson(other);
}
