import type { BrandSettings } from '../../domain/brand/brand.js';
import { unsubscribedIn } from '../../domain/contact/contact.js';
import { domainOfAddress, type Mailbox } from '../../domain/shared/mailbox.js';
import { type PageLanguage, pageLanguages } from '../../domain/shared/page-language.js';
import type { FormDocument } from '../../projections/forms/forms.projection.js';
import type { TopicDocument } from '../../projections/topics/topics.projection.js';
import { command, query } from '../access/use-case.js';
import { loadAddress } from '../contact/contact-streams.js';
import { findContactInTurn } from '../contact/find-contact.js';
import type { WriteContactPorts } from '../contact/contact-change.js';
import { putContact } from '../contact/write-contact.js';
import { type RequestContext, type Unavailable, unavailable } from '../shared/context.js';
import type { DailyLimits, TooManyToday } from '../people/daily-limits.js';
import type { LimitKey } from '../ports/limit-key.js';
import { delay } from '../shared/delay.js';
import { foundKey } from '../ports/found-key.js';
import type { Ports } from '../shared/ports.js';
import { teamTopics } from '../topic/topics.js';
import { makeFormToken, readFormToken, shownVersion } from '../unsubscribe/form-token.js';
import { type ShownPage, shownPageOf } from '../unsubscribe/unsubscribe-page.js';
import { type ConfirmationPorts, sendConfirmation } from './confirmation.js';
import { formOf } from './forms.js';

/** What stands on a form's own page, and what answers to it look like. Reads, and changes nothing. */
export interface GetJoinForm {
  readonly formId: string;
  readonly language: PageLanguage;
}
export type GetJoinFormResult = JoinForm | { readonly refused: 'no-form' };

export interface JoinForm {
  readonly form: FormDocument;
  /** Those of the form that the team still has. */
  readonly topics: readonly TopicDocument[];
  readonly page: ShownPage;
  /** The form as it is shown; consents name it. */
  readonly version: string;
  /** What the form's own page sends back. */
  readonly formToken: string;
  readonly limitKey: LimitKey;
}

/** What a visitor types into a form, on whichever site it stands. */
export interface Join {
  readonly formId: string;
  readonly address: string;
  /** The visitor's; null where nothing says it, as with many programs: the email then speaks as the brand does. */
  readonly language: PageLanguage | null;
  /** As the browser says where the form stands; null where it says nothing, as programs do. */
  readonly origin: string | null;
  /** From our own page; null elsewhere. */
  readonly formToken: string | null;
  /** The field that people do not see was filled in: a program did. */
  readonly isTrapped: boolean;
  readonly publicUrl: string;
  readonly visitor: { readonly ip: string; readonly userAgent: string | null };
  readonly network: string;
  readonly correlationId: string;
}

/** The same for every address, whether it is known or not. */
export interface Joined {
  /** Whether an email asks for a confirmation, as the form has it. */
  readonly asksConfirmation: boolean;
  readonly redirectUrl: string | null;
}
type JoinResult =
  | Joined
  | { readonly refused: 'no-form' }
  | { readonly refused: 'foreign-origin' }
  | TooManyToday
  | Unavailable;

export type JoinPorts = WriteContactPorts &
  ConfirmationPorts &
  Pick<Ports, 'readStore' | 'ownWrites' | 'clock' | 'hash'> & { readonly dailyLimits: Pick<DailyLimits, 'signUp'> };

export const GetJoinForm = query({ name: 'GetJoinForm', need: 'anyone', run: getJoinForm });
export const Join = command({ name: 'Join', need: 'anyone', run: join });

const usualLanguage: PageLanguage = 'en';
const noForm = { refused: 'no-form' } as const;

/** Longer than anything that is done: how long an answer takes does not tell whether the address was known. */
const leastAnswerMs = 300;

export async function getJoinForm(ports: JoinPorts, { formId, language }: GetJoinForm): Promise<GetJoinFormResult> {
  const form = await formOf(ports, formId);
  if (form?.isEnabled !== true) return noForm;
  const [all, page] = await Promise.all([teamTopics(ports, form.teamId), shownPageOf(ports, form.teamId)]);
  const topics = all.filter(({ id }) => form.topics.some(({ topicId }) => topicId === id));
  if (topics.length === 0) return noForm;
  const version = `${form.version}/${shownVersion(page.version, language)}`;
  const formToken = makeFormToken(ports.hash, formId, version, ports.clock.now());
  return { form, topics, page, version, formToken, limitKey: foundKey('form', form.id) };
}

