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
  type: z.string().describe('The type of the event, such as `DomainDeleted`.'),
  also: z.array(z.string()).describe('The types of other events that the same request caused.'),
  created_at: isoTime,
  actor: z.strictObject({
    kind: z.enum(actorKinds).describe('The kind of the actor. `system` is the server.'),
    id: z.string(),
    name: z.string().nullable().describe('The name. Null if there is no name or if the name was erased.'),
  }),
  summary: z.string().describe('A description of the change, without the actor.'),
  count: z.int().min(1).describe('The number of similar changes in the same request.'),
  resource: z.strictObject({
    kind: z.enum(activityKinds),
    id: z.string(),
    name: z.string().nullable().describe('The name. Null if there is no name or if the name was erased.'),
  }),
};
const row = z.strictObject({
  ...members,
  address: z.string().nullable().describe('The IP address of the request. Null if it is unknown.'),
});
export const activityList = searchedListOf(row);
export const lastChange = z.strictObject({
  object: z.literal('last_change'),
  change: z
    .strictObject(members)
    .nullable()
    .describe('The last change. Null if no one has changed the resource since the server created it.'),
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
  summary: 'List changes by users, API keys, and the command line, newest first',
  description:
    'Returns one entry per request. Changes to a user are included for the time when the user was in the team. The first team also sees changes to the server.',
  access: 'person',
  parameters: [...countedPage, ...activityParameters],
  answer: activityList,
  examples: { list: { summary: 'A created domain', answer: listOf({ ...shown, address: '192.0.2.1' }) } },
  errors: { ...refusedHere, 422: ['validation_error'] },
  runs: ListActivity,
  input: ({ person, page, query }) => ({ by: person, page, filter: readActivityFilter(query) }),
  isLongRead: () => true,
  present: inSearchedList(present),
});

const getLastChange = get({
  path: '/dashboard-api/activity/last',
  summary: 'Get the last change of a resource',
  access: 'person',
  parameters: lastChangeParameters,
  answer: lastChange,
  examples: { last: { summary: 'A resource without changes', answer: { object: 'last_change', change: null } } },
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
