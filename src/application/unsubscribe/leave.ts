import { isSubscribedTo, type SaidConsents } from '../../domain/contact/contact.js';
import { contactAddress } from '../../domain/contact/contact-address.js';
import type { EmailAccepted } from '../../domain/email/events.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { reveal } from '../../domain/shared/personal.js';
import type { PageLanguage } from '../../domain/shared/page-language.js';
import { command, query } from '../access/use-case.js';
import type { LimitKey } from '../ports/limit-key.js';
import type { DailyLimits, TooManyToday } from '../people/daily-limits.js';
import { foundKey } from '../ports/found-key.js';
import { contactAddressStream, contactThen, loadAddress } from '../contact/contact-streams.js';
import { findContactInTurn, type FoundContact } from '../contact/find-contact.js';
import { settleAddress } from '../contact/settle-address.js';
import type { ContactWrite, SaidConsent, WriteContactPorts } from '../contact/contact-change.js';
import { changeContact, putContact } from '../contact/write-contact.js';
import { openEmail, type ReadEmailPorts } from '../email/read-email.js';
import { addressHash } from '../shared/address-hash.js';
import { type RequestContext, type Unavailable, unavailable } from '../shared/context.js';
import { handle, type Provenance } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { teamTopics } from '../topic/topics.js';
import { makeFormToken, readFormToken, shownVersion } from './form-token.js';
import { type LeaveLink, readLeaveToken } from './leave-link.js';
import { type ShownPage, shownPageOf } from './unsubscribe-page.js';

/** What the link of a recipient opens. Reads, and changes nothing, however often it is asked. */
export interface GetLeavePage {
  readonly token: string;
  /** In which it is shown. */
  readonly language: PageLanguage;
}
/** `invalid-link`: it is not ours, was changed, is too old, or the mail or the address is no longer there. */
export type GetLeavePageResult = OpenedLeavePage | { readonly refused: 'invalid-link' };

/** A topic on the page, with what the person gets. */
export interface ShownTopic {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly isSubscribed: boolean;
}

export interface LeavePage {
  /** Whose link it is. The page masks it: a link may have been forwarded. */
  readonly address: string;
  /** Who wrote the mail, as it said. */
  readonly sender: string;
  /** What the mail is about; null: all marketing of the team. */
  readonly topicId: string | null;
  /** Null where the topic is gone. */
  readonly topicName: string | null;
  /** Whether the person still gets what the mail is about. */
  readonly isSubscribed: boolean;
  /** Whether the person gets any marketing. */
  readonly getsMarketing: boolean;
  /** Those that people may choose, and the mail's own. */
  readonly topics: readonly ShownTopic[];
  readonly page: ShownPage;
  /** What the form of the page sends back. */
  readonly formToken: string;
}

export interface OpenedLeavePage extends LeavePage {
  readonly limitKey: LimitKey;
}

/** What the person who holds the link says. */
export interface Leave {
  readonly token: string;
  /** `own`: to leave the topic of the mail; else what was chosen on the page. */
  readonly choice: 'own' | Chosen;
  /** What the page had in its form; null: one-click, without a page. */
  readonly formToken: string | null;
  readonly visitor: { readonly ip: string; readonly userAgent: string | null };
  readonly correlationId: string;
}

interface Chosen {
  readonly getsMarketing: boolean;
  /** The topics that the page showed: of others nothing was said. */
  readonly shown: readonly string[];
  readonly subscribed: readonly string[];
}

/** `invalid-form`: the page was opened too long ago, or the form is not of this link. */
export type LeaveResult =
  | { readonly contactId: string }
  | { readonly refused: 'invalid-link' }
  | { readonly refused: 'invalid-form' }
  | TooManyToday
  | Unavailable;

export type LeavePorts = WriteContactPorts &
  ReadEmailPorts &
  Pick<Ports, 'readStore' | 'ownWrites' | 'clock' | 'hash'> & { readonly dailyLimits: Pick<DailyLimits, 'joinAgain'> };

export const GetLeavePage = query({ name: 'GetLeavePage', need: 'anyone', run: getLeavePage });
export const Leave = command({ name: 'Leave', need: 'anyone', run: leave });

const invalidLink = { refused: 'invalid-link' } as const;

