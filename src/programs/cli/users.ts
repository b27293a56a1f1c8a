import { createAccount, profileOf, userIdOf } from '../../application/people/accounts.js';
import { isAddressProven } from '../../application/people/address-proof.js';
import { makeResetToken } from '../../application/people/reset-token.js';
import { People } from '../../application/people/people.js';
import { completeSetUp } from '../../application/people/set-up.js';
import { load, type Provenance } from '../../application/shared/handle.js';
import { installation as installationDecider } from '../../domain/installation/installation.js';
import { installationStream } from '../../domain/shared/stream-name.js';
import { isInForce } from '../../domain/session/session.js';
import type { SessionStarted } from '../../domain/session/events.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import type { Role } from '../../domain/team/events.js';
import { type RemovedWays, removedWays, waysInWords } from '../../domain/user/removed-ways.js';
import type { ReadStoreReader } from '../../application/ports/read-store.js';
import { type Config, publicUrlOf } from '../../infrastructure/config/config.js';
import { openKeyedHash } from '../../infrastructure/crypto/keyed-hash.js';
import { newSecretToken } from '../../infrastructure/crypto/tokens.js';
import { readBareAddress } from '../../infrastructure/addresses/mailbox.js';
import { linkTo } from '../../infrastructure/http/people/visitor.js';
import { Argon2Hasher } from '../../infrastructure/people/argon2-hasher.js';
import { type OpenInstallation, provenanceOf, withExisting } from './shared/installation.js';
import { Declined, Misused, type Outcome } from './shared/outcome.js';
import { parseName } from './teams.js';
import { requireTeam } from './shared/team-of.js';

export interface CreateUserOptions {
  readonly name?: string;
  readonly team?: string;
  readonly role: string;
}

const roles: readonly Role[] = ['admin', 'member', 'read-only'];

/**
 * `users create <address>`: a person who has an account already joins the team with it. The link is handed over, so the
 * address is not proven; the first person of an installation is the operator, as by the link of the start.
 */
export async function createUser(config: Config, rawAddress: string, options: CreateUserOptions): Promise<Outcome> {
  const email = parseAddress(rawAddress);
  const name = parseName(options.name ?? email.slice(0, maxNameCharacters));
  const role = roles.find((each) => each === options.role);
  if (role === undefined) throw new Misused('--role is admin, member or read-only.');
  return withExisting(config, async (opened) => {
    const { ports, installation } = opened;
    const teamId = options.team?.toLowerCase() ?? installation.firstTeamId;
    await requireTeam(ports, teamId);
    const people = await peopleOf(opened);
    const by = provenanceOf('users create', ports, teamId);
    const known = await userIdOf(people, email);
    const isThere = known !== undefined && (await people.user(known)).status !== 'none';
    const userId = isThere ? known : ports.ids.next();
    if (isThere && !(await isAddressProven(people, userId))) {
      throw new Declined(
        `The address of this person is not proven, so they join no further team. They confirm it in their dashboard; or you know that it is theirs: posthorn users vouch ${email}`,
      );
    }
    if (!isThere) {
      const { state } = await load(ports, installationDecider, installationStream);
      const addressProven = state.status === 'created' && state.setUpLinks !== null;
      const created = await createAccount(people, by, { userId, email, name, passwordHash: null, addressProven });
      if ('refused' in created) throw created.refused === 'address-taken' ? beingCreated() : unwritten();
    }
    const joined = await people.writeTeam(by, teamId, { type: 'AddMember', userId, role, invitationId: null });
    if ('refused' in joined) throw unwritten();
    if ((await completeSetUp(ports, userId, null, by)) === 'unavailable') throw unwritten();
    const url = isThere ? null : await resetUrl(config, people, userId, by);
    const text = url === null ? `${userId} (has an account already)` : linkText(userId, url);
    return { result: { id: userId, teamId, role, url }, text };
  });
}

