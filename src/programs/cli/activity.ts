import { type ActivityFilter, activityOf } from '../../application/activity/list-activity.js';
import type { ActivityView } from '../../application/activity/activity-view.js';
import type { Config } from '../../infrastructure/config/config.js';
import { expectedInstant, parseInstant, parseWholeNumber } from '../../infrastructure/config/fields/parse.js';
import { type ActivityKind, activityKinds } from '../../projections/activity/activity-kinds.js';
import { resources } from '../resources/resources.js';
import { withExisting } from './shared/installation.js';
import { Misused, type Outcome } from './shared/outcome.js';
import { withReadModels } from './read-models.js';
import { tableOf } from './shared/table.js';
import { requireTeam } from './shared/team-of.js';
import { peopleOf } from './users.js';

export interface ActivityOptions {
  readonly team?: string;
  readonly search?: string;
  readonly actor?: string;
  readonly kind?: string;
  readonly what?: string;
  readonly resource?: string;
  readonly since?: string;
  readonly until?: string;
  readonly limit: string;
}

const most = 1_000;

/** `activity`: what people, API keys and commands changed in a team, newest first, as the dashboard lists it. */
export async function listTeamActivity(config: Config, options: ActivityOptions): Promise<Outcome> {
  const limit = parseWholeNumber(options.limit, 1, most);
  if (limit === undefined) throw new Misused(`--limit takes a whole number from 1 to ${most}.`);
  const filter = filterOf(options);
  return withExisting(config, (opened) =>
    withReadModels(config, opened, async (readStore) => {
      const { firstTeamId } = opened.installation;
      const teamId = options.team?.toLowerCase() ?? firstTeamId;
      await requireTeam(opened.ports, teamId);
      const services = { people: await peopleOf(opened, readStore), resources, firstTeamId };
      const { documents, hasMore } = await activityOf(services, { teamId, page: { limit }, filter });
      const text = documents.length === 0 ? 'Nothing was changed.' : tableOf(headings, documents.map(cells));
      return { result: { activity: documents, hasMore }, text };
    }),
  );
}

function filterOf({ search, actor, kind, what, resource, since, until }: ActivityOptions): ActivityFilter {
  return {
    ...(search === undefined ? {} : { search }),
    ...(actor === undefined ? {} : { by: actor }),
    ...(kind === undefined ? {} : { kind: kindOf(kind) }),
    ...(what === undefined ? {} : { what }),
    ...(resource === undefined ? {} : { about: resource.toLowerCase() }),
    ...(since === undefined ? {} : { sinceMs: instantOf('--since', since) }),
    ...(until === undefined ? {} : { untilMs: instantOf('--until', until) }),
  };
}

function kindOf(text: string): ActivityKind {
  const kind = activityKinds.find((each) => each === text);
  if (kind === undefined) throw new Misused(`--kind takes one of ${activityKinds.join(', ')}.`);
  return kind;
}

function instantOf(option: string, text: string): number {
  const instant = parseInstant(text);
  if (instant === undefined) throw new Misused(`${option} takes ${expectedInstant}.`);
  return Date.parse(instant);
}

const headings = ['time', 'actor', 'what', 'resource'];

function cells({ at, actor, summary, count, resource }: ActivityView): readonly string[] {
  const { kind, id, name } = resource;
  const more = count === 1 ? '' : ` (and ${count - 1} more like it)`;
  return [at, nameOf(actor), `${summary}${more}`, `${kind} ${name ?? id}`];
}

function nameOf({ kind, id, name }: ActivityView['actor']): string {
  if (kind === 'system') return 'the server';
  return kind === 'cli' ? `posthorn ${id}` : (name ?? `${kind} ${id}`);
}
