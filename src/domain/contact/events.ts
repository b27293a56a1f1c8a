import { z } from 'zod';
import { byContactField } from '../shared/contact-fields.js';
import { type DataOf, event, type EventIn, type EventOf, personal, personHash, streams } from '../shared/event.js';
import { erasedText, reveal } from '../shared/personal.js';

/** The value of a property that the team has defined. */
const propertyValue = z.union([z.string(), z.number(), z.boolean()]);
export type PropertyValue = z.output<typeof propertyValue>;

const profile = z.object({
  email: z.string(),
  ...byContactField(() => z.string().nullable().default(null)),
  /** By the key of the property. */
  properties: z.record(z.string(), propertyValue),
});
/** What the team knows about the person. */
export type ContactProfile = DataOf<typeof profile>;

const described = {
  teamId: z.string(),
  /** Keyed hash, to find what is to be erased. */
  addressHash: personHash,
  profile: personal(profile),
};

const underContactKey = { erased: 'with the contact, whose key it is under' };

export const consentMeans = z.enum([
  'dashboard',
  'api-key',
  'command-line',
  'import',
  'page',
  'one-click',
  'form',
  'double-opt-in',
  'complaint',
]);
/**
 * How somebody said yes or no: a person of the team in the dashboard, a program, an import, the preference page behind
 * a link, RFC 8058 one-click, a form, a form whose confirmation was followed, or a report to the provider as spam.
 */
export type ConsentMeans = z.output<typeof consentMeans>;

/**
 * Whether a yes by these means brings back who has left. A file says what somebody typed, and anyone can type a
 * person's address into a form: neither is the person, nor somebody of the team who answers for it.
 */
export const mayBringBack = (means: ConsentMeans): boolean => means !== 'import' && means !== 'form';

const occasion = z.object({
  means: consentMeans,
  /** The email whose link was followed. */
  emailId: z.string().nullable(),
  /** Whose link of that email it was: the number in `EmailAccepted`. */
  recipient: z.number().optional(),
  /** The broadcast that the email is of. */
  broadcastId: z.string().optional(),
  /** The page or the form as it was shown; its text is found by the version. */
  pageVersion: z.string().nullable(),
  importId: z.string().nullable(),
  /** By which the person joined. */
  formId: z.string().optional(),
  /** ISO 8601: when the person said it, where a file tells. */
  saidAt: z.string().optional(),
  /** Address and user agent of who asked, where a person did it alone. */
  visitor: personal(z.object({ ip: z.string(), userAgent: z.string().nullable() }), underContactKey).nullable(),
});
/** When, how and by which text: what a team can show afterwards. */
export type ConsentOccasion = DataOf<typeof occasion>;

const consent = z.object({
  /** Null for all marketing of the team. */
  topicId: z.string().nullable(),
  occasion,
});
export type Consent = DataOf<typeof consent>;

const scopeOf = ({ topicId }: { readonly topicId: string | null }) =>
  topicId === null ? 'all marketing' : `topic ${topicId}`;
const meansOf = ({ occasion: { means, emailId, importId, formId } }: Consent) =>
  [
    means,
    ...(formId === undefined ? [] : [`form ${formId}`]),
    ...(emailId === null ? [] : [`email ${emailId}`]),
    ...(importId === null ? [] : [`import ${importId}`]),
  ].join(', ');
const nameOf = (data: DataOf<z.ZodObject<typeof described>>) => reveal(data.profile)?.email ?? erasedText;

const contactCreated = event('ContactCreated', {
  data: z.object({
    ...described,
    /** ISO 8601: since when the person is known, where an export of this server says so. */
    since: z.string().optional(),
  }),
  summary: (data) => `Contact ${nameOf(data)} created`,
});
export type ContactCreated = EventOf<typeof contactCreated>;

/** The whole profile as it is from now on. */
const contactChanged = event('ContactChanged', {
  data: z.object(described),
  summary: (data) => `Contact ${nameOf(data)} changed`,
});

const contactSubscribed = event('ContactSubscribed', {
  data: consent,
  summary: (data) => `Subscribed to ${scopeOf(data)} (${meansOf(data)})`,
});
export type ContactSubscribed = EventOf<typeof contactSubscribed>;

const contactUnsubscribed = event('ContactUnsubscribed', {
  data: consent,
  summary: (data) => `Unsubscribed from ${scopeOf(data)} (${meansOf(data)})`,
});
export type ContactUnsubscribed = EventOf<typeof contactUnsubscribed>;

const segmentMember = z.object({ segmentId: z.string() });
const contactAddedToSegment = event('ContactAddedToSegment', {
  data: segmentMember,
  summary: ({ segmentId }) => `Added to segment ${segmentId}`,
});
const contactRemovedFromSegment = event('ContactRemovedFromSegment', {
  data: segmentMember,
  summary: ({ segmentId }) => `Removed from segment ${segmentId}`,
});

/** Its consents stay in the log, as facts about someone who can only be named by a keyed hash. */
const contactDeleted = event('ContactDeleted', {
  data: z.object({ because: z.enum(['request', 'erasure']) }),
  summary: ({ because }) => (because === 'erasure' ? 'Contact deleted: the person was erased' : 'Contact deleted'),
  endsKeys: true,
});

export const contactStreams = streams(
  'contact',
  [
    contactCreated,
    contactChanged,
    contactSubscribed,
    contactUnsubscribed,
    contactAddedToSegment,
    contactRemovedFromSegment,
    contactDeleted,
  ],
  { activity: 'people' },
);
export type ContactEvent = EventIn<typeof contactStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly contact: true;
  }
}
