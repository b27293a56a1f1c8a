import { z } from 'zod';
import { CountMembers } from '../../../application/contact/count-members.js';
import { DeleteSegment } from '../../../application/in-use/delete-unused.js';
import { ChangeSegment, CreateSegment, GetSegment, ListSegments } from '../../../application/segment/segments.js';
import type { SegmentFilter } from '../../../domain/segment/filter.js';
import type { SegmentDocument } from '../../../projections/segments/segments.projection.js';
import { invalid } from '../edge/errors/api-error.js';
import { described, Field, required } from '../edge/field.js';
import { inList, listOf as inEnvelope, readPage } from '../edge/page.js';
import { text } from '../edge/rules.js';
import { restTimestamp } from '../edge/timestamp.js';
import { httpPart } from '../http-part.js';
import { deletionErrors, deletionRefusals, replacement, usedElsewhere } from '../in-use/in-use.js';
import { allOrPage, type Answer, id as idParameter } from '../openapi/operation.js';
import { filters, idsFilter } from '../openapi/filters.js';
import { segmentFilter } from '../openapi/segment-filter.js';
import { get, patch, post, remove } from '../openapi/served.js';
import { createdAt, listOf as examplesOf, segmentId } from '../openapi/shared-examples.js';
import { id, listOf, loggedText, timestamp } from '../openapi/shared-schemas.js';

const name = described(text(255), 'The name of the segment, which only the team sees.');

class CreateSegmentBody {
  @Field(name, required) name!: string;
  @Field(segmentFilter) filter: SegmentFilter | undefined;
}
class ChangeSegmentBody {
  @Field(name) name: string | undefined;
  @Field(segmentFilter) filter: SegmentFilter | undefined;
}
/** What older clients call a segment. */
class CreateAudienceBody {
  @Field(name, required) name!: string;
}

const members = { id, name: loggedText, created_at: timestamp };
/** As the older name answers them. */
const audienceRow = z.strictObject(members);
const segmentMembers = {
  ...members,
  filtered: z
    .boolean()
    .describe(
      'True if the segment has a filter, so that you cannot add contacts to it. Posthorn only: other servers of this API do not have it.',
    ),
};
const row = z.strictObject(segmentMembers);
const filterAnswer = z
  .record(z.string(), z.unknown())
  .nullable()
  .describe(
    'The filter. Null if the segment has no filter, or if the filter contained the address of a person who was erased.',
  );

const named = <Name extends string>(object: Name) =>
  z.strictObject({ object: z.literal(object), id, name: loggedText });
const gone = <Name extends string>(object: Name) =>
  z.strictObject({ object: z.literal(object), id, deleted: z.literal(true) });

function presentAudience({ id, name, createdAt }: SegmentDocument): Answer<typeof audienceRow> {
  return { id, name, created_at: restTimestamp(createdAt) };
}

function present(segment: SegmentDocument): Answer<typeof row> {
  return { ...presentAudience(segment), filtered: segment.isFiltered };
}

const shownAudience = { id: segmentId, name: 'Customers', created_at: createdAt };
const shown = { ...shownAudience, filtered: false };
const made = { object: 'segment', id: segmentId, name: shown.name } as const;
const changedSegment = { object: 'segment', id: segmentId } as const;
const tree = {
  type: 'and',
  rules: [
    { type: 'rule', field: 'unsubscribed', operator: 'eq', value: false },
    { type: 'not', rule: { type: 'rule', field: 'email', operator: 'ends_with', value: '@example.com' } },
  ],
} as const;

