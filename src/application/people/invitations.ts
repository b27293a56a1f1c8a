import { command, query } from '../access/use-case.js';
import { type InvitationSent, invitationStreams, type InvitationEvent } from '../../domain/invitation/events.js';
import { invitation, type InvitationCommand, type InvitationState } from '../../domain/invitation/invitation.js';
import { reveal } from '../../domain/shared/personal.js';
import { type StreamName, streamName } from '../../domain/shared/stream-name.js';
import type { Role, TeamEvent } from '../../domain/team/events.js';
import { team } from '../../domain/team/team.js';
import { type InvitationDocument, invitationsProjection } from '../../projections/people/people.projections.js';
import { addressHash } from '../shared/address-hash.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import { handle, load, type Loaded, type Provenance, unwritten } from '../shared/handle.js';
import { personalValues } from '../shared/personal-values.js';
import { userIdOf } from './accounts.js';
import { isAddressProven, roleWithoutProof } from './address-proof.js';
import { type PersonContext, orUnavailable, type PeopleServices, provenance, teamOf } from './people-services.js';
import type { TooManyToday } from './daily-limits.js';
import { type People, teamStream } from './people.js';

const lifeMs = 7 * 24 * 3_600_000;

/** POST /dashboard-api/invitations. `linkTo` makes the address of the page from what opens it. */
export interface Invite {
  readonly by: PersonContext;
  readonly email: string;
  readonly role: Role;
  readonly linkTo: (token: string) => string;
}
type InviteResult =
  | { readonly id: string; readonly url: string; readonly mailSent: boolean }
  | { readonly refused: 'already-member' }
  | TooManyToday
  | Unavailable;

export const Invite = command({
  name: 'Invite',
  need: 'person admin',
  proof: 'none',
  run: (services: PeopleServices, command: Invite): Promise<InviteResult> =>
    orUnavailable(() => invite(services, command)),
});

/**
 * Two links, kept nowhere: the one of the answer, which its reader hands over, and the one of the mail, which proves
 * that who follows it reads what is sent to the address.
 */
async function invite(
  { people, notify, dailyLimits }: PeopleServices,
  { by, email, role, linkTo }: Invite,
): Promise<InviteResult> {
  const { ports } = people;
  const teamId = teamOf(by);
  const inviting = await people.team(teamId);
  const invited = await userIdOf(people, email);
  if (inviting.status === 'none') return unavailable;
  if (invited !== undefined && inviting.members.has(invited)) return { refused: 'already-member' };
  const tooMany = await dailyLimits?.invitation({ ...by, teamId }, addressHash(ports.hash, email));
  if (tooMany !== undefined) return tooMany;
  const token = ports.newSecretToken();
  const tokenHash = people.hashOf('people-link', token);
  const id = ports.ids.fromHash(tokenHash);
  const ofMail = `${id}.${ports.newSecretToken()}`;
  const opening = unwritten<InvitationState>(invitation, invitationStream(id));
  const sealed = await personalValues(ports, invitationStreams, 'InvitationSent', opening, { email });
  const sent = {
    invitationId: id,
    teamId,
    role,
    email: sealed.values.email,
    addressHash: addressHash(ports.hash, email),
    tokenHash,
    mailTokenHash: people.hashOf('people-link', ofMail),
    expiresAt: new Date(ports.clock.now() + lifeMs).toISOString(),
  };
  const loaded = { ...opening, keyRing: sealed.newKeys };
  const handled = await writeInvitation(
    people,
    provenance(by),
    id,
    { type: 'SendInvitation', invitation: sent },
    loaded,
  );
  if ('refused' in handled || handled.last === undefined) return unavailable;
  const subject = `Invitation to ${inviting.name}`;
  const text = `You are invited to the team "${inviting.name}" on this Posthorn server, as ${role}.\n\nTo accept, open within 7 days:\n\n${linkTo(ofMail)}\n`;
  const mailSent = await notify({ to: email, subject, text, eventId: handled.last.id }).catch(() => false);
  return { id, url: linkTo(token), mailSent };
}

/** GET /dashboard-api/invitations */
export interface ListInvitations {
  readonly teamId: string;
}

export const ListInvitations = query({
  name: 'ListInvitations',
  need: 'person admin',
  run: async (
    services: Pick<PeopleServices, 'people'>,
    { teamId }: ListInvitations,
  ): Promise<readonly InvitationDocument[]> => {
    const { readStore, ownWrites, clock } = services.people.ports;
    await ownWrites.settled(teamId, invitationsProjection.name);
    const page = { equals: { teamId }, orderBy: 'createdAt', direction: 'desc', limit: 1_000 } as const;
    const { documents } = await readStore.list(invitationsProjection, page);
    const now = new Date(clock.now()).toISOString();
    return documents.map(({ document }) => document).filter(({ expiresAt }) => expiresAt > now);
  },
});