export async function getLeavePage(ports: LeavePorts, { token, language }: GetLeavePage): Promise<GetLeavePageResult> {
  const found = await openLink(ports, token);
  if (found === undefined) return invalidLink;
  const { teamId, address, sender, topicId, isOptOut } = found;
  const [state, all, page] = await Promise.all([
    stateOf(ports, found),
    teamTopics(ports, teamId),
    shownPageOf(ports, teamId),
  ]);
  const gets = (topic: { readonly id: string; readonly isOptOut: boolean }): boolean =>
    // What "no marketing" means is said once on the page, not again beside each topic.
    isSubscribedTo({ topics: state.topics }, topic);
  const topics = all
    .filter(({ id, visibility }) => id === topicId || visibility === 'public')
    .map(({ id, name, description, defaultSubscription }) => {
      return { id, name, description, isSubscribed: gets({ id, isOptOut: defaultSubscription === 'opt_out' }) };
    });
  const own = topicId === null ? null : { id: topicId, isOptOut };
  return {
    address,
    sender,
    topicId,
    topicName: topics.find(({ id }) => id === topicId)?.name ?? null,
    isSubscribed: isSubscribedTo(state, own),
    getsMarketing: isSubscribedTo(state, null),
    topics,
    page,
    limitKey: limitKeyOf(found),
    formToken: makeFormToken(ports.hash, token, shownVersion(page.version, language), ports.clock.now()),
  };
}

/**
 * Makes the address a contact where it is none: a no is a fact about anybody. A contact that has moved to another
 * address since leaves there, and its no stays with this one too; a yes changes nothing for it, as its new address did
 * not say it.
 */
export async function leave(ports: LeavePorts, command: Leave): Promise<LeaveResult> {
  const { token, choice, formToken, visitor, correlationId } = command;
  const found = await openLink(ports, token);
  if (found === undefined) return invalidLink;
  const { teamId, emailId, recipient, address, topicId, broadcastId } = found;
  const pageVersion = formToken === null ? null : readFormToken(ports.hash, token, formToken, ports.clock.now());
  if (pageVersion === undefined) return { refused: 'invalid-form' };
  const means = formToken === null ? 'one-click' : 'page';
  const consents = choice === 'own' ? [{ topicId, isSubscribed: false }] : await chosen(ports, found, choice);
  // A no is always taken; yes and no in turn are not, all day.
  const isYes = consents.some(({ isSubscribed }) => isSubscribed);
  const tooMany = isYes ? await ports.dailyLimits.joinAgain(limitKeyOf(found)) : undefined;
  if (tooMany !== undefined) return tooMany;
  const ofBroadcast = broadcastId === undefined ? {} : { broadcastId };
  const occasion = { means, emailId, recipient, ...ofBroadcast, pageVersion, importId: null, visitor } as const;
  const context: RequestContext = { teamId, actor: { kind: 'system', id: 'recipient' }, correlationId };
  const provenance = { context, region: null };
  const moved = await movedContact(ports, found);
  const noes = noesIn(consents, choice);
  const written =
    moved === undefined
      ? await putContact(ports, teamId, { fields: { email: address }, consents, occasion }, provenance)
      : await changeContact(ports, moved.loaded, moved.state, { fields: {}, consents: noes, occasion }, provenance);
  if ('refused' in written) return written;
  if (written.position !== undefined) ports.ownWrites.note(teamId, written.position);
  if (moved === undefined) return { contactId: written.id };
  const kept = await keepAt(
    ports,
    { ...found, sentTo: moved.id },
    { fields: {}, consents: noes, occasion },
    provenance,
  );
  return kept ?? { contactId: written.id };
}

/** The contact that the email went to, and whether it has another address by now. */
async function contactSentTo(ports: LeavePorts, { teamId, address, sentTo }: OpenedLink) {
  const found = sentTo === undefined ? undefined : await findContactInTurn(ports, teamId, { id: sentTo });
  return found && { found, hasMoved: found.state.addressHash !== addressHash(ports.hash, address) };
}

async function movedContact(ports: LeavePorts, link: OpenedLink): Promise<FoundContact | undefined> {
  const sentTo = await contactSentTo(ports, link);
  return sentTo?.hasMoved ? sentTo.found : undefined;
}

/** A no stays with the address that the email went to, also where another contact has it, or none. */
async function keepAt(
  ports: LeavePorts,
  { teamId, address, sentTo = '' }: OpenedLink,
  write: ContactWrite,
  provenance: Provenance,
): Promise<Unavailable | undefined> {
  const settled = await settleAddress(ports, teamId, address, provenance);
  if ('refused' in settled) return settled;
  if ((await findContactInTurn(ports, teamId, { address })) !== undefined) {
    const written = await putContact(ports, teamId, { ...write, fields: { email: address } }, provenance);
    if ('refused' in written) return written;
    if (written.position !== undefined) ports.ownWrites.note(teamId, written.position);
    return undefined;
  }
  const stream = contactAddressStream(teamId, addressHash(ports.hash, address));
  const unsubscribed = write.consents.map(({ topicId }) => topicId);
  const keeping = { type: 'KeepUnsubscribed', contactId: sentTo, unsubscribed } as const;
  const kept = await handle(ports, contactAddress, stream, keeping, provenance);
  return 'refused' in kept ? unavailable : undefined;
}

