import { linksIn } from '../../html/read-links.js';
import { z } from 'zod';
import { ListClickedLinks } from '../../../application/broadcast/clicked-links.js';
import { ListRecipients, type RecipientType } from '../../../application/broadcast/recipients.js';
import type { MemberResult } from '../../../projections/broadcast-results/broadcast-results.document.js';
import { erasedText } from '../../../domain/shared/personal.js';
import { listOf, opaqueCursor, readOpaquePage } from '../edge/page.js';
import { filters } from '../openapi/filters.js';
import { id as idParameter, opaquePage } from '../openapi/operation.js';
import { get } from '../openapi/served.js';
import * as shown from '../openapi/shared-examples.js';
import { id, listOf as listSchema } from '../openapi/shared-schemas.js';
import { bounceTypes, narrowing, refuseBounceType, typeFilter } from './recipient-filter.js';

const bounceTypeOf: Readonly<Record<string, (typeof bounceTypes)[number]>> = {
  bounced_permanent: 'permanent',
  bounced_transient: 'transient',
  bounced_undetermined: 'undetermined',
};

const cursor = z.string().describe('An opaque cursor, for pagination only.');
const clicks = z.int().min(0);
const row = z.strictObject({
  id: cursor,
  contact_id: id.nullable(),
  email: z.string().meta({ 'x-logged': 'domains' }),
  email_id: id.describe(
    'The ID of the email to this recipient. Posthorn only: other servers of this API do not have it.',
  ),
  variant: z
    .enum(['a', 'b'])
    .optional()
    .describe(
      'The variant of the A/B test that the recipient got. Absent if there is no test. Posthorn only: other servers of this API do not have it.',
    ),
  count: clicks
    .optional()
    .describe('The number of opens or clicks by people, without machines. Only with `type=opened` and `type=clicked`.'),
  bounce_type: z.enum(bounceTypes).optional().describe('The type of the bounce. Only with `type=bounced`.'),
  clicked_links: z
    .array(z.strictObject({ url: z.string(), clicks }))
    .optional()
    .describe('The links that the recipient clicked, each with the number of clicks. Only with `type=clicked`.'),
});

const filter = filters(narrowing);
const [typeParameter] = filters({ type: typeFilter }).parameters;

export const listRecipients = get({
  path: '/broadcasts/{id}/recipients',
  isPageRead: true,
  summary: 'List the recipients of a broadcast by result',
  parameters: [idParameter, { ...typeParameter, required: true }, ...filter.parameters, ...opaquePage],
  errors: { 404: ['not_found'], 422: ['validation_error'] },
  answer: listSchema(row),
  examples: {
    clicked: {
      summary: 'A recipient who clicked a link',
      answer: shown.listOf({
        ...{
          id: opaqueCursor(shown.emailId),
          contact_id: shown.contactId,
          email: 'ann@example.com',
          email_id: shown.emailId,
          count: 2,
        },
        clicked_links: [{ url: 'https://example.com/news', clicks: 2 }],
      }),
    },
  },
  runs: ListRecipients,
  input: ({ teamId, path, query }) => {
    const asked = { type: typeFilter.read(query['type'], typeFilter.name), ...filter.read(query) };
    refuseBounceType(asked.type, asked.bounceType);
    return { teamId, broadcastId: path.id, page: readOpaquePage(query), linksIn, ...asked };
  },
  isLongRead: () => true,
  present: ({ rows, hasMore }, _asked, { type: listed }) =>
    listOf(
      rows.map((member) => presentRow(member, listed)),
      hasMore,
    ),
});

function presentRow(member: MemberResult, listed: RecipientType) {
  const { id: emailId, contactId, address, variant, opens, clicks: followed, links, result } = member;
  const bounceType = bounceTypeOf[result ?? ''];
  const clicked = links.flatMap(({ url, people }) =>
    people === 0 ? [] : [{ url: url ?? erasedText, clicks: people }],
  );
  return {
    ...{ id: opaqueCursor(emailId), contact_id: contactId, email: address ?? erasedText, email_id: emailId },
    ...(variant === undefined ? {} : { variant }),
    ...(listed === 'opened' ? { count: opens.people } : {}),
    ...(listed === 'clicked' ? { count: followed.people, clicked_links: clicked } : {}),
    ...(listed === 'bounced' && bounceType !== undefined ? { bounce_type: bounceType } : {}),
  };
}

const clickedLink = z.strictObject({
  id: cursor,
  url: z.string().describe('The URL as it is in the content of the broadcast, with its merge tags.'),
  clicks,
  unique_clicks: clicks.describe('The number of people who clicked the link.'),
});

export const listClickedLinks = get({
  path: '/broadcasts/{id}/clicked-links',
  isPageRead: true,
  summary: 'List the clicked links of a broadcast, most clicks first',
  parameters: [idParameter, ...opaquePage],
  errors: { 404: ['not_found'], 422: ['validation_error'] },
  answer: listSchema(clickedLink),
  examples: {
    links: {
      summary: 'A link with three clicks',
      answer: shown.listOf({
        ...{ id: opaqueCursor('https://example.com/news'), url: 'https://example.com/news' },
        ...{ clicks: 3, unique_clicks: 2 },
      }),
    },
  },
  runs: ListClickedLinks,
  input: ({ teamId, path, query }) => ({ teamId, broadcastId: path.id, linksIn, page: readOpaquePage(query) }),
  isLongRead: () => true,
  present: ({ rows, hasMore }) =>
    listOf(
      rows.map(({ url, clicks: all, uniqueClicks }) => ({
        ...{ id: opaqueCursor(url), url, clicks: all, unique_clicks: uniqueClicks },
      })),
      hasMore,
    ),
});