/** DELETE /dashboard-api/invitations/{id} */
export interface RevokeInvitation {
  readonly by: PersonContext;
  readonly invitationId: string;
}
type RevokeInvitationResult = { readonly id: string } | { readonly refused: 'not-found' } | Unavailable;

export const RevokeInvitation = command({
  name: 'RevokeInvitation',
  need: 'person admin',
  proof: 'none',
  run: async (
    services: Pick<PeopleServices, 'people'>,
    { by, invitationId }: RevokeInvitation,
  ): Promise<RevokeInvitationResult> => {
    const command = { type: 'RevokeInvitation', teamId: teamOf(by) } as const;
    const handled = await writeInvitation(services.people, provenance(by), invitationId, command);
    if (!('refused' in handled)) return { id: invitationId };
    return handled.refused === 'unavailable' ? unavailable : { refused: 'not-found' };
  },
});

/** POST /dashboard-api/invitations/look */
export interface LookAtInvitation {
  readonly token: string;
}
interface InvitationView {
  readonly teamName: string;
  readonly email: string;
  readonly role: Role;
  /** Its owner signs in first. */
  readonly hasAccount: boolean;
}

export const LookAtInvitation = query({
  name: 'LookAtInvitation',
  need: 'anyone',
  run: async (
    services: Pick<PeopleServices, 'people'>,
    { token }: LookAtInvitation,
  ): Promise<InvitationView | { readonly refused: 'link-invalid' }> => {
    const { people } = services;
    const opened = await openInvitation(people, token);
    if (opened === undefined) return { refused: 'link-invalid' };
    const { email, teamId, isByMail } = opened;
    const inviting = await people.team(teamId);
    if (inviting.status === 'none') return { refused: 'link-invalid' };
    const holder = await userIdOf(people, email);
    const isProven = holder !== undefined && (await isAddressProven(people, holder));
    const role = isByMail || isProven ? opened.role : roleWithoutProof(opened.role);
    return { teamName: inviting.name, email, role, hasAccount: isProven || (holder !== undefined && !isByMail) };
  },
});

/**
 * Opens an invitation by its link. `resumedBy`: whose acceptance may have been cut off. `isByMail`: only the mailbox
 * knows the link.
 * @returns undefined when the link opens nothing.
 */
export async function openInvitation(people: People, token: string, resumedBy?: string) {
  const tokenHash = people.hashOf('people-link', token);
  const id = /^([0-9a-f]{8}-[0-9a-f-]{27})\.[\w-]{43}$/.exec(token)?.[1] ?? people.ports.ids.fromHash(tokenHash);
  const { state } = await load(people.ports, invitation, invitationStream(id), true);
  if (state.status !== 'open' && state.status !== 'accepted') return undefined;
  const { invitation: sent } = state;
  const email = reveal(sent.email);
  const isByMail = sent.mailTokenHash === tokenHash;
  if ((sent.tokenHash !== tokenHash && !isByMail) || email === undefined) return undefined;
  if (people.ports.clock.now() >= Date.parse(sent.expiresAt)) return undefined;
  const mayAccept = state.status === 'open' || (state.userId === resumedBy && !(await hasJoined(people, sent)));
  return mayAccept ? { ...sent, email, isByMail } : undefined;
}

/** Also where the person was taken out of the team since: the link does not lead back in. */
async function hasJoined({ ports }: People, { teamId, invitationId }: InvitationSent['data']): Promise<boolean> {
  const { events } = await load<unknown, TeamEvent>(ports, team, teamStream(teamId));
  // A team's stream holds these only.
  const past = events.map(({ event }) => event);
  return past.some(({ type, data }) => type === 'MemberAdded' && data.invitationId === invitationId);
}

export async function writeInvitation(
  people: People,
  by: Provenance,
  invitationId: string,
  command: InvitationCommand,
  loaded?: Loaded<InvitationState, InvitationEvent>,
) {
  const options = { personal: true, ...(loaded === undefined ? {} : { loaded }) };
  const handled = await handle(people.ports, invitation, invitationStream(invitationId), command, by, options);
  const { teamId } = by.context;
  if ('position' in handled && handled.position !== undefined && teamId !== null) {
    people.ports.ownWrites.note(teamId, handled.position);
  }
  return handled;
}

const invitationStream = (id: string): StreamName => streamName('invitation', id);
