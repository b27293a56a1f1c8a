import { z } from 'zod';
import { GetActivityFile } from '../../../application/activity/activity-file.js';
import type { ActivityView } from '../../../application/activity/activity-view.js';
import { GetLastChange, ListActivity } from '../../../application/activity/list-activity.js';
import { actorKinds } from '../../../domain/shared/recorded.js';
import { activityKinds } from '../../../projections/activity/activity-kinds.js';
import { invalid } from '../edge/errors/api-error.js';
import { inSearchedList } from '../edge/page.js';
import { httpPart } from '../http-part.js';
import { type Answer, countedPage, listErrors } from '../openapi/operation.js';
import { get } from '../openapi/served.js';
import { listOf } from '../openapi/shared-examples.js';
import { id, isoTime, searchedListOf } from '../openapi/shared-schemas.js';
import { ActivityFileController } from './activity-file.controller.js';
import { activityParameters, lastChangeParameters, readActivityFilter, readLastChange } from './activity.filters.js';

const members = {
  id,
  type: z.string().describe('Type of the event: `DomainDeleted`.'),
  also: z.array(z.string()).describe('Types of what else the same request changed.'),
  created_at: isoTime,
  actor: z.strictObject({
    kind: z.enum(actorKinds).describe('`system`: the server.'),
    id: z.string(),
    name: z.string().nullable().describe('Null: it has none, or was erased.'),
  }),
  summary: z.string().describe('What happened, in words. Does not name the actor.'),
  count: z.int().min(1).describe('So many alike in one request.'),
  resource: z.strictObject({
    kind: z.enum(activityKinds),
    id: z.string(),
    name: z.string().nullable().describe('Null: it has none, or was erased.'),
  }),
};
const row = z.strictObject({ ...members, address: z.string().nullable().describe('From where, where that is known.') });
export const activityList = searchedListOf(row);
export const lastChange = z.strictObject({
  object: z.literal('last_change'),
  change: z.strictObject(members).nullable().describe('Null: no one has changed it since it was made by the server.'),
});

function present({ at, address, ...shown }: ActivityView): Answer<typeof row> {
  return { ...presentOne({ at, ...shown }), address };
}

function presentOne({ id, type, also, at, actor, summary, count, resource }: Omit<ActivityView, 'address'>) {
  return { id, type, also, created_at: at, actor, summary, count, resource };
}

const domainId = '019a3f5e-7c1a-7d30-9c4b-2f6f0a5c8e22';
const shown = {
  id: '019a3f5e-7c1a-7d30-9c4b-2f6f0a5c8e77',
  type: 'DomainCreated',
  also: [],
  created_at: '2026-01-02T03:04:05.678Z',
  actor: { kind: 'user', id: '019a3f5e-7c1a-7d30-9c4b-9a7a0a5c8e99', name: 'Ada' },
  summary: 'Domain example.com created (team, us-east-1)',
  count: 1,
  resource: { kind: 'domain', id: domainId, name: 'example.com' },
} as const;
const refusedHere = { 403: ['invalid_access', 'security_error'] } as const;

const listActivity = get({
  path: '/dashboard-api/activity',
  summary: 'What people, API keys and the command line changed, newest first',
  description:
    'One entry for each request. What happened to a person is in it for as long as the person was in the team; the team that speaks for the server also reads what was changed of the server.',
  access: 'person',
  parameters: [...countedPage, ...activityParameters],
  answer: activityList,
  examples: { list: { summary: 'A domain was added', answer: listOf({ ...shown, address: '192.0.2.1' }) } },
  errors: { ...refusedHere, 422: ['validation_error'] },
  runs: ListActivity,
  input: ({ person, page, query }) => ({ by: person, page, filter: readActivityFilter(query) }),
  isLongRead: () => true,
  present: inSearchedList(present),
});

const getLastChange = get({
  path: '/dashboard-api/activity/last',
  summary: 'Who last changed a resource, and how',
  access: 'person',
  parameters: lastChangeParameters,
  answer: lastChange,
  examples: { last: { summary: 'No one has changed it', answer: { object: 'last_change', change: null } } },
  errors: { ...refusedHere, ...listErrors },
  runs: GetLastChange,
  input: ({ teamId, query }) => ({ teamId, ...readLastChange(query) }),
  present: ({ change }) => ({ object: 'last_change' as const, change: change && presentOne(change) }),
});

export const activityHttp = httpPart({
  noun: 'Change',
  operations: [listActivity, getLastChange],
  controllers: [ActivityFileController],
  useCases: [GetActivityFile],
  refusals: { 'nothing-named': () => invalid('Give the `resource` parameter: the id of what was changed.') },
});
