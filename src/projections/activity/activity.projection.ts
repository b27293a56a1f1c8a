import type { DomainEvent } from '../../domain/shared/decider.js';
import type { EventDefinition, ShownInActivity, Streams } from '../../domain/shared/event.js';
import type { Actor, Recorded } from '../../domain/shared/recorded.js';
import { type Category, categoryOf, idOf, type StreamName } from '../../domain/shared/stream-name.js';
import { lowestIdAt } from '../../domain/shared/uuid-time.js';
import type { Projection } from '../shared/projection.js';
import { activityTokens } from './activity-tokens.js';

/**
 * What one request of a person or a key, or one command, changed for one team or one person; of a text that a person
 * goes on writing, what was saved of it in ten minutes.
 */
export interface ActivityDocument {
  readonly id: string;
  /** Id of the team; of the person, whom it concerns in each of their teams; or {@link ofServer}. */
  readonly concerns: string;
  /** ISO 8601: of the first event; of the last one that was saved while writing. */
  readonly at: string;
  readonly actor: Actor;
  readonly correlationId: string;
  /** That knows from where; null: there was none. */
  readonly sessionId: string | null;
  /** The events that say what it was: the first of each type. */
  readonly changes: readonly [ActivityChange, ...ActivityChange[]];
  /** Events of the first one's type in the request. */
  readonly count: number;
  readonly tokens: readonly string[];
}

export interface ActivityChange {
  readonly stream: StreamName;
  readonly revision: number;
  readonly type: string;
}

/** What concerns no team: the server. */
export const ofServer = 'server';

/** How its documents are stored; which events they are made of follows from definitions. */
export const activityShape = {
  name: 'activity',
  version: 3,
  fields: { concerns: 'text', at: 'text' },
  indexes: [['concerns', 'at']],
  search: { within: 'concerns', tokens: 'tokens' },
} as const;

/**
 * Everything that people, keys and the command line changed in these streams: each event whose definition does not say
 * that it is shown never. Each list is the streams of one resource, its own first. Nothing in it is about a person:
 * names, addresses and sentences are read from the log, where they may have been erased.
 */
export function activityProjection(
  resources: readonly (readonly Streams[])[],
): Projection<DomainEvent, ActivityDocument> {
  const shown = new Map<string, ShownInActivity>();
  const written = new Map<string, EventDefinition['isWriting']>();
  for (const { category, events, activity: usual } of resources.flat()) {
    for (const { type, activity = usual, isWriting } of events) {
      if (activity !== 'never') shown.set(keyOf(category, type), activity);
      written.set(keyOf(category, type), isWriting);
    }
  }
  const handled = resources
    .flat()
    .flatMap(({ category, events }) =>
      events.flatMap(({ type }) => (shown.has(keyOf(category, type)) ? [{ category, type }] : [])),
    );
  const isWritten = ({ stream, event, metadata }: Recorded): boolean => {
    const isWriting = written.get(keyOf(categoryOf(stream), event.type));
    const { kind, id } = metadata.actor;
    // The definition is that of the event's type.
    return kind === 'user' && uuid.test(id) && uuid.test(idOf(stream)) && isWriting?.(event.data as never) === true;
  };
  const own = new Set<Category>(resources.flatMap(([first]) => (first === undefined ? [] : [first.category])));
  return {
    ...activityShape,
    categories: [...new Set(handled.map(({ category }) => category))],
    handles: [...new Set(handled.map(({ type }) => type))],
    personal: false,
    keys(recorded) {
      const by = shown.get(keyOf(categoryOf(recorded.stream), recorded.event.type));
      const concerns = concernsOf(recorded);
      if (by === undefined || concerns === null || !isBy(recorded.metadata.actor, by)) return [];
      return [isWritten(recorded) ? writingId(recorded) : documentId(recorded, concerns)];
    },
    evolve(document, recorded, id) {
      const { stream, revision, event, metadata } = recorded;
      const { time: at, actor, correlationId } = metadata;
      const change = { stream, revision, type: event.type };
      const tokens = activityTokens(recorded);
      if (document === undefined) {
        const ofSession = categoryOf(stream) === 'session' ? idOf(stream) : null;
        const sessionId = metadata.sessionId ?? ofSession;
        // What has no concern has no key.
        const concerns = concernsOf(recorded) ?? ofServer;
        return { id, concerns, at, actor, correlationId, sessionId, changes: [change], count: 1, tokens };
      }
      if (isWritten(recorded)) return { ...document, at, correlationId, changes: [change], tokens };
      const all = [...new Set([...document.tokens, ...tokens])].sort().slice(0, mostTokens);
      const { changes, count } = document;
      const rank = rankOf(stream, own) - rankOf(changes[0].stream, own);
      if (rank > 0) return { ...document, changes: [change], count: 1, tokens: all };
      if (changes[0].type === event.type) return { ...document, count: count + 1, tokens: all };
      const isSaid = rank < 0 || changes.length >= mostChanges || changes.some(({ type }) => type === event.type);
      return { ...document, changes: isSaid ? changes : [...changes, change], tokens: all };
    },
  };
}

/** What one line of a list says. */
const mostChanges = 4;
/** Limit of a document: a batch of 100 is found by each of its items. */
const mostTokens = 1_000;

function keyOf(category: Category, type: string): string {
  return `${category}/${type}`;
}

function isBy({ kind }: Actor, by: ShownInActivity): boolean {
  if (kind === 'system') return by === 'server-too';
  return kind === 'user' || kind === 'cli' || (kind === 'api-key' && by !== 'people');
}

/** The higher says what a request did: a thing itself, before what belongs to it, before the session that it began. */
function rankOf(stream: StreamName, own: ReadonlySet<Category>): number {
  const category = categoryOf(stream);
  if (category === 'session') return 0;
  return own.has(category) ? 2 : 1;
}

/**
 * A session that gives way to the next one of its browser is no change.
 * @returns null when it concerns no one.
 */
function concernsOf({ stream, event, metadata }: Recorded): string | null {
  const category = categoryOf(stream);
  if (category === 'user' || category === 'team') return idOf(stream);
  const { teamId, why } = event.data as { readonly teamId?: unknown; readonly why?: unknown };
  const team = typeof teamId === 'string' ? teamId : metadata.teamId;
  if (category === 'session') return why === 'replaced' ? null : team;
  return team ?? ofServer;
}

const togetherMs = 600_000;

/** A UUIDv7: one for each text, person and ten minutes of the clock. */
function writingId({ stream, metadata: { time, actor } }: Recorded): string {
  const since = lowestIdAt(Math.floor(Date.parse(time) / togetherMs) * togetherMs).slice(0, 13);
  return since + mixed(idOf(stream), actor.id).slice(13);
}

/**
 * One for each request and whom it concerns: a UUID, as cursors are. What the server did on its own may have followed
 * from a person's request, and is no part of it.
 */
function documentId({ id, metadata: { actor, correlationId } }: Recorded, concerns: string): string {
  if (actor.kind === 'system' || !uuid.test(correlationId)) return id;
  if (!uuid.test(concerns)) return correlationId;
  return mixed(correlationId, concerns);
}

/** One UUID of two. The last group is by chance in either of them. */
function mixed(one: string, other: string): string {
  const [own = 0, others = 0] = [one, other].map((id) => Number.parseInt(id.slice(-12), 16));
  return one.slice(0, -12) + (BigInt(own) ^ BigInt(others)).toString(16).padStart(12, '0');
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
