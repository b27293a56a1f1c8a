import { contactMergeTags } from '../../../domain/shared/contact-fields.js';
import { recipientLinkNames } from '../../../domain/template/recipient-links.js';
import { linkProblems, linkRemedy } from '../../../domain/shared/link-trouble.js';
import type { LocalTimeRefusal, UnsendableDraft } from '../../../application/broadcast/send-broadcast.js';
import { conditionSeen } from '../../../application/broadcast/review-finding.js';
import type { WriteRefusal } from '../../../application/broadcast/broadcasts.js';
import type { SendWindowRefusal } from '../../../application/email/schedule-email.js';
import type { Variant } from '../../../domain/broadcast/ab-test.js';
import { type BroadcastRefusal, mostAgain } from '../../../domain/broadcast/broadcast.js';
import { ApiError, forbidden, invalid, notFound } from '../edge/errors/api-error.js';
import type { RefusalTable } from '../edge/errors/refusals.js';

type Refusal =
  | WriteRefusal
  | UnsendableDraft
  | SendWindowRefusal
  | LocalTimeRefusal
  | { readonly refused: BroadcastRefusal }
  | OneOf<'never-sent' | 'unknown-version' | 'unknown-contact' | 'no-variant'>;
type OneOf<Code extends string> = Code extends string ? { readonly refused: Code } : never;

const inVariant = (variant: Variant | undefined): string =>
  variant === undefined ? '' : `Variant ${variant.toUpperCase()}: `;

/** How everything is answered that the use cases of broadcasts refuse. */
const offeredLinks = recipientLinkNames(({ isOffered }) => isOffered);

export const broadcastRefusals: RefusalTable<Refusal> = {
  'unknown-version': () => notFound('Version not found. The last 50 versions of a draft are kept.'),
  'unknown-contact': () => notFound('Contact not found'),
  'too-many': ({ most }) => invalid(`A team has at most ${most} broadcasts. Delete drafts first.`),
  'already-sent': () =>
    invalid('This broadcast was sent or canceled. Only its name can be changed; duplicate it to send again.'),
  'not-sending': () => invalid('This broadcast is not being sent, so there is nothing to stop.'),
  'never-sent': () => invalid('This broadcast was not sent yet, so there is nothing to say about its audience.'),
  'no-variant': () => invalid('Invalid `variant` field. This broadcast has no A/B test, so there is no variant B.'),
  'local-time-with-test': () =>
    invalid(
      'Invalid `local_time` field. A broadcast with an A/B test cannot be sent at a time of each time zone: the rest waits for a winner, and would miss its time. Name a `scheduled_at`, or remove the test.',
    ),
  'no-winner-needed': () => invalid('No one waits for a winner: this broadcast has no A/B test, or all are in it.'),
  'winner-chosen': () =>
    invalid('Invalid `variant` field. The other variant was chosen already, and the rest of the audience gets it.'),
  'same-variants': () =>
    invalid(
      'Invalid `subject` field of the A/B test. Variant B says the same as variant A: change its subject, preview text or content, or remove the test.',
    ),
  changed: () => invalid('This broadcast was changed meanwhile. Look at it, then send it again.'),
  'changed-meanwhile': () =>
    new ApiError(
      409,
      'validation_error',
      'Somebody changed this broadcast meanwhile, so nothing was saved. Load it again, then repeat your change.',
    ),
  'unsafe-html': ({ seen, fix, spot, block }) => {
    const within = block === undefined ? '' : ` of custom HTML block ${block}`;
    const where = spot === undefined ? '' : `It is in line ${spot.line}, column ${spot.column}${within}. `;
    return invalid(`Invalid \`html\` field. ${seen} ${where}${fix}`);
  },
  'unknown-segment': () => notFound('Segment not found'),
  'unusable-segment': ({ problem }) =>
    invalid(`Invalid \`segment_id\` field. The filter of the segment cannot be used. ${problem}`),
  'unknown-topic': () => notFound('Topic not found'),
  incomplete: ({ field, variant }) =>
    new ApiError(
      422,
      'missing_required_field',
      `${inVariant(variant)}Missing \`${field}\` field. A broadcast needs it before it is sent.`,
    ),
  'unknown-tag': ({ tag, variant }) =>
    invalid(
      `${inVariant(variant)}Unknown merge tag \`${tag}\`. Use ${contactMergeTags.join(', ')}, EMAIL, ${offeredLinks.join(', ')} or \`contact.\` with the key of a contact property.`,
    ),
  'wrong-condition': ({ variant, ...wrong }) => invalid(`${inVariant(variant)}${conditionSeen(wrong)}`),
  'wrong-link': ({ tag, variant }) =>
    invalid(
      `${inVariant(variant)}The fallback of \`${tag}\` is used in a link. It must be an http, https, mailto or tel URL.`,
    ),
  'forbidden-place': ({ tag, where, variant }) =>
    invalid(
      `${inVariant(variant)}The merge tag \`${tag}\` is used in ${where}, where a value could become code. Move it into text or a quoted attribute.`,
    ),
  'same-content': () =>
    invalid(
      'Invalid `subject` field. Subject and content are those of the broadcast that it is sent again of: change the subject or the content.',
    ),
  'links-unreachable': ({ trouble, link, variant }) =>
    invalid(
      link === null
        ? `Links in the email, such as \`List-Unsubscribe\`, would not lead to this server: ${linkProblems[trouble]}. ${linkRemedy}.`
        : `${inVariant(variant)}Invalid \`html\` field. Recipients cannot reach ${link}. Upload the picture again, or link to an address that they reach.`,
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
