import type { BroadcastEvent } from '../../src/domain/broadcast/events.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import { broadcastsProjection } from '../../src/projections/broadcasts/broadcasts.projection.js';
import { ofStreams } from '../support/projection-spec.js';
import { idAt, teamId, timeAt } from '../support/recorded-events.js';

const ref = (number: number) => ({
  blobId: idAt(number),
  kid: kidOf(idAt(90), 0),
  sizeBytes: 9,
  digest: 'd'.repeat(64),
});
const draft = { name: 'November news', segmentId: idAt(5), topicId: null, content: ref(91) };
const sentAs = { segmentId: idAt(5), topicId: null, isOptOut: false, content: ref(91) };
const events = {
  drafted: { type: 'BroadcastDrafted', data: { ...draft, teamId, duplicateOf: null } },
  changed: { type: 'BroadcastChanged', data: { ...draft, name: 'News' } },
  scheduled: { type: 'BroadcastScheduled', data: { scheduledAt: timeAt(50) } },
  unscheduled: { type: 'BroadcastUnscheduled', data: {} },
  queued: { type: 'BroadcastQueued', data: sentAs },
  frozen: { type: 'BroadcastFrozen', data: { chunks: 1, members: 2 } },
  paused: { type: 'BroadcastPaused', data: { because: 'person' } },
  resumed: { type: 'BroadcastResumed', data: {} },
  canceled: { type: 'BroadcastCanceled', data: {} },
  finished: { type: 'BroadcastFinished', data: {} },
  deleted: { type: 'BroadcastDeleted', data: {} },
  opened: { type: 'BroadcastPublicSet', data: { isPublic: true } },
} satisfies Readonly<Record<string, BroadcastEvent>>;

const { documentAfter, redelivery } = ofStreams(broadcastsProjection, 'broadcast', events);

describe('the broadcasts projection', () => {
  it('shows what is worked on, and what was sent', () => {
    expect(documentAfter('drafted', 'changed', 'scheduled')).toMatchObject({
      id: idAt(1),
      teamId,
      name: 'News',
      status: 'scheduled',
      scheduledAt: timeAt(50),
      createdAt: timeAt(1),
      updatedAt: timeAt(3),
      sentAt: null,
      ...{ byName: 'news', bySent: timeAt(50), byRecipients: 0 },
      tokens: ['news'],
    });
    expect(documentAfter('drafted', 'queued', 'frozen', 'finished')).toMatchObject({
      status: 'sent',
      sentAs,
      audience: { chunks: 1, members: 2 },
      sentAt: timeAt(4),
      ...{ byName: 'november news', bySent: timeAt(4), byRecipients: 2 },
      tokens: ['news', 'november'],
    });
    expect(documentAfter('drafted', 'deleted')).toBeUndefined();
    expect(documentAfter('drafted', 'opened')).toMatchObject({ isPublic: true, archivedUnder: '' });
  });

  it('gives the same bytes in any batches and after any restart', redelivery);
});
