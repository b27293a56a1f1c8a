import { z } from 'zod';
import { actorKinds } from '../../../domain/shared/recorded.js';
import { ListConsents, type SaidOnce } from '../../../application/contact/consent-history.js';
import { consentMeans } from '../../../domain/contact/events.js';
import { listOf as list } from '../edge/page.js';
import { restTimestamp } from '../edge/timestamp.js';
import type { Answer } from '../openapi/operation.js';
import { get } from '../openapi/served.js';
import * as shown from '../openapi/shared-examples.js';
import { id, listOf, timestamp } from '../openapi/shared-schemas.js';
import { contactIn, contactParameter, subscriptions } from './contacts.bodies.js';

const actor = z.strictObject({ kind: z.enum(actorKinds), id: z.string() });
const consent = z.strictObject({
  id,
  created_at: timestamp,
  said_at: timestamp
    .nullable()
    .describe(
      'The time when the person made the choice, according to an imported file. Null if no file contains this time.',
    ),
  scope: z.enum(['all', 'topic']).describe('`all`: all marketing of the team. `topic`: the topic in `topic_id`.'),
  topic_id: id.nullable(),
  subscription: z.enum(subscriptions),
  means: consentMeans.describe('The method of the choice.'),
  email_id: id.nullable().describe('The ID of the email whose link the person followed. Null for other methods.'),
  import_id: id.nullable(),
  form_id: id.nullable().describe('The ID of the form with which the person signed up. Null for other methods.'),
  page_version: z
    .string()
    .nullable()
    .describe('The version of the page or form that the person saw. Null for other methods.'),
  actor,
});

function present({
  id,
  at,
  saidAt,
  topicId,
  isSubscribed,
  emailId,
  importId,
  formId,
  ...said
}: SaidOnce): Answer<typeof consent> {
  return {
    id,
    created_at: restTimestamp(at),
    said_at: saidAt === null ? null : restTimestamp(saidAt),
    scope: topicId === null ? 'all' : 'topic',
    topic_id: topicId,
    subscription: isSubscribed ? 'opt_in' : 'opt_out',
    means: said.means,
    email_id: emailId,
    import_id: importId,
    form_id: formId,
    page_version: said.pageVersion,
    actor: said.actor,
  };
}

/** What only the page shows: how a contact came to be subscribed, and to what. */
export const listConsents = get({
  path: '/dashboard-api/contacts/{contact}/consents',
  summary: 'List the subscription choices of a contact, oldest first',
  parameters: [contactParameter],
  errors: { 404: ['not_found'], 422: ['invalid_parameter'] },
  answer: listOf(consent),
  examples: {
    list: {
      summary: 'A contact that an API key subscribed to a topic',
      answer: shown.listOf({
        id: '019a3f5e-7c1a-7d30-9c4b-7a1d0f2a3c77',
        created_at: shown.createdAt,
        said_at: null,
        scope: 'topic',
        topic_id: shown.topicId,
        subscription: 'opt_in',
        means: 'api-key',
        email_id: null,
        import_id: null,
        form_id: null,
        page_version: null,
        actor: { kind: 'api-key', id: '019a3f5e-7c1a-7d30-9c4b-5b1d0f2a3c44' },
      } as const),
    },
  },
  runs: ListConsents,
  input: ({ teamId, path }) => ({ teamId, key: contactIn(path.contact) }),
  present: (consents) => list(consents.map(present), false),
});
