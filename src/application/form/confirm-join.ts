import { isSubscribedTo } from '../../domain/contact/contact.js';
import { reveal } from '../../domain/shared/personal.js';
import type { PageLanguage } from '../../domain/shared/page-language.js';
import { command, query } from '../access/use-case.js';
import { findContactInTurn } from '../contact/find-contact.js';
import type { SaidConsent } from '../contact/contact-change.js';
import { putContact } from '../contact/write-contact.js';
import { openEmail, type ReadEmailPorts } from '../email/read-email.js';
import type { RequestContext, Unavailable } from '../shared/context.js';
import { foundKey } from '../ports/found-key.js';
import { teamTopics } from '../topic/topics.js';
import { makeFormToken, readFormToken } from '../unsubscribe/form-token.js';
import { getJoinForm, type JoinForm, type JoinPorts, saidNoTo } from './join.js';
import { readJoinToken } from './join-link.js';
import { acceptedIn } from '../../domain/email/accepted-in.js';

/** What the link of an email opens that asks for a confirmation. Reads, and changes nothing, however often. */
export interface GetConfirmPage {
  readonly token: string;
  readonly language: PageLanguage;
}
/** `invalid-link`: it is not ours, was changed, is too old, or the form or the email is no longer there. */
type GetConfirmPageResult = ConfirmPage | { readonly refused: 'invalid-link' };

export interface ConfirmPage extends Pick<JoinForm, 'form' | 'topics' | 'page' | 'formToken' | 'limitKey'> {
  /** Whose link it is. The page masks it: a link may have been forwarded. */
  readonly address: string;
  readonly sender: string;
  /** It gets all of it already. */
  readonly isSubscribed: boolean;
  /** It said no to all marketing, which a yes here takes back. */
  readonly hasLeftAll: boolean;
}

/** What the person says who holds the link. */
export interface ConfirmJoin {
  readonly token: string;
  readonly language: PageLanguage;
  readonly formToken: string;
  readonly visitor: { readonly ip: string; readonly userAgent: string | null };
  readonly correlationId: string;
}
/** `invalid-form`: the page was opened too long ago, is not of this link, or the form was changed since. */
type ConfirmJoinResult =
  | { readonly contactId: string }
  | { readonly refused: 'invalid-link' }
  | { readonly refused: 'invalid-form' }
  | Unavailable;

type ConfirmPorts = JoinPorts & ReadEmailPorts;

export const GetConfirmPage = query({ name: 'GetConfirmPage', need: 'anyone', run: getConfirmPage });
export const ConfirmJoin = command({ name: 'ConfirmJoin', need: 'anyone', run: confirmJoin });

const invalidLink = { refused: 'invalid-link' } as const;

async function getConfirmPage(ports: ConfirmPorts, { token, language }: GetConfirmPage): Promise<GetConfirmPageResult> {
  const opened = await openLink(ports, token, language);
  if (opened === undefined) return invalidLink;
  const { teamId, address, sender, shown } = opened;
  const [contact, noes] = await Promise.all([
    findContactInTurn(ports, teamId, { address }),
    saidNoTo(ports, teamId, address),
  ]);
  const state = contact?.state;
  const isSubscribed =
    state !== undefined &&
    shown.topics.every(({ id }) => state.topics[id]?.isSubscribed === true) &&
    isSubscribedTo(state, null);
  const formToken = makeFormToken(ports.hash, token, shown.version, ports.clock.now());
  const { form, topics, page } = shown;
  const limitKey = foundKey('joining', opened.emailId);
  return { address, sender, form, topics, page, formToken, limitKey, isSubscribed, hasLeftAll: noes.includes(null) };
}

/** Who reads the address's email says yes: that may bring back who has left. */
async function confirmJoin(ports: ConfirmPorts, command: ConfirmJoin): Promise<ConfirmJoinResult> {
  const { token, language, formToken, visitor, correlationId } = command;
  const opened = await openLink(ports, token, language);
  if (opened === undefined) return invalidLink;
  const { teamId, emailId, address, shown } = opened;
  const version = readFormToken(ports.hash, token, formToken, ports.clock.now());
  // What was shown is what is agreed to: another version is read first.
  if (version === undefined || version.split('/')[0] !== String(shown.form.version)) return { refused: 'invalid-form' };
  const { id: formId, segmentIds: joins } = shown.form;
  const consents = await consentsOf(ports, opened);
  const means = 'double-opt-in' as const;
  const occasion = { means, emailId, pageVersion: version, importId: null, formId, visitor };
  const context: RequestContext = { teamId, actor: { kind: 'system', id: 'recipient' }, correlationId };
  const write = { fields: { email: address }, consents, joins, occasion };
  const written = await putContact(ports, teamId, write, { context, region: null });
  if ('refused' in written) return written;
  if (written.position !== undefined) ports.ownWrites.note(teamId, written.position);
  return { contactId: written.id };
}

/**
 * A yes to each topic. Where all marketing was left, that no is taken back, or nothing would come; what else would come
 * with it was not asked for, and stays away.
 */
async function consentsOf(ports: ConfirmPorts, { teamId, address, shown }: Opened): Promise<readonly SaidConsent[]> {
  const yes = shown.topics.map(({ id }) => ({ topicId: id, isSubscribed: true }));
  const noes = await saidNoTo(ports, teamId, address);
  if (!noes.includes(null)) return yes;
  const topics = (await findContactInTurn(ports, teamId, { address }))?.state.topics ?? {};
  const others = (await teamTopics(ports, teamId)).filter(({ id, defaultSubscription }) => {
    const isAsked = yes.some(({ topicId }) => topicId === id);
    return (
      !isAsked && !noes.includes(id) && isSubscribedTo({ topics }, { id, isOptOut: defaultSubscription === 'opt_out' })
    );
  });
  const no = others.map(({ id }) => ({ topicId: id, isSubscribed: false }));
  return [{ topicId: null, isSubscribed: true }, ...no, ...yes];
}

interface Opened {
  readonly teamId: string;
  readonly emailId: string;
  readonly address: string;
  readonly sender: string;
  readonly shown: JoinForm;
}

/** @returns undefined where the link opens nothing. */
async function openLink(ports: ConfirmPorts, token: string, language: PageLanguage): Promise<Opened | undefined> {
  const link = readJoinToken(ports.hash, token, ports.clock.now());
  if (link === undefined) return undefined;
  const { emailId, formId } = link;
  const [opened, shown] = await Promise.all([openEmail(ports, emailId), getJoinForm(ports, { formId, language })]);
  if ('refused' in shown) return undefined;
  const accepted = acceptedIn(opened?.events ?? [])?.event;
  const mailbox = accepted?.data.recipients[0]?.mailbox;
  const address = mailbox === undefined ? undefined : reveal(mailbox)?.address;
  if (accepted === undefined || address === undefined || opened?.document.teamId !== shown.form.teamId)
    return undefined;
  const from = reveal(accepted.data.content)?.from;
  return { teamId: shown.form.teamId, emailId, address, sender: from?.name ?? from?.address ?? '', shown };
}
