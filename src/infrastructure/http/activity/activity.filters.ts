import type { ActivityFilter } from '../../../application/activity/list-activity.js';
import { activityKinds } from '../../../projections/activity/activity-kinds.js';
import { query } from '../openapi/operation.js';
import { type Filter, filters, oneOfFilter, readText, searchFilter, timeFilter } from '../openapi/filters.js';

const maxCharacters = 64;

function textFilter(name: string, description: string): Filter<string> {
  const schema = { type: 'string', maxLength: maxCharacters };
  return { name, schema, description, read: (value) => readText(value, name, maxCharacters) };
}

const filter = filters({
  search: searchFilter('Words, each the beginning of a name, of an id, or of a word of the type of the event.'),
  by: textFilter('actor', 'Id of the person or of the API key; `cli`: the command line; `system`: the server.'),
  kind: oneOfFilter('kind', activityKinds, 'What kind of thing was changed.'),
  what: textFilter('what', 'What happened: the type of the event (`DomainDeleted`), or its verb (`deleted`).'),
  about: textFilter('resource', 'Id of what was changed.'),
  sinceMs: timeFilter('since', 'Then or later.'),
  untilMs: timeFilter('until', 'Before.'),
});

export const activityParameters = filter.parameters;

export function readActivityFilter(query: Readonly<Record<string, unknown>>): ActivityFilter {
  return filter.read(query);
}

const about = textFilter('resource', 'Id of what was changed.');
export const aboutParameter = { ...query(about.name, about.schema, about.description), required: true };

export function readAbout(query: Readonly<Record<string, unknown>>): string | undefined {
  const given = query[about.name];
  return given === undefined ? undefined : about.read(given, about.name);
}
