import type { AudienceEvent } from '../../domain/broadcast/audience.js';
import type { ContactUnsubscribed } from '../../domain/contact/events.js';
import type {
  DeliveryAttemptStarted,
  DeliveryDeferred,
  DeliveryOutcomeUnknown,
  EmailAccepted,
  EmailBounced,
  EmailCanceled,
  EmailClicked,
  EmailComplained,
  EmailDelivered,
  EmailFailed,
  EmailRetried,
  EmailSuppressed,
  RecordedReply,
  TrackingEvent,
} from '../../domain/email/events.js';
import { receiverGroupOf } from '../../domain/insight/health/receiver-group.js';
import { unreachable } from '../../domain/shared/decider.js';
import { reveal } from '../../domain/shared/personal.js';
import { idOf } from '../../domain/shared/stream-name.js';
import { bounceKind } from '../metrics/bounce-kind.js';
import { isLateBounce } from '../shared/late-bounce.js';
import type { Projection } from '../shared/projection.js';
import {
  type BroadcastResultDocument,
  type ChunkResult,
  type FollowedLink,
  type MemberResult,
  summandsOf,
  tokensOf,
} from './broadcast-results.document.js';

type DeliveryEvent =
  | DeliveryAttemptStarted
  | DeliveryOutcomeUnknown
  | DeliveryDeferred
  | EmailDelivered
  | EmailBounced
  | EmailFailed
  | EmailRetried
  | EmailSuppressed
  | EmailComplained
  | EmailCanceled;
type Happening = AudienceEvent | ContactUnsubscribed | EmailAccepted | TrackingEvent | DeliveryEvent;

/**
 * What the results of broadcasts are counted and listed from: one small document for each member's email, for each that
 * left by it, and for each chunk of an audience. Other emails have none. The counts are kept beside them as sums.
 */
export const broadcastResultsProjection: Projection<Happening, BroadcastResultDocument> = {
  name: 'broadcast-results',
  version: 3,
  categories: ['email', 'contact', 'audience'],
  handles: [
    'AudienceFrozen',
    'AudienceOpened',
    'ContactUnsubscribed',
    'EmailAccepted',
    'DeliveryAttemptStarted',
    'DeliveryOutcomeUnknown',
    'DeliveryDeferred',
    'EmailDelivered',
    'EmailBounced',
    'EmailFailed',
    'EmailRetried',
    'EmailSuppressed',
    'EmailComplained',
    'EmailCanceled',
    'EmailOpened',
    'EmailClicked',
  ],
  personal: true,
  documentsOf: 'email',
  fields: { kind: 'text', broadcastId: 'text' },
  indexes: [['kind', 'broadcastId', 'id']],
  search: { within: 'broadcastId', tokens: 'tokens' },
  keys: ({ stream, event }) => {
    if (event.type !== 'ContactUnsubscribed') return [idOf(stream)];
    const { emailId, broadcastId } = event.data.occasion;
    return emailId === null || broadcastId === undefined ? [] : [departureId(emailId)];
  },
  evolve(document, { event, metadata: { time } }, id) {
    switch (event.type) {
      case 'AudienceFrozen':
        return document ?? frozen(event, id);
      case 'AudienceOpened':
        return document?.kind === 'chunk' ? opened(document, event) : document;
      // The last turn of a chunk says what was skipped in each.
      case 'AudienceTurnOpened':
        return document;
      case 'ContactUnsubscribed':
        return document ?? left(event, id);
      case 'EmailAccepted':
        return document ?? accepted(event, id);
      default:
        if (document?.kind !== 'member') return document;
        return isHit(event) ? hit(document, event, time) : changedBy(document, event, time);
    }
  },
  complete: (document) => (document.kind === 'member' ? { ...document, tokens: tokensOf(document) } : document),
  sums: { of: summandsOf },
};

/** The document of those who left by an email. */
export const departureId = (emailId: string): string => `departure-${emailId}`;

const isHit = (event: Happening): event is TrackingEvent =>
  event.type === 'EmailOpened' || event.type === 'EmailClicked';
/** UTC. */
const hourOf = (time: string): string => time.slice(0, 13);

type Frozen = Extract<AudienceEvent, { readonly type: 'AudienceFrozen' }>;
type Opened = Extract<AudienceEvent, { readonly type: 'AudienceOpened' }>;

function frozen({ data: { broadcastId, members } }: Frozen, id: string): ChunkResult {
  const skipped = members.flatMap((member) => member.skipped ?? []);
  return { kind: 'chunk', id, broadcastId, members: members.length, skipped: added({}, skipped) };
}

