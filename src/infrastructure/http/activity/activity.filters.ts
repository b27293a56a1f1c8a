import type { ActivityFilter, GetLastChange } from '../../../application/activity/list-activity.js';
import { activityKinds } from '../../../projections/activity/activity-kinds.js';
import { query } from '../openapi/operation.js';
import { type Filter, filters, oneOfFilter, readText, searchFilter, timeFilter } from '../openapi/filters.js';

const maxCharacters = 64;

function textFilter(name: string, description: string): Filter<string> {
  const schema = { type: 'string', maxLength: maxCharacters };
  return { name, schema, description, read: (value) => readText(value, name, maxCharacters) };
}

const what = textFilter('what', 'The type of the event (`DomainDeleted`) or its verb (`deleted`).');
const filter = filters({
  search: searchFilter(
    'Words to search for. Each is the beginning of a name, of an ID, or of a word in the event type.',
  ),
  by: textFilter('actor', 'The ID of the user or API key, `cli` for the command line, or `system` for the server.'),
  kind: oneOfFilter('kind', activityKinds, 'The kind of the changed resource.'),
  what,
  about: textFilter('resource', 'The ID of the changed resource, or of a resource that the change mentions.'),
  sinceMs: timeFilter('since', 'Only changes at this time or later.'),
  untilMs: timeFilter('until', 'Only changes before this time.'),
});

export const activityParameters = filter.parameters;

export function readActivityFilter(query: Readonly<Record<string, unknown>>): ActivityFilter {
  return filter.read(query);
}

const changed = textFilter(
  'resource',
  'The ID of the changed resource. Changes that only mention the resource do not count.',
);
export const lastChangeParameters = [
  { ...query(changed.name, changed.schema, changed.description), required: true },
  query(what.name, what.schema, what.description),
];

export function readLastChange(asked: Readonly<Record<string, unknown>>): Pick<GetLastChange, 'of' | 'what'> {
  const read = (filter: Filter<string>): string | undefined => {
    const given = asked[filter.name];
    return given === undefined ? undefined : filter.read(given, filter.name);
  };
  const of = read(changed);
  const type = read(what);
  return { of, ...(type === undefined ? {} : { what: type }) };
}
