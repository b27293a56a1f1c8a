import type { LocalTimeRefusal, UnsendableBroadcast } from '../../../application/broadcast/send-broadcast.js';
import type { WriteRefusal } from '../../../application/broadcast/broadcasts.js';
import type { SendWindowRefusal } from '../../../application/email/schedule-email.js';
import { type BroadcastRefusal, mostAgain } from '../../../domain/broadcast/broadcast.js';
import { ApiError, forbidden, invalid, notFound } from '../edge/errors/api-error.js';
import type { RefusalTable } from '../edge/errors/refusals.js';

type Refusal =
  | WriteRefusal
  | UnsendableBroadcast
  | SendWindowRefusal
  | LocalTimeRefusal
  | { readonly refused: BroadcastRefusal }
  | OneOf<'never-sent' | 'unknown-version' | 'unknown-contact'>;
type OneOf<Code extends string> = Code extends string ? { readonly refused: Code } : never;

/** How everything is answered that the use cases of broadcasts refuse. */
export const broadcastRefusals: RefusalTable<Refusal> = {
  'unknown-version': () => notFound('Version not found. The last 50 versions of a draft are kept.'),
  'unknown-contact': () => notFound('Contact not found'),
  'too-many': ({ most }) => invalid(`A team has at most ${most} broadcasts. Delete drafts first.`),
  'already-sent': () =>
    invalid('This broadcast was sent or canceled. Only its name can be changed; duplicate it to send again.'),
  'not-sending': () => invalid('This broadcast is not being sent, so there is nothing to stop.'),
  'never-sent': () => invalid('This broadcast was not sent yet, so there is nothing to say about its audience.'),
  changed: () => invalid('This broadcast was changed meanwhile. Look at it, then send it again.'),
  'changed-meanwhile': () =>
    new ApiError(
      409,
      'validation_error',
      'Somebody changed this broadcast meanwhile, so nothing was saved. Load it again, then repeat your change.',
    ),
  'unsafe-html': ({ seen, fix, spot }) =>
    invalid(
      `Invalid \`html\` field. ${seen} ${spot === undefined ? '' : `It is in line ${spot.line}, column ${spot.column}. `}${fix}`,
    ),
  'unknown-segment': () => notFound('Segment not found'),
  'unknown-topic': () => notFound('Topic not found'),
  incomplete: ({ field }) =>
    new ApiError(422, 'missing_required_field', `Missing \`${field}\` field. A broadcast needs it before it is sent.`),
  'unknown-tag': ({ tag }) =>
    invalid(
      `Unknown merge tag \`${tag}\`. Use FIRST_NAME, LAST_NAME, EMAIL, RESEND_UNSUBSCRIBE_URL or \`contact.\` with the key of a contact property.`,
    ),
  'wrong-link': ({ tag }) =>
    invalid(`The fallback of \`${tag}\` stands in a link. It must be a URL of http, https, mailto or tel.`),
  'forbidden-place': ({ tag, where }) =>
    invalid(
      `The merge tag \`${tag}\` stands in ${where}, where a value could become code. Move it into a text or a quoted attribute.`,
    ),
  'same-content': () =>
    invalid(
      'Invalid `subject` field. Subject and content are those of the broadcast that it is sent again of: change the subject or the content.',
    ),
  'not-sent-yet': () => invalid('This broadcast was not sent yet. It can be sent again once its `status` is `sent`.'),
  'too-often-again': () =>
    invalid(`This broadcast was drafted ${mostAgain} times to be sent again. Create a new one instead.`),
  'domain-not-verified': ({ domain }) =>
    forbidden(`The ${domain} domain is not verified. Add and verify the domain before sending from it.`),
  'scheduled-in-the-past': () =>
    invalid('Invalid `scheduled_at` field. It lies in the past: name a time to come, or leave it out to send at once.'),
  'scheduled-too-far': () => invalid('Invalid `scheduled_at` field. It must be at most 30 days ahead.'),
  'unknown-zone-property': ({ property }) =>
    invalid(
      `Invalid \`zone_property\` field. \`${property}\` is not the key of a contact property of type \`string\`, for example \`timezone\`.`,
    ),
  'unknown-zone': ({ zone }) =>
    invalid(`Invalid \`fallback_zone\` field. \`${zone}\` is not a time zone, for example \`Europe/Berlin\`.`),
  'past-everywhere': () =>
    invalid('Invalid `local_time` field. That time is past in every time zone: name one to come.'),
  'local-time-too-far': () => invalid('Invalid `local_time` field. It must be at most 30 days ahead.'),
};