function opened(chunk: ChunkResult, { data }: Opened): ChunkResult {
  const reasons = data.skipped.map(({ reason }) => reason);
  return { ...chunk, skipped: added(chunk.skipped, reasons) };
}

function added(counts: ChunkResult['skipped'], reasons: readonly string[]): ChunkResult['skipped'] {
  const sum: Record<string, number> = { ...counts };
  for (const reason of reasons) sum[reason] = (sum[reason] ?? 0) + 1;
  return sum;
}

function left({ data: { occasion } }: ContactUnsubscribed, id: string): BroadcastResultDocument | undefined {
  const { emailId, broadcastId } = occasion;
  if (emailId === null || broadcastId === undefined) return undefined;
  return { kind: 'departure', id, broadcastId, emailId, tokens: ['unsubscribed'] };
}

function accepted({ data: { broadcast, recipients } }: EmailAccepted, id: string): MemberResult | undefined {
  const [recipient] = recipients;
  if (broadcast === undefined || recipient === undefined) return undefined;
  const none = { people: 0, machines: 0 };
  return {
    ...{ kind: 'member', id, broadcastId: broadcast.id, contactId: broadcast.contactId },
    ...(broadcast.variant === undefined ? {} : { variant: broadcast.variant }),
    ...(broadcast.part === undefined ? {} : { part: broadcast.part }),
    address: reveal(recipient.mailbox)?.address ?? null,
    ...{ sent: false, result: null, reason: null, group: null, complained: false },
    ...{ opens: none, clicks: none, links: [], tokens: [] },
  };
}

function hit(member: MemberResult, event: TrackingEvent, time: string): MemberResult {
  const isPerson = event.data.judged === 'person';
  const plusOne = <Counts extends { readonly people: number; readonly machines: number }>(counts: Counts): Counts =>
    isPerson ? { ...counts, people: counts.people + 1 } : { ...counts, machines: counts.machines + 1 };
  const hour = hourOf(time);
  if (event.type === 'EmailOpened') {
    return { ...member, opens: plusOne(member.opens), ...(isPerson ? { openedHour: member.openedHour ?? hour } : {}) };
  }
  const links = followed(member.links, event, plusOne);
  const first = isPerson ? { clickedHour: member.clickedHour ?? hour } : {};
  return { ...member, clicks: plusOne(member.clicks), links, ...first };
}

function followed(
  links: readonly FollowedLink[],
  { data: { link, seen } }: EmailClicked,
  plusOne: (counts: FollowedLink) => FollowedLink,
): readonly FollowedLink[] {
  const known = links.find((each) => each.link === link);
  const url = reveal(seen)?.url ?? null;
  if (known === undefined) return [...links, plusOne({ link, url, people: 0, machines: 0 })];
  return links.map((each) => (each === known ? plusOne({ ...each, url: each.url ?? url }) : each));
}

/** Delivered is final, whatever came before it or comes after. */
function changedBy(member: MemberResult, event: DeliveryEvent, time: string): MemberResult {
  if (event.type === 'EmailComplained') return { ...member, complained: true };
  if (member.result === 'delivered' && !isLateBounce(event)) return member;
  switch (event.type) {
    case 'DeliveryAttemptStarted':
    case 'DeliveryOutcomeUnknown':
      return { ...member, sent: true };
    case 'DeliveryDeferred':
      return { ...member, sent: true, ...groupIn(event.data.reply) };
    case 'EmailDelivered': {
      const end = { sent: true, result: 'delivered', reason: null } as const;
      return { ...member, ...end, ...groupIn(event.data.reply), deliveredHour: hourOf(time) };
    }
    case 'EmailBounced':
      return { ...bounced(member, event), ...groupIn(event.data.reply) };
    case 'EmailFailed': {
      // Without an attempt it was given up while it waited: that alone is no try.
      const { attemptId, reason } = event.data;
      return { ...member, sent: member.sent || attemptId !== null, result: 'failed', reason };
    }
    case 'EmailRetried':
      return member.result === 'failed' ? { ...member, result: null, reason: null } : member;
    case 'EmailSuppressed':
      return { ...member, result: 'suppressed', reason: event.data.reason };
    case 'EmailCanceled':
      return { ...member, result: 'canceled', reason: null };
    default:
      return unreachable(event);
  }
}

/** It was delivered at no time where it came back. */
function bounced({ deliveredHour: _taken, ...member }: MemberResult, { data }: EmailBounced): MemberResult {
  return { ...member, sent: true, result: bounceKind(data), reason: null };
}

/** Without a connection there is no host, and who was meant is not known. */
function groupIn({ detail }: RecordedReply): Pick<MemberResult, 'group'> | object {
  const host = reveal(detail)?.host ?? '';
  return host === '' ? {} : { group: receiverGroupOf(host) };
}