/** `users list` */
export async function listUsers(config: Config, rawTeam: string | undefined): Promise<Outcome> {
  return withExisting(config, async (opened) => {
    const teamId = rawTeam?.toLowerCase() ?? opened.installation.firstTeamId;
    await requireTeam(opened.ports, teamId);
    const people = await peopleOf(opened);
    const team = await people.team(teamId);
    const members = team.status === 'active' ? [...team.members] : [];
    const rows = await Promise.all(
      members.map(async ([id, { role, joinedAt }]) => {
        const [profile, user] = await Promise.all([profileOf(people, id), people.user(id)]);
        const shown = { email: profile?.email ?? null, name: profile?.name ?? null };
        const addressProven = user.status === 'none' || user.addressProven;
        return { id, ...shown, role, status: user.status, addressProven, joinedAt };
      }),
    );
    const lines = rows.map(
      ({ id, email, role, status, addressProven }) =>
        `${id}  ${role.padEnd(9)}  ${status.padEnd(8)}  ${email ?? '(erased)'}${addressProven ? '' : ' (not proven)'}`,
    );
    return { result: rows, text: lines.length === 0 ? 'No users yet.' : lines.join('\n') };
  });
}

/**
 * `users reset <address> [--remove-factors]`: the link before opens nothing any more. With the option, for a person who
 * has lost every factor, passkeys, authenticator app, recovery codes and the password so far end first.
 */
export async function resetUser(config: Config, rawAddress: string, removesFactors: boolean): Promise<Outcome> {
  return withPerson(config, 'users reset', rawAddress, async ({ people, userId, by }) => {
    const removed = removesFactors ? await removeFactors(people, userId, by) : null;
    const url = await resetUrl(config, people, userId, by);
    const result = { id: userId, url, ...(removed === null ? {} : { removed }) };
    return { result, text: `${removed === null ? '' : removedText(removed)}${linkText(userId, url)}` };
  });
}

async function removeFactors(people: People, userId: string, by: Provenance): Promise<RemovedWays> {
  const handled = await people.writeUser(by, userId, { type: 'RemoveFactors' });
  if ('refused' in handled) {
    throw handled.refused === 'disabled' ? new Declined('The person is disabled.') : unwritten();
  }
  const [event] = handled.events;
  return event?.type === 'CredentialsRemoved' ? removedWays(event.data) : { passkeys: 0, app: false, providers: [] };
}

function removedText(removed: RemovedWays): string {
  const ways = waysInWords(removed);
  return ways === ''
    ? 'The account has no passkey and no authenticator app: nothing was removed.\n'
    : `Removed: ${ways}. The password so far and every session have ended too.\n`;
}

/** `users disable <address>` */
export async function disableUser(config: Config, rawAddress: string, undo: boolean): Promise<Outcome> {
  return withPerson(config, 'users disable', rawAddress, async ({ people, userId, by }) => {
    const handled = await people.writeUser(by, userId, { type: undo ? 'EnableUser' : 'DisableUser' });
    if ('refused' in handled) throw unwritten();
    const status = undo ? 'active' : 'disabled';
    return { result: { id: userId, status }, text: `${userId} is ${status}.` };
  });
}

/** `users vouch <address>`: where no mail reaches it, or none can be sent. What opens the account stays. */
export async function vouchForUser(config: Config, rawAddress: string): Promise<Outcome> {
  return withPerson(config, 'users vouch', rawAddress, async ({ people, userId, by }) => {
    const handled = await people.writeUser(by, userId, { type: 'VouchForAddress' });
    if ('refused' in handled) {
      throw handled.refused === 'disabled' ? new Declined('The person is disabled.') : unwritten();
    }
    return { result: { id: userId, addressProven: true }, text: `The address counts as that of ${userId}.` };
  });
}

/** `users sessions <address>` */
export async function userSessions(config: Config, rawAddress: string, end: boolean): Promise<Outcome> {
  return withPerson(config, 'users sessions', rawAddress, async ({ opened, people, userId, by }) => {
    const sessions = await sessionsOf(opened, people, userId);
    if (end && 'refused' in (await people.writeUser(by, userId, { type: 'EndSessions' }))) throw unwritten();
    const lines = sessions.map(({ id, startedAt, address }) => `${id}  ${startedAt}  ${address ?? '(unknown)'}`);
    const text = lines.length === 0 ? 'There is no open session.' : lines.join('\n');
    return { result: { id: userId, ended: end, sessions }, text: end ? `${text}\nAll of them are ended.` : text };
  });
}