const createSegment = post({
  path: '/segments',
  summary: 'Create a segment',
  body: CreateSegmentBody,
  status: 201,
  answer: named('segment'),
  examples: {
    created: { summary: 'A segment without a filter', request: { name: shown.name }, answer: made },
    filtered: {
      summary: 'A segment with a filter',
      request: { name: 'Customers elsewhere', filter: tree },
      answer: { object: 'segment', id: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3c89', name: 'Customers elsewhere' },
    },
  },
  runs: CreateSegment,
  input: ({ context, body: { name, filter = null } }) => ({ context, name, filter }),
  present: ({ id }, { body }) => ({ object: 'segment' as const, id, name: body.name }),
});
const listSegments = get({
  path: '/segments',
  isPageRead: true,
  summary: 'List segments, newest first',
  parameters: allOrPage,
  answer: listOf(row),
  examples: { list: { summary: 'A list with one segment', answer: examplesOf(shown) } },
  runs: ListSegments,
  input: ({ teamId, query }) => ({ teamId, page: readPage(query) }),
  present: inList(present),
});
const getSegment = get({
  path: '/segments/{id}',
  isPageRead: true,
  summary: 'Get a segment',
  answer: z.strictObject({ object: z.literal('segment'), ...segmentMembers, filter: filterAnswer }),
  examples: { one: { summary: 'A segment without a filter', answer: { object: 'segment', ...shown, filter: null } } },
  runs: GetSegment,
  input: ({ teamId, path }) => ({ teamId, segmentId: path.id }),
  present: (segment) => ({
    object: 'segment' as const,
    ...present(segment),
    filter: segment.filter === null ? null : { ...segment.filter },
  }),
});
const changeSegment = patch({
  path: '/segments/{id}',
  summary: 'Change a segment',
  description: 'Fields that you omit do not change. You cannot add a filter to a segment that was created without one.',
  body: ChangeSegmentBody,
  answer: z.strictObject({ object: z.literal('segment'), id }),
  examples: { renamed: { summary: 'A new name', request: { name: 'All customers' }, answer: changedSegment } },
  runs: ChangeSegment,
  input: ({ context, path, body: { name, filter } }) => ({ context, segmentId: path.id, name, filter }),
  present: ({ id }) => ({ object: 'segment' as const, id }),
});
const deleteSegment = remove({
  path: '/segments/{id}',
  summary: 'Delete a segment',
  description: `The contacts in the segment are not deleted. If no segment has this ID, the response is the same. ${usedElsewhere}`,
  parameters: [idParameter, ...replacement.parameters],
  errors: deletionErrors,
  answer: gone('segment'),
  examples: { deleted: { summary: 'A deleted segment', answer: { ...changedSegment, deleted: true } } },
  runs: DeleteSegment,
  input: ({ context, path, query }) => ({ context, id: path.id, replaceWith: replacement.read(query).replaceWith }),
  present: ({ id }) => ({ object: 'segment', id, deleted: true }) as const,
});

const ids = filters({ ids: idsFilter('The IDs of up to 100 segments, separated by commas.') });
const countMembers = get({
  path: '/dashboard-api/segments/members',
  summary: 'Count the contacts of segments',
  description:
    'The counts are at most a few seconds old. The response omits IDs of segments that do not exist. If `has_more` is true, some segments are missing because of a time limit: request the missing ones again.',
  parameters: ids.parameters,
  answer: listOf(
    z.strictObject({
      id,
      members: z.int().min(0),
      exact: z
        .boolean()
        .describe(
          'False if the number is an estimate from a sample of contacts, as in `POST /dashboard-api/segments/count`.',
        ),
    }),
  ),
  examples: {
    counts: {
      summary: 'A segment with 120 contacts',
      answer: examplesOf({ id: segmentId, members: 120, exact: true }),
    },
  },
  runs: CountMembers,
  input: ({ teamId, query }) => ({ teamId, ids: ids.read(query).ids ?? [] }),
  isLongRead: () => true,
  present: ({ figures, hasMore }) =>
    inEnvelope(
      [...figures].map(([id, { members, isExact }]) => ({ id, members, exact: isExact })),
      hasMore,
    ),
});

const older = { deprecated: true } as const;
const audience = { ...made, object: 'audience' } as const;
const createAudience = post({
  path: '/audiences',
  ...older,
  summary: 'Create a segment (older name)',
  body: CreateAudienceBody,
  status: 201,
  answer: named('audience'),
  examples: { created: { summary: 'A segment without a filter', request: { name: shown.name }, answer: audience } },
  runs: CreateSegment,
  input: ({ context, body: { name } }) => ({ context, name, filter: null }),
  present: ({ id }, { body }) => ({ object: 'audience' as const, id, name: body.name }),
});
const listAudiences = get({
  path: '/audiences',
  ...older,
  summary: 'List segments (older name)',
  parameters: allOrPage,
  answer: listOf(audienceRow),
  examples: { list: { summary: 'A list with one segment', answer: examplesOf(shownAudience) } },
  runs: ListSegments,
  input: ({ teamId, query }) => ({ teamId, page: readPage(query) }),
  present: inList(presentAudience),
});
const getAudience = get({
  path: '/audiences/{id}',
  ...older,
  summary: 'Get a segment (older name)',
  answer: z.strictObject({ object: z.literal('audience'), ...members }),
  examples: { one: { summary: 'A segment', answer: { object: 'audience', ...shownAudience } } },
  runs: GetSegment,
  input: ({ teamId, path }) => ({ teamId, segmentId: path.id }),
  present: (segment) => ({ object: 'audience' as const, ...presentAudience(segment) }),
});
const deleteAudience = remove({
  path: '/audiences/{id}',
  ...older,
  summary: 'Delete a segment (older name)',
  answer: gone('audience'),
  parameters: [idParameter, ...replacement.parameters],
  errors: deletionErrors,
  examples: {
    deleted: { summary: 'A deleted segment', answer: { object: 'audience', id: segmentId, deleted: true } },
  },
  runs: DeleteSegment,
  input: ({ context, path, query }) => ({ context, id: path.id, replaceWith: replacement.read(query).replaceWith }),
  present: ({ id }) => ({ object: 'audience', id, deleted: true }) as const,
});

export const segmentsHttp = httpPart({
  tag: { name: 'Segments', description: 'Groups of contacts that you add individually or that match a filter.' },
  noun: 'Segment',
  operations: [
    createSegment,
    listSegments,
    getSegment,
    changeSegment,
    deleteSegment,
    countMembers,
    createAudience,
    listAudiences,
    getAudience,
    deleteAudience,
  ],
  refusals: {
    'too-many': ({ most }) => invalid(`A team has at most ${most} segments. Delete one first.`),
    'no-filter': () =>
      invalid('Invalid `filter` field. Contacts are added to this segment: create another one for a filter.'),
    ...deletionRefusals,
  },
});