/** What was said by the contact that the email went to, wherever it is now. */
async function stateOf(ports: LeavePorts, found: OpenedLink): Promise<SaidConsents> {
  const { teamId, address } = found;
  const sentTo = await contactSentTo(ports, found);
  if (sentTo?.hasMoved) return sentTo.found.state;
  const { contactId, unsubscribed } = (await loadAddress(ports, teamId, address)).state;
  // Mostly it is the same contact: its history is not read again.
  const isSame = sentTo !== undefined && sentTo.found.id === contactId;
  const contact = isSame ? sentTo.found : await findContactInTurn(ports, teamId, { address });
  if (contact !== undefined) return contact.state;
  const no = { isSubscribed: false };
  const topics = unsubscribed.flatMap((id) => (id === null ? [] : [[id, no] as const]));
  return { ...(unsubscribed.includes(null) ? { all: no } : {}), topics: Object.fromEntries(topics) };
}

/** All that is not wanted on the page, also where that is no news of the contact: it may be of the address. */
function noesIn(said: readonly SaidConsent[], choice: Leave['choice']): readonly SaidConsent[] {
  if (choice === 'own') return said;
  const { getsMarketing, shown, subscribed } = choice;
  const topics = shown.filter((id) => !subscribed.includes(id));
  const left = [...(getsMarketing ? [] : [null]), ...topics];
  return left.map((topicId) => ({ topicId, isSubscribed: false }));
}

/** What was chosen, as far as it is another than what holds: who changes nothing has said nothing. */
async function chosen(
  ports: LeavePorts,
  found: OpenedLink,
  { getsMarketing, shown, subscribed }: Chosen,
): Promise<readonly SaidConsent[]> {
  const { teamId, topicId } = found;
  const state = await stateOf(ports, found);
  const offered = (await teamTopics(ports, teamId)).filter(
    ({ id, visibility }) => shown.includes(id) && (id === topicId || visibility === 'public'),
  );
  const ofTopics = offered.flatMap(({ id, defaultSubscription }): readonly SaidConsent[] => {
    const isSubscribed = subscribed.includes(id);
    const holds = isSubscribedTo({ topics: state.topics }, { id, isOptOut: defaultSubscription === 'opt_out' });
    return holds === isSubscribed ? [] : [{ topicId: id, isSubscribed }];
  });
  const ofAll = isSubscribedTo(state, null) === getsMarketing ? [] : [{ topicId: null, isSubscribed: getsMarketing }];
  return [...ofAll, ...ofTopics];
}

interface OpenedLink extends LeaveLink {
  readonly teamId: string;
  readonly address: string;
  readonly sender: string;
  readonly topicId: string | null;
  readonly isOptOut: boolean;
  readonly broadcastId: string | undefined;
  /** The contact that the email went to; undefined where there was none. */
  readonly sentTo: string | undefined;
}

const limitKeyOf = ({ emailId, recipient }: LeaveLink): LimitKey => foundKey('leaving', emailId, String(recipient));

/** @returns undefined where the link opens nothing. */
async function openLink(ports: LeavePorts, token: string): Promise<OpenedLink | undefined> {
  const link = readLeaveToken(ports.hash, token, ports.clock.now());
  if (link === undefined) return undefined;
  const { emailId, recipient } = link;
  const opened = await openEmail(ports, emailId);
  // The codec types the union of all events; an email stream holds an email's.
  const accepted = opened?.events.find(({ event }) => event.type === 'EmailAccepted') as
    | Recorded<EmailAccepted>
    | undefined;
  const teamId = opened?.document.teamId ?? null;
  if (accepted === undefined || teamId === null) return undefined;
  const { recipients, subscription, content, broadcast } = accepted.event.data;
  const mailbox = recipients[recipient]?.mailbox;
  const address = mailbox === undefined ? undefined : reveal(mailbox)?.address;
  // Erased, or a mail that has no such links.
  if (address === undefined || subscription === undefined) return undefined;
  const from = reveal(content)?.from;
  const { topicId, isOptOut } = subscription;
  const sender = from?.name ?? from?.address ?? '';
  const sentTo = broadcast?.contactId ?? (await contactThen(ports, teamId, address, accepted.position));
  return { ...link, teamId, address, sender, topicId, isOptOut, broadcastId: broadcast?.id, sentTo };
}