const pageSize = 500;

/** From the log itself: whatever read models there are, nothing is missing. */
async function sessionsOf({ log, ports }: OpenInstallation, people: People, userId: string) {
  const user = await people.user(userId);
  const started: Recorded[] = [];
  const filter = { categories: ['session'] as const, types: ['SessionStarted'] };
  for (let after, atEnd = false; !atEnd; ) {
    const page = await log.store.readAll({ limit: pageSize, filter, ...(after === undefined ? {} : { after }) });
    started.push(...log.codec.decode(page.events, await log.keys.getMany(log.codec.kids(page.events))));
    ({ position: after, atEnd } = page);
  }
  const own = started.filter(({ event }) => (event as SessionStarted).data.userId === userId);
  const sessions = own.map(async ({ event, metadata }) => {
    const { sessionId, epoch, client } = (event as SessionStarted).data;
    const state = await people.session(sessionId);
    const isOpen = state.status === 'open' && isInForce(state, ports.clock.now());
    if (!isOpen || user.status !== 'active' || user.epoch !== epoch) return [];
    const { address = null, userAgent = null } = reveal(client) ?? {};
    return [{ id: sessionId, startedAt: metadata.time, lastSeenAt: state.lastSeenAt, address, userAgent }];
  });
  return (await Promise.all(sessions)).flat();
}

interface Person {
  readonly opened: OpenInstallation;
  readonly people: People;
  readonly userId: string;
  readonly by: Provenance;
}

async function withPerson(
  config: Config,
  command: string,
  rawAddress: string,
  work: (person: Person) => Promise<Outcome>,
): Promise<Outcome> {
  const email = parseAddress(rawAddress);
  return withExisting(config, async (opened) => {
    const people = await peopleOf(opened);
    const userId = await userIdOf(people, email);
    if (userId === undefined || (await people.user(userId)).status === 'none') {
      throw new Declined('There is no person with this address.');
    }
    return work({ opened, people, userId, by: provenanceOf(command, opened.ports, null) });
  });
}

/** Most commands ask no list. */
const noLists: ReadStoreReader = {
  checkpoint: unasked,
  get: unasked,
  getMany: unasked,
  list: unasked,
  count: unasked,
  tokens: unasked,
};

export async function peopleOf({ log, ports }: OpenInstallation, readStore = noLists): Promise<People> {
  const hash = await openKeyedHash(log.keys);
  const ownWrites = { note: () => undefined, settled: async () => undefined };
  return new People({
    ...ports,
    hash,
    keys: log.keys,
    readStore,
    ownWrites,
    passwords: new Argon2Hasher(),
    newSecretToken,
  });
}

function unasked(): never {
  throw new Error('a command reads the log, and no list');
}

async function resetUrl(config: Config, people: People, userId: string, by: Provenance): Promise<string> {
  const made = await makeResetToken(people, userId, by, 'operator');
  if (made === undefined)
    throw new Declined('No link was made: the person is disabled, or the log could not be written.');
  return linkTo(publicUrlOf(config, config.port), 'reset')(made.token);
}

const linkText = (userId: string, url: string): string => `${userId}\nSet a password within one hour:\n${url}`;

const maxNameCharacters = 50;

function parseAddress(text: string): string {
  const read = readBareAddress(text);
  if ('fault' in read) throw new Misused(`Not a valid email address. ${read.problem}.`);
  return read.address;
}

const unwritten = (): Declined => new Declined('The event log could not be written: not everything was done.');

/** Its address is held, and there is no account: it is being created, or a process ended in between. */
const beingCreated = (): Declined =>
  new Declined(
    'An account with this address is being created by another process. Run posthorn users list. If the account is not there in ten minutes, try again.',
  );
