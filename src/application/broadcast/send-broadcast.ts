import type { Variant } from '../../domain/broadcast/ab-test.js';
import { broadcast, type BroadcastCommand, type BroadcastRefusal } from '../../domain/broadcast/broadcast.js';
import type { BroadcastDraft, Excluding, PausedBecause, SentAs } from '../../domain/broadcast/events.js';
import { type LocalTime, windowOf, Zones } from '../../domain/broadcast/local-time.js';
import { type LinkTrouble, unreachableLink } from '../../domain/shared/link-trouble.js';
import { domainOfAddress } from '../../domain/shared/mailbox.js';
import { tryValues } from '../../domain/template/merge.js';
import { command } from '../access/use-case.js';
import { teamProperties } from '../contact-property/contact-properties.js';
import { checkSendWindow, type SendWindowRefusal } from '../email/schedule-email.js';
import { segmentProblem } from '../segment/named.js';
import { getSegment } from '../segment/segments.js';
import type { TeamReadPorts } from '../shared/all-of-team.js';
import { type Changed, changeOne } from '../shared/change-one.js';
import type { LogPorts } from '../shared/handle.js';
import type { ContentPorts } from '../template/template-content.js';
import { checkSender, type SenderRules } from '../submission/check-email.js';
import { getTopic } from '../topic/topics.js';
import {
  type BroadcastContent,
  contentAfter,
  emptyContent,
  isSameContent,
  openBroadcastContent,
  unknownTag,
  someLinks,
} from './broadcast-content.js';
import {
  type BroadcastPorts,
  createBroadcast,
  type CreateBroadcast as Create,
  type OneBroadcast,
  type WriteRefusal,
} from './broadcasts.js';
import { conditionProblem } from './conditions.js';
import { broadcastOfTeam, broadcastStream, loadBroadcast } from './broadcast-streams.js';
import { type Said, openContents, openVariantContent, saysTheSame } from './variant-content.js';

export type SendPorts = BroadcastPorts & { readonly senderRules: SenderRules };

/** Why a broadcast cannot be sent as it is. */
export type UnsendableBroadcast =
  | { readonly refused: 'incomplete'; readonly field: 'segment_id' | 'from' | 'subject' | 'html' }
  | { readonly refused: 'unknown-segment' | 'unknown-topic'; readonly id: string }
  /** It cannot be said whom the filter of the segment finds. */
  | { readonly refused: 'unusable-segment'; readonly problem: string }
  | { readonly refused: 'unknown-tag' | 'wrong-link'; readonly tag: string }
  /** `condition` null: the marks of its sections do not fit together. */
  | { readonly refused: 'wrong-condition'; readonly condition: string | null; readonly problem: string }
  | { readonly refused: 'forbidden-place'; readonly tag: string; readonly where: string }
  | { readonly refused: 'domain-not-verified'; readonly domain: string }
  /** It goes to those who did not open the other, and says the same under the same subject. */
  | { readonly refused: 'same-content'; readonly of: string }
  | { readonly refused: 'same-variants' }
  /** `link`: one in the content; null: those by which people unsubscribe. */
  | { readonly refused: 'links-unreachable'; readonly trouble: LinkTrouble; readonly link: string | null };
/** `variant`: whose content it is; absent where that is the only one, or it is not about a content. */
export type UnsendableDraft = UnsendableBroadcast & { readonly variant?: Variant };

/** Why it cannot be sent at a time of each person's zone. */
export type LocalTimeRefusal =
  | { readonly refused: 'unknown-zone-property'; readonly property: string }
  | { readonly refused: 'unknown-zone'; readonly zone: string }
  | { readonly refused: 'past-everywhere' }
  | { readonly refused: 'local-time-too-far' };

export type SendResult = Changed<BroadcastRefusal> | UnsendableDraft | SendWindowRefusal | LocalTimeRefusal;

/** POST /broadcasts/{id}/send. */
export interface SendBroadcast extends OneBroadcast {
  /** ISO 8601; undefined, or a moment past: at once. */
  readonly scheduledAt: string | undefined;
  /** At this time of each person's zone, in place of `scheduledAt`. */
  readonly localTime?: LocalTime | undefined;
  /** What was looked at; undefined: whatever is there. */
  readonly seen?: Pick<SentAs, 'content' | 'test'> | undefined;
}
export const SendBroadcast = command({ name: 'SendBroadcast', need: 'member', run: sendBroadcast });

