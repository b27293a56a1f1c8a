import { z } from 'zod';
import { ListClickedLinks } from '../../../application/broadcast/clicked-links.js';
import { ListRecipients, type RecipientType } from '../../../application/broadcast/recipients.js';
import type { MemberResult } from '../../../projections/broadcast-results/broadcast-results.document.js';
import { erasedText } from '../../../domain/shared/personal.js';
import { invalid } from '../edge/errors/api-error.js';
import { listOf, opaqueCursor, readOpaquePage } from '../edge/page.js';
import { type Filter, filters, oneOfFilter, readText } from '../openapi/filters.js';
import { id as idParameter, opaquePage } from '../openapi/operation.js';
import { get } from '../openapi/served.js';
import * as shown from '../openapi/shared-examples.js';
import { id, listOf as listSchema } from '../openapi/shared-schemas.js';

const types = [
  ...(['sent', 'delivered', 'opened', 'clicked'] as const),
  ...(['bounced', 'complained', 'unsubscribed', 'suppressed'] as const),
] satisfies readonly RecipientType[];
const bounceTypes = ['permanent', 'transient', 'undetermined'] as const;
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
  count: clicks.optional().describe('How often. Only with `opened` and `clicked`; machines are not counted.'),
  bounce_type: z.enum(bounceTypes).optional().describe('Only with `bounced`.'),
  clicked_links: z
    .array(z.strictObject({ url: z.string(), clicks }))
    .optional()
    .describe('Only with `clicked`.'),
});

const maxAddressCharacters = 320;
const email: Filter<string> = {
  name: 'email',
  schema: { type: 'string', maxLength: maxAddressCharacters },
  description: 'Only addresses that begin so.',
  read: (value, name) => readText(value, name, maxAddressCharacters),
};
const type = oneOfFilter('type', types, 'Who is listed. Opened and clicked: by people.');
const filter = filters({
  address: email,
  bounceType: oneOfFilter('bounce_type', bounceTypes, 'Only with `type=bounced`.'),
});
const [typeParameter] = filters({ type }).parameters;

export const listRecipients = get({
  path: '/broadcasts/{id}/recipients',
  isPageRead: true,
  summary: 'List the recipients of a broadcast by what happened',
  parameters: [idParameter, { ...typeParameter, required: true }, ...filter.parameters, ...opaquePage],
  errors: { 404: ['not_found'], 422: ['validation_error'] },
  answer: listSchema(row),
  examples: {
    clicked: {
      summary: 'Who clicked',
      answer: shown.listOf({
        ...{ id: opaqueCursor(shown.emailId), contact_id: shown.contactId, email: 'ann@example.com', count: 2 },
        clicked_links: [{ url: 'https://example.com/news', clicks: 2 }],
      }),
    },
  },
  runs: ListRecipients,
  input: ({ teamId, path, query }) => {
    const asked = { type: type.read(query['type'], type.name), ...filter.read(query) };
    if (asked.bounceType !== undefined && asked.type !== 'bounced') {
      throw invalid('The `bounce_type` parameter is only for `type=bounced`.');
    }
    return { teamId, broadcastId: path.id, page: readOpaquePage(query), ...asked };
  },
  isLongRead: () => true,
  present: ({ rows, hasMore }, _asked, { type: listed }) =>
    listOf(
      rows.map((member) => presentRow(member, listed)),
      hasMore,
    ),
});

function presentRow(member: MemberResult, listed: RecipientType) {
  const { id: emailId, contactId, address, opens, clicks: followed, links, result } = member;
  const bounceType = bounceTypeOf[result ?? ''];
  const clicked = links.flatMap(({ url, people }) =>
    people === 0 ? [] : [{ url: url ?? erasedText, clicks: people }],
  );
  return {
    ...{ id: opaqueCursor(emailId), contact_id: contactId, email: address ?? erasedText },
    ...(listed === 'opened' ? { count: opens.people } : {}),
    ...(listed === 'clicked' ? { count: followed.people, clicked_links: clicked } : {}),
    ...(listed === 'bounced' && bounceType !== undefined ? { bounce_type: bounceType } : {}),
  };
}

export const clickedLink = z.strictObject({
  id: cursor,
  url: z.string(),
  clicks,
  unique_clicks: clicks.describe('People who clicked it.'),
});

export const listClickedLinks = get({
  path: '/broadcasts/{id}/clicked-links',
  isPageRead: true,
  summary: 'List the links of a broadcast that people clicked, most clicks first',
  parameters: [idParameter, ...opaquePage],
  errors: { 404: ['not_found'], 422: ['validation_error'] },
  answer: listSchema(clickedLink),
  examples: {
    links: {
      summary: 'One link',
      answer: shown.listOf({
        ...{ id: opaqueCursor('https://example.com/news'), url: 'https://example.com/news' },
        ...{ clicks: 3, unique_clicks: 2 },
      }),
    },
  },
  runs: ListClickedLinks,
  input: ({ teamId, path, query }) => ({ teamId, broadcastId: path.id, page: readOpaquePage(query) }),
  isLongRead: () => true,
  present: ({ rows, hasMore }) =>
    listOf(
      rows.map(({ url, clicks: all, uniqueClicks }) => ({
        ...{ id: opaqueCursor(url), url, clicks: all, unique_clicks: uniqueClicks },
      })),
      hasMore,
    ),
});