async function join(ports: JoinPorts, command: Join): Promise<JoinResult> {
  const { formId, language, isTrapped } = command;
  const shown = await getJoinForm(ports, { formId, language: language ?? usualLanguage });
  if ('refused' in shown) return shown;
  if (!isAtHome(ports, shown.form, command)) return { refused: 'foreign-origin' };
  const tooMany = isTrapped ? undefined : await ports.dailyLimits.signUp(shown.form.teamId, command.network);
  if (tooMany !== undefined) return tooMany;
  const [refused] = await Promise.all([isTrapped ? undefined : take(ports, shown, command), delay(leastAnswerMs)]);
  if (refused !== undefined) return refused;
  const { redirectUrl, topics } = shown.form;
  return { redirectUrl, asksConfirmation: topics.some(({ isConfirmed }) => isConfirmed) };
}

/** On a site that the team has named, on our own page, or no page of a browser at all. */
export function isAtHome(
  ports: Pick<JoinPorts, 'hash' | 'clock'>,
  { origins }: Pick<FormDocument, 'origins'>,
  { formId, origin, formToken, publicUrl }: Pick<Join, 'formId' | 'origin' | 'formToken' | 'publicUrl'>,
): boolean {
  if (origin === null || origin === new URL(publicUrl).origin || origins.includes(origin)) return true;
  // Our page names no origin: it keeps its referrer to itself. On any other page the token proves nothing, for anyone
  // may read ours and take it from there.
  return (
    origin === 'null' &&
    formToken !== null &&
    readFormToken(ports.hash, formId, formToken, ports.clock.now()) !== undefined
  );
}

/**
 * Anyone can type any address. Who has left is asked by email whether to come back, where the form has a sender; else
 * nothing changes for them.
 */
async function take(
  ports: JoinPorts,
  { form, topics, page: { brand }, version }: JoinForm,
  command: Join,
): Promise<Unavailable | undefined> {
  const { teamId, from } = form;
  const { formId, address, visitor, correlationId } = command;
  const isConfirmed = (id: string): boolean => form.topics.some((each) => each.topicId === id && each.isConfirmed);
  const noes = await saidNoTo(ports, teamId, address);
  const hasLeft = noes.some((id) => id === null || topics.some((topic) => topic.id === id));
  const waiting = hasLeft ? topics : topics.filter(({ id }) => isConfirmed(id));
  const atOnce = topics.filter((topic) => !waiting.includes(topic));
  if (atOnce.length > 0) {
    const consents = atOnce.map(({ id }) => ({ topicId: id, isSubscribed: true }));
    const occasion = { means: 'form', emailId: null, pageVersion: version, importId: null, formId, visitor } as const;
    const context: RequestContext = { teamId, actor: { kind: 'system', id: 'form' }, correlationId };
    const joins = waiting.length === 0 ? form.segmentIds : [];
    const write = { fields: { email: address }, consents, joins, occasion };
    const written = await putContact(ports, teamId, write, { context, region: null });
    if ('refused' in written) return written;
    if (written.position !== undefined) ports.ownWrites.note(teamId, written.position);
  }
  if (waiting.length === 0 || from === null) return undefined;
  // The email would ask to follow a link that leads nowhere.
  if (ports.senderRules.linkTrouble != null && !isSandbox(ports, from)) return unavailable;
  const names = topics.map(({ name }) => name);
  const language = command.language ?? languageOf(brand);
  return sendConfirmation(ports, { ...command, teamId, from, topics: names, language, brand });
}

/** The language of a brand is a tag such as `de-AT`. */
function languageOf({ language }: BrandSettings): PageLanguage {
  const tag = language?.toLowerCase().split('-')[0];
  return pageLanguages.find((each) => each === tag) ?? usualLanguage;
}

const isSandbox = ({ senderRules }: JoinPorts, { address }: Mailbox): boolean =>
  senderRules.sandboxDomains.includes(domainOfAddress(address));

/** What the person has said no to, also as a contact that was deleted. Ids of topics; null: all marketing. */
export async function saidNoTo(
  ports: WriteContactPorts,
  teamId: string,
  address: string,
): Promise<readonly (string | null)[]> {
  const found = await findContactInTurn(ports, teamId, { address });
  if (found !== undefined) return unsubscribedIn(found.state);
  return (await loadAddress(ports, teamId, address)).state.unsubscribed;
}
