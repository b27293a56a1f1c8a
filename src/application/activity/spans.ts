import type { TeamEvent } from '../../domain/team/events.js';
import { team } from '../../domain/team/team.js';
import { type ActivityDocument, ofServer } from '../../projections/activity/activity.projection.js';
import { type People, teamStream } from '../people/people.js';
import { load } from '../shared/handle.js';

/** A stretch of what concerns a team, a person or the server; both ends inclusive, ISO 8601. */
export interface Span {
  readonly concerns: string;
  readonly from: string;
  readonly to: string;
}

/** Asked for at the same time. */
const spansAtOnce = 8;

export function* inGroups(spans: readonly Span[]): Generator<readonly Span[]> {
  for (let from = 0; from < spans.length; from += spansAtOnce) yield spans.slice(from, from + spansAtOnce);
}

/** After every time. */
export const forever = '~';

/**
 * What a team reads: what happened to it, to each person while the person was in it, and for the team that speaks for
 * the server to that. Within the two times, ISO 8601: `until` exclusive.
 */
export async function spansOf(
  people: People,
  teamId: string,
  isFirstTeam: boolean,
  { since = '', until = forever }: { readonly since?: string; readonly until?: string } = {},
): Promise<readonly Span[]> {
  const whole = { from: '', to: forever };
  const all: readonly Span[] = [
    { concerns: teamId, ...whole },
    ...(isFirstTeam ? [{ concerns: ofServer, ...whole }] : []),
    ...(await membershipsOf(people, teamId)),
  ];
  return all
    .map(({ concerns, from, to }) => ({ concerns, from: later(from, since), to: to < until ? to : before(until) }))
    .filter(({ from, to }) => from <= to);
}

export function isIn({ concerns, from, to }: Span, document: ActivityDocument): boolean {
  return document.concerns === concerns && from <= document.at && document.at <= to;
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

/** Times have milliseconds, so that nothing lies between. */
function before(until: string): string {
  return until === forever ? until : new Date(Date.parse(until) - 1).toISOString();
}

/** When who was in the team. */
async function membershipsOf(people: People, teamId: string): Promise<readonly Span[]> {
  const { events } = await load<unknown, TeamEvent>(people.ports, team, teamStream(teamId));
  const past: Span[] = [];
  const present = new Map<string, string>();
  for (const { event, metadata } of events) {
    // A team's stream holds these only.
    const { type, data } = event;
    if (type === 'MemberAdded') present.set(data.userId, metadata.time);
    if (type !== 'MemberRemoved') continue;
    const from = present.get(data.userId);
    if (from !== undefined) past.push({ concerns: data.userId, from, to: metadata.time });
    present.delete(data.userId);
  }
  return [...past, ...[...present].map(([concerns, from]) => ({ concerns, from, to: forever }))];
}
