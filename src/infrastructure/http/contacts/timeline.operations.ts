import { z } from 'zod';
import {
  type ContactHappening,
  GetContactTimeline,
  timelineKinds,
} from '../../../application/contact/contact-timeline.js';
import { consentMeans } from '../../../domain/contact/events.js';
import { lastEvents } from '../../../projections/emails/emails.document.js';
import { filters, oneOfFilter, uuidFilter } from '../openapi/filters.js';
import type { Answer } from '../openapi/operation.js';
import { get } from '../openapi/served.js';
import * as shown from '../openapi/shared-examples.js';
import { id, isoTime, listOf } from '../openapi/shared-schemas.js';
import { contactIn, contactParameter } from './contacts.bodies.js';

const happening = z.strictObject({
  id,
  created_at: isoTime,
  kind: z.enum(timelineKinds),
  type: z.string().describe('The type of the event in the log, such as `ContactCreated`.'),
  email: z
    .strictObject({ id, subject: z.string(), last_event: z.enum(lastEvents), broadcast_id: id.nullable() })
    .nullable()
    .describe('The email that was sent, opened, or clicked. Null for other kinds.'),
  url: z.string().nullable().describe('The URL of the clicked link. Null for other kinds.'),
  topic_id: id.nullable(),
  means: consentMeans.nullable().describe('The method of a subscription choice. Null for other events.'),
  import_id: id.nullable(),
  form_id: id.nullable(),
  segment_id: id.nullable(),
});

function present({ id, at, kind, type, email, url, said, segmentId }: ContactHappening): Answer<typeof happening> {
  return {
    ...{ id, created_at: at, kind, type, url, segment_id: segmentId },
    email: email && {
      ...{ id: email.id, subject: email.subject, last_event: email.lastEvent },
      broadcast_id: email.broadcast?.id ?? null,
    },
    ...{ topic_id: said?.topicId ?? null, means: said?.means ?? null },
    ...{ import_id: said?.importId ?? null, form_id: said?.formId ?? null },
  };
}

const filter = filters({
  kind: oneOfFilter('kind', timelineKinds, 'Only events of this kind.'),
  after: uuidFilter('after', 'The value of `next` in the previous page.'),
});

/** What only the page shows: all that happened to a contact. */
export const getTimeline = get({
  path: '/dashboard-api/contacts/{contact}/timeline',
  summary: 'List the events of a contact, newest first',
  description:
    'The events are the emails sent to the contact’s address, the first open of each email and the first click of each link by a person, subscription choices, and changes. A page contains up to 20 emails: to get the next page, send `next` as `after`.',
  parameters: [contactParameter, ...filter.parameters],
  errors: { 404: ['not_found'], 422: ['invalid_parameter', 'validation_error'] },
  answer: listOf(happening).extend({ next: id.nullable() }),
  examples: {
    list: {
      summary: 'A created contact',
      answer: {
        ...shown.listOf({
          ...{
            id: '019a3f5e-7c1a-7d30-9c4b-7a1d0f2a3c78',
            created_at: '2026-01-02T03:04:05.678Z',
            kind: 'joined' as const,
          },
          ...{ type: 'ContactCreated', email: null, url: null, topic_id: null, means: null },
          ...{ import_id: null, form_id: null, segment_id: null },
        }),
        next: null,
      },
    },
  },
  runs: GetContactTimeline,
  input: ({ teamId, path, query }) => ({ teamId, key: contactIn(path.contact), ...filter.read(query) }),
  isLongRead: () => true,
  present: ({ happenings, next }) => ({
    ...{ object: 'list' as const, has_more: next !== null },
    data: happenings.map(present),
    next,
  }),
});
