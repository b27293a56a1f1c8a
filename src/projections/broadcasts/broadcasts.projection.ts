import { broadcast, type Broadcast } from '../../domain/broadcast/broadcast.js';
import type { BroadcastEvent } from '../../domain/broadcast/events.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import { wordsOf } from '../emails/email-tokens.js';
import { foldStream } from '../shared/fold-stream.js';
import type { Projection } from '../shared/projection.js';

/** A broadcast as it stands; its texts lie where the reference leads. */
export interface BroadcastDocument extends Broadcast {
  readonly id: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly updatedAt: string;
  /** ISO 8601: when every member had an email or was skipped; null before. */
  readonly sentAt: string | null;
  /** The topic whose archive shows it; empty where none does. */
  readonly archivedUnder: string;
  /** What the list is sorted by beside its age; when it was or will be sent, ISO 8601, else empty. */
  readonly byName: string;
  readonly bySent: string;
  readonly byRecipients: number;
  /** What it is found by. */
  readonly tokens: readonly string[];
}

export const broadcastsProjection: Projection<BroadcastEvent, BroadcastDocument> = {
  name: 'broadcasts',
  version: 5,
  categories: ['broadcast'],
  handles: [
    'BroadcastDrafted',
    'BroadcastChanged',
    'BroadcastScheduled',
    'BroadcastUnscheduled',
    'BroadcastQueued',
    'BroadcastFrozen',
    'BroadcastPaused',
    'BroadcastResumed',
    'BroadcastCanceled',
    'BroadcastFinished',
    'BroadcastDeleted',
    'BroadcastPolicySet',
    'BroadcastPublicSet',
  ],
  personal: false,
  documentsOf: 'broadcast',
  fields: {
    teamId: 'text',
    status: 'text',
    archivedUnder: 'text',
    byName: 'text',
    bySent: 'text',
    byRecipients: 'integer',
  },
  indexes: [
    ['teamId', 'id'],
    ['teamId', 'status', 'id'],
    ['teamId', 'archivedUnder', 'id'],
    ['teamId', 'byName'],
    ['teamId', 'bySent'],
    ['teamId', 'byRecipients'],
  ],
  search: { within: 'teamId', tokens: 'tokens' },
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, { event, metadata: { time } }, id) {
    const { createdAt = time, sentAt = null } = document ?? {};
    const state = broadcast.evolve(document ?? null, event, time);
    if (state === null || state.isDeleted) return undefined;
    const tokens = [...new Set(wordsOf(state.name))].filter((word) => word !== '').sort();
    const isSent = event.type === 'BroadcastFinished';
    return {
      ...state,
      id,
      createdAt,
      updatedAt: time,
      sentAt: isSent ? time : sentAt,
      tokens,
      archivedUnder: archiveOf(state),
      byName: state.name.normalize('NFC').toLowerCase(),
      bySent: isSent ? time : (sentAt ?? state.scheduledAt ?? ''),
      byRecipients: state.audience?.members ?? 0,
    };
  },
};

function archiveOf({ isPublic, sentAs, status }: Broadcast): string {
  return isPublic === true && status !== 'canceled' ? (sentAs?.topicId ?? '') : '';
}

/** One broadcast, from its own stream; undefined where there is none, or any more. */
export const foldBroadcast = (events: readonly Recorded[]): BroadcastDocument | undefined =>
  foldStream(broadcastsProjection, events);
