import { query } from '../access/use-case.js';
import type { PersonContext } from '../people/people-services.js';
import type { CsvCell, CsvWriter } from '../ports/csv.js';
import type { ActivityView } from './activity-view.js';
import { type ActivityFilter, type ActivityServices, listActivity } from './list-activity.js';

/** GET /dashboard-api/activity/file */
export interface GetActivityFile {
  readonly by: PersonContext;
  readonly filter: ActivityFilter;
}

/** CSV, a page of lines at a time. */
export const GetActivityFile = query({
  name: 'GetActivityFile',
  need: 'person admin',
  run: async (services: ActivityServices & { readonly csv: CsvWriter }, asked: GetActivityFile) =>
    linesOf(services, asked),
});

/** Lines of one file: a longer time is asked for in parts. */
const mostRows = 10_000;
const rowsOfPage = 100;

const columns = [
  'time',
  'actor_kind',
  'actor_id',
  'actor',
  'ip',
  'type',
  'what',
  'count',
  'resource_kind',
  'resource_id',
  'resource',
];

async function* linesOf(
  services: ActivityServices & { readonly csv: CsvWriter },
  { by, filter }: GetActivityFile,
): AsyncGenerator<string> {
  yield services.csv.lines([columns]);
  let after: string | undefined;
  for (let rows = 0; rows < mostRows; rows += rowsOfPage) {
    const page = { limit: rowsOfPage, ...(after === undefined ? {} : { after }) };
    const found = await listActivity(services, { by, page, filter });
    if (found.documents.length > 0) yield services.csv.lines(found.documents.map(cellsOf));
    after = found.walkedTo?.id ?? found.documents.at(-1)?.id;
    if (!found.hasMore || after === undefined) return;
  }
}

function cellsOf({ at, actor, address, type, summary, count, resource }: ActivityView): readonly CsvCell[] {
  const { kind, id, name } = resource;
  return [at, actor.kind, actor.id, actor.name, address, type, summary, count, kind, id, name];
}
