import { session, type SessionState } from '../../domain/session/session.js';
import type { SessionEvent } from '../../domain/session/events.js';
import { reveal } from '../../domain/shared/personal.js';
import { summariesIn } from '../../domain/shared/event.js';
import type { Actor, Recorded } from '../../domain/shared/recorded.js';
import { type Category, categoryOf, idOf, type StreamName, streamName } from '../../domain/shared/stream-name.js';
import type { UserEvent } from '../../domain/user/events.js';
import { type ActivityKind, activityKindOf } from '../../projections/activity/activity-kinds.js';
import type { ActivityChange, ActivityDocument } from '../../projections/activity/activity.projection.js';
import type { PeopleServices } from '../people/people-services.js';
import { type People, sessionStream } from '../people/people.js';
import { decodeInTurns, keysInTurns } from '../shared/decode-in-turns.js';
import { load } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { resourceOf } from '../shared/resource.js';
import { Semaphore } from '../shared/semaphore.js';
import { type Names, sentenceOf } from './sentences.js';

/** One line of Activity, as a person reads it. */
export interface ActivityView {
  readonly id: string;
  readonly type: string;
  /** Types of what else the same request changed. */
  readonly also: readonly string[];
  /** ISO 8601. */
  readonly at: string;
  /** `name` null: it has none, or was erased. */
  readonly actor: Actor & { readonly name: string | null };
  /** From where; null: not known, or erased. */
  readonly address: string | null;
  readonly summary: string;
  /** So many alike in one request. */
  readonly count: number;
  /** What was changed. `name` null: it has none, or was erased. */
  readonly resource: { readonly kind: ActivityKind; readonly id: string; readonly name: string | null };
}

export type ViewServices = Pick<PeopleServices, 'people'> & Pick<Ports, 'resources'>;

/** Names and addresses are read where they are sealed, once for each: what was erased is gone here too. */
export async function viewsOf(
  { people, resources }: ViewServices,
  documents: readonly ActivityDocument[],
): Promise<readonly ActivityView[]> {
  const summaries = summariesIn(resources.flatMap(({ streams }) => streams));
  const shown = new Set(documents.flatMap(({ changes }) => changes.map(placeOf)));
  const reading = new Semaphore(streamsAtOnce);
  const read = remembered((stream: StreamName) =>
    reading.run(async () => {
      const recorded = await readStream(people.ports, stream);
      const name = resourceOf(resources, categoryOf(stream))?.audit?.nameOf?.(recorded) ?? null;
      return { name, changes: recorded.filter((each) => shown.has(placeOf(each))) };
    }),
  );
  const nameOf = async (category: Category, id: string): Promise<string | null> =>
    (await read(streamName(category, id))).name;
  const names: Names = {
    person: (id) => nameOf('user', id),
    apiKey: (id) => nameOf('apikey', id),
    invited: (id) => nameOf('invitation', id),
    domain: (id) => nameOf('domain', id),
  };
  const addressOf = remembered((id: string) => addressOfSession(people, id));
  return Promise.all(
    documents.map(async ({ id, at, actor, sessionId, changes, count }) => {
      const [{ stream, type }, ...others] = changes;
      const [kind, resourceId] = [activityKindOf(stream), idOf(stream)];
      const recorded = await Promise.all(changes.map((change) => recordedOf(change, read)));
      const sentences = recorded.map(async (each, index) =>
        each === undefined ? inWords(changes[index]?.type ?? '') : sentenceOf(each, names, summaries),
      );
      const [summary, name, resourceName, address] = await Promise.all([
        Promise.all(sentences),
        nameOfActor(actor, names),
        nameOf(kind, resourceId),
        sessionId === null ? addressOfLink(recorded) : addressOf(sessionId),
      ]);
      const resource = { kind, id: resourceId, name: resourceName };
      const also = others.map((each) => each.type);
      return { id, type, also, at, actor: { ...actor, name }, address, summary: asOne(summary), count, resource };
    }),
  );
}

/** A contact has up to 16,000,000 characters of history; what is shown of them is all that stays. */
const streamsAtOnce = 2;

function placeOf({ stream, revision }: Pick<ActivityChange, 'stream' | 'revision'>): string {
  return `${stream}/${revision}`;
}

async function recordedOf(
  { stream, revision }: ActivityChange,
  read: (stream: StreamName) => Promise<{ readonly changes: readonly Recorded[] }>,
): Promise<Recorded | undefined> {
  return (await read(stream)).changes.find((each) => each.revision === revision);
}

/** Decrypted; what was erased is erased in there. */
async function readStream(ports: People['ports'], stream: StreamName): Promise<readonly Recorded[]> {
  const stored = await ports.store.readStream(stream);
  return decodeInTurns(ports.codec, stored, await keysInTurns(ports, stored));
}

/** Sentences about the same person name them once. */
function asOne(sentences: readonly string[]): string {
  const whom = / for [^;]+$/.exec(sentences.at(-1) ?? '')?.[0] ?? '';
  const last = sentences.length - 1;
  return sentences
    .map((each, index) => (index < last && whom !== '' && each.endsWith(whom) ? each.slice(0, -whom.length) : each))
    .map((each, index) =>
      index > 0 && /^[A-Z][a-z ]/.test(each) ? each.charAt(0).toLowerCase() + each.slice(1) : each,
    )
    .join('; ');
}

/** `DomainDeleted` of a stream that is no longer kept: `Domain deleted`. */
function inWords(type: string): string {
  const [first = '', ...others] = type.split(/(?=[A-Z])/);
  return [first, ...others.map((word) => word.toLowerCase())].join(' ');
}

function remembered<Found, Id extends string>(find: (id: Id) => Promise<Found>): (id: Id) => Promise<Found> {
  const known = new Map<Id, Promise<Found>>();
  return (id) => {
    const found = known.get(id) ?? find(id);
    known.set(id, found);
    return found;
  };
}

async function nameOfActor({ kind, id }: Actor, names: Names): Promise<string | null> {
  if (kind === 'user') return names.person(id);
  return kind === 'api-key' ? names.apiKey(id) : null;
}

/** From where the link was followed that led to this event. */
function addressOfLink(all: readonly (Recorded | undefined)[]): string | null {
  for (const recorded of all) {
    const event = recorded?.event as UserEvent | undefined;
    const client = event?.type === 'UserPasswordSet' ? event.data.client : undefined;
    if (client !== undefined) return reveal(client)?.address ?? null;
  }
  return null;
}

async function addressOfSession({ ports }: People, sessionId: string): Promise<string | null> {
  const stream = sessionStream(sessionId);
  const opening = await ports.store.readStream(stream, { limit: 1 });
  const { state } = await load<SessionState, SessionEvent>(ports, session, stream, true, opening);
  return state.status === 'open' ? (reveal(state.session.client)?.address ?? null) : null;
}
