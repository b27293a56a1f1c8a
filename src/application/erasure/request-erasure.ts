import { command } from '../access/use-case.js';
import { erasure } from '../../domain/erasure/erasure.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { userIdOf } from '../people/accounts.js';
import {
  type PersonContext,
  orUnavailable,
  type PeopleServices,
  provenance,
  teamOf,
} from '../people/people-services.js';
import { addressHash } from '../shared/address-hash.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import { handle } from '../shared/handle.js';
import { isFirstTeam, type NotFirstTeam, notFirstTeam } from './first-team.js';

/** POST /dashboard-api/erasures. `confirmation`: the address again, as the person typed it a second time. */
export interface RequestErasure {
  readonly by: PersonContext;
  readonly email: string;
  readonly confirmation: string;
}
type RequestErasureResult =
  | { readonly id: string }
  | NotFirstTeam
  | { readonly refused: 'not-confirmed' }
  | { readonly refused: 'own-address' }
  | Unavailable;

export const RequestErasure = command({
  name: 'RequestErasure',
  need: 'person admin',
  proof: 'none',
  run: (services: Pick<PeopleServices, 'people'>, command: RequestErasure): Promise<RequestErasureResult> =>
    orUnavailable(() => requestErasureOf(services, command)),
});

/**
 * Writes down that a person is to be erased; the erasure finisher does the work, in whichever process it runs, also
 * after a crash. The address is kept nowhere: the event has its keyed hash.
 */
async function requestErasureOf(
  { people }: Pick<PeopleServices, 'people'>,
  { by, email, confirmation }: RequestErasure,
): Promise<RequestErasureResult> {
  const { ports } = people;
  const teamId = teamOf(by);
  if (!(await isFirstTeam(ports, teamId))) return notFirstTeam;
  const person = addressHash(ports.hash, email);
  if (addressHash(ports.hash, confirmation) !== person) return { refused: 'not-confirmed' };
  if ((await userIdOf(people, email)) === by.userId) return { refused: 'own-address' };
  const id = ports.ids.next();
  const requested = { scope: 'person', person, streams: [], kids: [], blobIds: [] } as const;
  const command = { type: 'RequestErasure', erasure: requested } as const;
  const handled = await handle(ports, erasure, streamName('erasure', id), command, provenance(by));
  if ('refused' in handled) return unavailable;
  if (handled.position !== undefined) ports.ownWrites.note(teamId, handled.position);
  return { id };
}
