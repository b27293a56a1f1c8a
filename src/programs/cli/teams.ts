import { streamsWith } from '../../application/restore/pause-broadcasts.js';
import { handle, load, type LogPorts } from '../../application/shared/handle.js';
import { idOf, streamName } from '../../domain/shared/stream-name.js';
import { team } from '../../domain/team/team.js';
import type { Config } from '../../infrastructure/config/config.js';
import { provenanceOf, withExisting } from './shared/installation.js';
import { Declined, Misused, type Outcome } from './shared/outcome.js';
import { tableOf } from './shared/table.js';

/** `teams create <name>` */
export async function createTeam(config: Config, rawName: string): Promise<Outcome> {
  const name = parseName(rawName);
  return withExisting(config, async ({ ports }) => {
    const teamId = ports.ids.next();
    const provenance = provenanceOf('teams create', ports, teamId);
    const handled = await handle(
      ports,
      team,
      streamName('team', teamId),
      { type: 'CreateTeam', teamId, name },
      provenance,
    );
    if ('refused' in handled) throw new Declined('The event log could not be written: nothing was created.');
    return { result: { id: teamId, name }, text: teamId };
  });
}

/** A team as commands show it. */
export interface ShownTeam {
  readonly id: string;
  readonly name: string;
  readonly members: number;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Every team, the oldest first, from the log. */
export async function teamsIn(ports: LogPorts): Promise<readonly ShownTeam[]> {
  const shown: ShownTeam[] = [];
  for (const stream of await streamsWith(ports, { categories: ['team'], types: ['TeamCreated'] })) {
    const { state, events } = await load(ports, team, stream);
    if (state.status === 'none') continue;
    const createdAt = events[0]?.metadata.time ?? '';
    shown.push({ id: idOf(stream), name: state.name, members: state.members.size, createdAt });
  }
  return shown.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}

/** `teams list` */
export function listTeams(config: Config): Promise<Outcome> {
  return withExisting(config, async ({ ports }) => {
    const teams = await teamsIn(ports);
    const rows = teams.map(({ id, name, members, createdAt }) => [id, name, String(members), createdAt]);
    return { result: { teams }, text: tableOf(['id', 'name', 'members', 'created'], rows) };
  });
}

/** `teams show <id>` */
export function showTeam(config: Config, given: string): Promise<Outcome> {
  return withExisting(config, async ({ ports }) => {
    const found = (await teamsIn(ports)).find(({ id }) => id === given.toLowerCase());
    if (found === undefined) throw new Declined(`There is no team ${given}. \`posthorn teams list\` shows all.`);
    const { id, name, members, createdAt } = found;
    const text = `id       ${id}\nname     ${name}\nmembers  ${members}\ncreated  ${createdAt}`;
    return { result: found, text };
  });
}

/** As the API bounds it for keys. */
const maxNameCharacters = 50;

/** A name of a team or a key. Throws {@link Misused}. */
export function parseName(text: string): string {
  const characters = [...text].length;
  if (characters >= 1 && characters <= maxNameCharacters && !/[\p{Cc}\u2028\u2029]/u.test(text)) return text;
  throw new Misused(`A name has 1 to ${maxNameCharacters} characters, without line breaks or control characters.`);
}