/** At once: from this answer on, segment, topic and content are what they are now. Later: what they are then. */
export async function sendBroadcast(
  ports: SendPorts,
  { context, broadcastId, localTime, seen, ...send }: SendBroadcast,
): Promise<SendResult> {
  const { teamId } = context;
  // Who gets it is frozen when it is so late anywhere.
  const scheduledAt = localTime === undefined ? send.scheduledAt : windowOf(localTime).begins;
  const outside = await unsuited(ports, teamId, scheduledAt, localTime);
  if (outside !== undefined) return outside;
  const loaded = await broadcastOfTeam(ports, teamId, broadcastId);
  if (loaded === undefined) return { refused: 'not-found' };
  const { state, stream } = loaded;
  const sendable = await draftSendableAs(ports, teamId, state);
  if ('refused' in sendable) return sendable;
  const { content, test } = seen ?? state;
  const tested = test === undefined ? {} : { test };
  const isLater = scheduledAt !== undefined && Date.parse(scheduledAt) > ports.clock.now();
  const sending: BroadcastCommand = isLater
    ? { type: 'ScheduleBroadcast', teamId, scheduledAt, localTime, content, ...tested }
    : { type: 'QueueBroadcast', teamId, sentAs: sentAsOf(sendable, { content, test }, localTime) };
  return changeOne(ports, broadcast, stream, sending, context);
}

export function sentAsOf(
  sendable: Omit<SentAs, 'content' | 'test' | 'localTime'>,
  { content, test }: { readonly content: SentAs['content']; readonly test?: SentAs['test'] | undefined },
  localTime: LocalTime | undefined,
): SentAs {
  const tested = test === undefined ? {} : { test };
  return { ...sendable, content, ...tested, ...(localTime === undefined ? {} : { localTime }) };
}

/** Why it cannot be sent at that time. */
async function unsuited(
  ports: SendPorts,
  teamId: string,
  scheduledAt: string | undefined,
  localTime: LocalTime | undefined,
): Promise<SendWindowRefusal | LocalTimeRefusal | undefined> {
  const now = ports.clock.now();
  if (scheduledAt === undefined) return undefined;
  if (localTime === undefined) return checkSendWindow(Date.parse(scheduledAt), now);
  const { property, fallbackZone } = localTime;
  if (!(await teamProperties(ports, teamId)).some(({ key, type }) => key === property && type === 'string')) {
    return { refused: 'unknown-zone-property', property };
  }
  if (!new Zones().isZone(fallbackZone)) return { refused: 'unknown-zone', zone: fallbackZone };
  if (Date.parse(windowOf(localTime).ends) < now) return { refused: 'past-everywhere' };
  const isTooFar = checkSendWindow(Date.parse(scheduledAt), now)?.refused === 'scheduled-too-far';
  return isTooFar ? { refused: 'local-time-too-far' } : undefined;
}

/** POST /broadcasts: a draft, or sent in the same request. */
export interface CreateBroadcast extends Create {
  readonly send: { readonly scheduledAt: string | undefined } | undefined;
}
export const CreateBroadcast = command({
  name: 'CreateBroadcast',
  need: 'member',
  async run(ports: SendPorts, { send, ...create }: CreateBroadcast): Promise<SendResult | WriteRefusal> {
    if (send === undefined) return createBroadcast(ports, create);
    const { context, settings, reading } = create;
    const { segmentId = null, topicId = null } = settings;
    // What cannot be sent leaves no draft behind.
    const content = await contentAfter(emptyContent, settings, reading);
    if ('refused' in content) return content;
    const sendable = await sendableAs(ports, context.teamId, { segmentId, topicId }, content);
    if ('refused' in sendable) return sendable;
    const created = await createBroadcast(ports, create);
    if ('refused' in created) return created;
    return sendBroadcast(ports, { context, broadcastId: created.id, ...send });
  },
});

interface Audience extends Pick<BroadcastDraft, 'segmentId' | 'topicId'> {
  readonly excluding?: Excluding | undefined;
}

/** What is frozen of a draft, or why it may not be sent: each of its contents has to be fit. */
export async function draftSendableAs(
  ports: LogPorts & TeamReadPorts & ContentPorts & Pick<SendPorts, 'senderRules'>,
  teamId: string,
  { content, test, ...draft }: Audience & Said,
): Promise<SentAs | UnsendableDraft> {
  const a = await openBroadcastContent(ports, content);
  const sendable = await sendableAs(ports, teamId, draft, a);
  if (test === undefined) return 'refused' in sendable ? sendable : { ...sendable, content };
  if ('refused' in sendable) return { ...sendable, variant: 'a' };
  const b = await openVariantContent(ports, test);
  const alsoSendable = await sendableAs(ports, teamId, draft, b);
  if ('refused' in alsoSendable) return { ...alsoSendable, variant: 'b' };
  return saysTheSame(a, b) ? { refused: 'same-variants' } : { ...sendable, content, test };
}

