import type { ActivityFilter, GetLastChange } from '../../../application/activity/list-activity.js';
import { activityKinds } from '../../../projections/activity/activity-kinds.js';
import { query } from '../openapi/operation.js';
import { type Filter, filters, oneOfFilter, readText, searchFilter, timeFilter } from '../openapi/filters.js';

const maxCharacters = 64;

function textFilter(name: string, description: string): Filter<string> {
  const schema = { type: 'string', maxLength: maxCharacters };
  return { name, schema, description, read: (value) => readText(value, name, maxCharacters) };
}

const what = textFilter('what', 'What happened: the type of the event (`DomainDeleted`), or its verb (`deleted`).');
const filter = filters({
  search: searchFilter('Words, each the beginning of a name, of an id, or of a word of the type of the event.'),
  by: textFilter('actor', 'Id of the person or of the API key; `cli`: the command line; `system`: the server.'),
  kind: oneOfFilter('kind', activityKinds, 'What kind of thing was changed.'),
  what,
  about: textFilter('resource', 'Id of what was changed, or of what the change names.'),
  sinceMs: timeFilter('since', 'Then or later.'),
  untilMs: timeFilter('until', 'Before.'),
});

export const activityParameters = filter.parameters;

export function readActivityFilter(query: Readonly<Record<string, unknown>>): ActivityFilter {
  return filter.read(query);
}

const changed = textFilter('resource', 'Id of what was changed. A change that only names it does not count.');
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
