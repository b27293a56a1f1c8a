import { apiKey } from '../../../domain/api-key/api-key.js';
import type { ApiKeyEvent } from '../../../domain/api-key/events.js';
import { invitation, type InvitationState } from '../../../domain/invitation/invitation.js';
import type { InvitationEvent } from '../../../domain/invitation/events.js';
import type { SessionEvent } from '../../../domain/session/events.js';
import { session, type SessionState } from '../../../domain/session/session.js';
import { reveal } from '../../../domain/shared/personal.js';
import type { Actor } from '../../../domain/shared/recorded.js';
import { streamName } from '../../../domain/shared/stream-name.js';
import type { UserEvent } from '../../../domain/user/events.js';
import type { AccessEventDocument } from '../../../projections/people/access-audit.projection.js';
import { load } from '../../shared/handle.js';
import type { PeopleServices } from '../people-services.js';
import { type People, sessionStream } from '../people.js';
import { type Names, sentenceOf } from './sentences.js';

/** One entry of the audit, as a person reads it. */
export interface AccessEventView {
  readonly id: string;
  readonly type: string;
  /** ISO 8601. */
  readonly at: string;
  /** `name` null: it has none, or was erased. */
  readonly actor: Actor & { readonly name: string | null };
  /** From where; null: not known, or erased. */
  readonly address: string | null;
  readonly summary: string;
}

/** Names and addresses are read where they are sealed, once for each: what was erased is gone here too. */
export async function viewsOf(
  { people, domains }: Pick<PeopleServices, 'people' | 'domains'>,
  teamId: string,
  documents: readonly AccessEventDocument[],
): Promise<readonly AccessEventView[]> {
  const person = remembered((userId) => personOf(people, userId));
  const addressOf = remembered((sessionId) => addressOfSession(people, sessionId));
  const names: Names = {
    person: async (userId) => (await person(userId)).name,
    apiKey: remembered((id) => nameOfKey(people, id)),
    invited: remembered((id) => addressOfInvitation(people, id)),
    domain: remembered(async (id) => (await domains.state(teamId, id))?.domain.name ?? null),
  };
  return Promise.all(
    documents.map(async ({ id, at, actor, sessionId, change }) => {
      const byLink = change.type === 'UserPasswordSet' ? (await person(change.userId)).addressOfLink(id) : null;
      const [summary, name, address] = await Promise.all([
        sentenceOf(change, actor, names),
        nameOfActor(actor, names),
        sessionId === null ? byLink : addressOf(sessionId),
      ]);
      return { id, type: change.type, at, actor: { ...actor, name }, address, summary };
    }),
  );
}

function remembered<Found>(find: (id: string) => Promise<Found>): (id: string) => Promise<Found> {
  const known = new Map<string, Promise<Found>>();
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

/** `addressOfLink`: from where the link was followed that led to this event. */
async function personOf(people: People, userId: string) {
  const { state, events } = await people.openUser(userId);
  const profile = state.status === 'none' ? undefined : reveal(state.profile);
  return {
    name: profile?.name ?? null,
    addressOfLink(eventId: string): string | null {
      const found = events.find(({ id }) => id === eventId)?.event as UserEvent | undefined;
      const client = found?.type === 'UserPasswordSet' ? found.data.client : undefined;
      return client === undefined ? null : (reveal(client)?.address ?? null);
    },
  };
}

async function addressOfSession({ ports }: People, sessionId: string): Promise<string | null> {
  const stream = sessionStream(sessionId);
  const opening = await ports.store.readStream(stream, { limit: 1 });
  const { state } = await load<SessionState, SessionEvent>(ports, session, stream, true, opening);
  return state.status === 'open' ? (reveal(state.session.client)?.address ?? null) : null;
}

/** The last one that it had, also when it is revoked. */
async function nameOfKey({ ports }: People, apiKeyId: string): Promise<string | null> {
  const { events } = await load<unknown, ApiKeyEvent>(ports, apiKey, streamName('apikey', apiKeyId));
  // A key's stream holds these only.
  const named = events.map(({ event }) => event as ApiKeyEvent).findLast(({ data }) => 'name' in data);
  return named !== undefined && 'name' in named.data ? named.data.name : null;
}

async function addressOfInvitation({ ports }: People, invitationId: string): Promise<string | null> {
  const stream = streamName('invitation', invitationId);
  const opening = await ports.store.readStream(stream, { limit: 1 });
  const { state } = await load<InvitationState, InvitationEvent>(ports, invitation, stream, true, opening);
  return state.status === 'open' ? (reveal(state.invitation.email) ?? null) : null;
}