/** What is frozen beside the content, or why it may not be sent. */
async function sendableAs(
  ports: LogPorts & ContentPorts & TeamReadPorts & Pick<SendPorts, 'senderRules'>,
  teamId: string,
  { segmentId, topicId, excluding }: Audience,
  content: BroadcastContent,
): Promise<Omit<SentAs, 'content' | 'test' | 'localTime'> | UnsendableBroadcast> {
  const { from, subject, html, text, forbidden } = content;
  if (segmentId === null) return { refused: 'incomplete', field: 'segment_id' };
  if (from === null) return { refused: 'incomplete', field: 'from' };
  if (subject === null || subject === '') return { refused: 'incomplete', field: 'subject' };
  if (html === '' && text === '') return { refused: 'incomplete', field: 'html' };
  const [wrong] = forbidden;
  if (wrong !== undefined) return { refused: 'forbidden-place', tag: wrong.name, where: wrong.where };
  const keys = new Set((await teamProperties(ports, teamId)).map(({ key }) => key));
  const unknown = unknownTag(content, keys);
  if (unknown !== undefined) return { refused: 'unknown-tag', tag: unknown };
  const condition = await conditionProblem(ports, teamId, content);
  if (condition !== undefined) return { refused: 'wrong-condition', ...condition };
  const [wrongLink] = tryValues(content, someLinks, {}).problems;
  if (wrongLink !== undefined) return { refused: 'wrong-link', tag: wrongLink.variable };
  const domain = await checkSender(ports.senderRules, { teamId, domainId: null }, { from, to: [], cc: [], bcc: [] });
  if ('refused' in domain) return { refused: 'domain-not-verified', domain: domainOfAddress(from.address) };
  const unreachable = domain.sandbox ? undefined : linksUnreachable(ports.senderRules, html);
  if (unreachable !== undefined) return unreachable;
  const segment = await getSegment(ports, { teamId, segmentId });
  if (segment === undefined) return { refused: 'unknown-segment', id: segmentId };
  const unusable = await segmentProblem(ports, segment);
  if (unusable !== undefined) return { refused: 'unusable-segment', problem: unusable };
  const unchanged = excluding?.kind === 'opened' ? await saidBefore(ports, content, excluding) : undefined;
  if (unchanged !== undefined) return unchanged;
  const whom = { segmentId, topicId, ...(excluding === undefined ? {} : { excluding }) };
  if (topicId === null) return { ...whom, isOptOut: false };
  const topic = await getTopic(ports, { teamId, topicId });
  if (topic === undefined) return { refused: 'unknown-topic', id: topicId };
  return { ...whom, isOptOut: topic.defaultSubscription === 'opt_out' };
}

/** Without a link to unsubscribe that works, and without its pictures, it is not sent. */
function linksUnreachable(
  { linkTrouble: trouble, readElsewhere }: SendPorts['senderRules'],
  html: string,
): UnsendableBroadcast | undefined {
  if (trouble != null) return { refused: 'links-unreachable', trouble, link: null };
  const link = readElsewhere ? unreachableLink(html) : undefined;
  return link === undefined ? undefined : { refused: 'links-unreachable', trouble: 'loopback', link };
}

/** @returns undefined where it is not what the other said. */
async function saidBefore(
  ports: LogPorts & ContentPorts,
  content: BroadcastContent,
  { broadcastId }: Excluding,
): Promise<UnsendableBroadcast | undefined> {
  const { state } = await loadBroadcast(ports, broadcastId);
  const before = state === null ? [] : await openContents(ports, state);
  return before.some((each) => isSameContent(each, content)) ? { refused: 'same-content', of: broadcastId } : undefined;
}

type StepCommand = Extract<
  BroadcastCommand,
  { readonly type: 'CancelBroadcast' | 'PauseBroadcast' | 'ResumeBroadcast' }
>;
const step =
  (commandFor: (teamId: string) => StepCommand) =>
  (ports: BroadcastPorts, { context, broadcastId }: OneBroadcast): Promise<Changed<BroadcastRefusal>> =>
    changeOne(ports, broadcast, broadcastStream(broadcastId), commandFor(context.teamId), context);

/** POST /broadcasts/{id}/cancel: a scheduled one is a draft again, one that is being sent stops for ever. */
export const CancelBroadcast = command({
  name: 'CancelBroadcast',
  need: 'member',
  run: step((teamId) => ({ type: 'CancelBroadcast', teamId })),
});

/** POST /dashboard-api/broadcasts/{id}/pause: no further email is opened. */
export const PauseBroadcast = command({
  name: 'PauseBroadcast',
  need: 'member',
  run: step((teamId) => ({ type: 'PauseBroadcast', teamId, because: 'person' })),
});

/** POST /dashboard-api/broadcasts/{id}/resume. */
export const ResumeBroadcast = command({
  name: 'ResumeBroadcast',
  need: 'member',
  run: step((teamId) => ({ type: 'ResumeBroadcast', teamId })),
});

/** What a person has to see to before it goes on. */
export const pauseFor: Readonly<Record<UnsendableBroadcast['refused'], PausedBecause>> = {
  'unknown-segment': 'segment-deleted',
  'unknown-topic': 'topic-deleted',
  'unusable-segment': 'filter-invalid',
  'domain-not-verified': 'domain-not-verified',
  incomplete: 'content-invalid',
  'same-variants': 'content-invalid',
  'unknown-tag': 'content-invalid',
  'wrong-condition': 'content-invalid',
  'wrong-link': 'content-invalid',
  'forbidden-place': 'content-invalid',
  'same-content': 'content-invalid',
  'links-unreachable': 'links-unreachable',
};
