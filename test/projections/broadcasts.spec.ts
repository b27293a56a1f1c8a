import type { BroadcastEvent } from '../../src/domain/broadcast/events.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { broadcastsProjection } from '../../src/projections/broadcasts/broadcasts.projection.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import fc from '../support/properties.js';
import { idAt, RecordedLog, teamId, timeAt } from '../support/recorded-events.js';

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
type Name = keyof typeof events;

const logOf = (happenings: readonly (readonly [number, Name])[]) => {
  const log = new RecordedLog();
  for (const [number, name] of happenings) log.add(streamName('broadcast', idAt(number)), events[name]);
  return log.all;
};
const documentAfter = (...names: readonly Name[]): unknown => {
  const json = foldAll(broadcastsProjection, logOf(names.map((name) => [1, name] as const))).get(idAt(1));
  return json === undefined ? undefined : (JSON.parse(json) as unknown);
};

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

  it('gives the same bytes in any batches and after any restart', async () => {
    const names = fc.constantFrom(...(Object.keys(events) as Name[]));
    const happenings = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), names), { maxLength: 30 });
    await fc.assert(redeliveryProperty(broadcastsProjection, happenings.map(logOf)));
  });
});
