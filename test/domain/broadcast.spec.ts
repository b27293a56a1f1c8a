import { broadcast, mostAgain } from '../../src/domain/broadcast/broadcast.js';
import { audience, type AudienceEvent } from '../../src/domain/broadcast/audience.js';
import type { BroadcastEvent, PausedBecause } from '../../src/domain/broadcast/events.js';
import type { BodyReference } from '../../src/domain/shared/accepted-email.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import { specOf } from '../support/decider-spec.js';
import { idAt } from '../support/recorded-events.js';

const ref = (number: number): BodyReference => ({
  blobId: idAt(number),
  kid: kidOf(idAt(1), 0),
  sizeBytes: 100,
  digest: 'd'.repeat(64),
});
const first = { name: 'News', segmentId: idAt(5), topicId: null, content: ref(2) };
const teamId = 'a';
const drafted: BroadcastEvent = { type: 'BroadcastDrafted', data: { ...first, teamId, duplicateOf: null } };
const scheduledAt = '2026-03-02T10:00:00.000Z';
const scheduled: BroadcastEvent = { type: 'BroadcastScheduled', data: { scheduledAt } };
const sentAs = { segmentId: idAt(5), topicId: null, isOptOut: false, content: ref(2) };
const queued: BroadcastEvent = { type: 'BroadcastQueued', data: sentAs };
const frozen: BroadcastEvent = { type: 'BroadcastFrozen', data: { chunks: 1, members: 2 } };
const paused = (because: PausedBecause): BroadcastEvent => ({ type: 'BroadcastPaused', data: { because } });
const finished: BroadcastEvent = { type: 'BroadcastFinished', data: {} };
const canceled: BroadcastEvent = { type: 'BroadcastCanceled', data: {} };

const { given } = specOf(broadcast);
const queue = { type: 'QueueBroadcast', teamId, sentAs } as const;
const change = (draft: object) => ({ type: 'ChangeBroadcast', teamId, draft }) as const;
const cancel = { type: 'CancelBroadcast', teamId } as const;
const finish = { type: 'FinishBroadcast', teamId } as const;
const pause = { type: 'PauseBroadcast', teamId, because: 'person' } as const;
const resume = { type: 'ResumeBroadcast', teamId } as const;

describe('a broadcast', () => {
  it('is no other team’s, and none once it is deleted', () => {
    given(drafted)
      .when({ ...cancel, teamId: 'b' })
      .thenRefused('not-found');
    given(drafted, { type: 'BroadcastDeleted', data: {} })
      .when(change({ name: 'Other' }))
      .thenRefused('not-found');
  });

  it('has a page that is public when it is said, also after it was sent', () => {
    const open: BroadcastEvent = { type: 'BroadcastPublicSet', data: { isPublic: true } };
    const set = (isPublic: boolean) => ({ type: 'SetPublic', teamId, isPublic }) as const;
    given(drafted).when(set(false)).thenNothing();
    given(drafted, queued, frozen, finished).when(set(true)).then(open);
    given(drafted, open).when(set(true)).thenNothing();
    given(drafted, open)
      .when(set(false))
      .then({ type: 'BroadcastPublicSet', data: { isPublic: false } });
  });

  it('is drafted again once it was sent, and not without end', () => {
    const again = { type: 'DraftAgain', teamId, broadcastId: idAt(9) } as const;
    const noted: BroadcastEvent = { type: 'BroadcastAgainDrafted', data: { broadcastId: idAt(9) } };
    given(drafted).when(again).thenRefused('not-sent-yet');
    given(drafted, queued, frozen).when(again).thenRefused('not-sent-yet');
    given(drafted, queued, frozen, canceled).when(again).thenRefused('not-sent-yet');
    given(drafted, queued, frozen, finished).when(again).then(noted);
    const often = Array.from({ length: mostAgain }, () => noted);
    given(drafted, queued, frozen, finished, ...often)
      .when(again)
      .thenRefused('too-often-again');
  });

  it('counts its versions, and refuses a change of an older one', () => {
    const changed: BroadcastEvent = { type: 'BroadcastChanged', data: { ...first, content: ref(3) } };
    given(drafted, changed)
      .when({ ...change({ content: ref(4) }), revision: 1 })
      .thenRefused('changed-meanwhile');
    given(drafted, changed)
      .when({ ...change({ content: ref(4) }), revision: 2 })
      .then({ type: 'BroadcastChanged', data: { ...first, content: ref(4) } });
    given(drafted, changed)
      .when({ ...change({ content: ref(2) }), parts: ['body'], restoredFrom: 1 })
      .then({ type: 'BroadcastChanged', data: { ...first, parts: ['body'], restoredFrom: 1 } });
    // The answer to the first try was lost.
    given(drafted, changed)
      .when({ ...change({ content: ref(3) }), revision: 1 })
      .thenNothing();
  });

  it('changes until it is sent, and then only its name', () => {
    const other = { ...first, content: ref(3) };
    given(drafted)
      .when(change({ content: ref(3) }))
      .then({ type: 'BroadcastChanged', data: other });
    given(drafted)
      .when(change({ name: 'News' }))
      .thenNothing();
    given(drafted, queued)
      .when(change({ content: ref(3) }))
      .thenRefused('already-sent');
    given(drafted, queued, frozen, finished)
      .when(change({ name: 'Old news' }))
      .then({ type: 'BroadcastChanged', data: { ...first, name: 'Old news' } });
  });

  it('is sent once, as it was looked at', () => {
    given(drafted).when(queue).then(queued);
    given(drafted, scheduled).when(queue).then(queued);
    given(drafted, queued).when(queue).thenRefused('already-sent');
    given(drafted)
      .when({ ...queue, sentAs: { ...sentAs, content: ref(3) } })
      .thenRefused('changed');
    given(drafted)
      .when({ type: 'ScheduleBroadcast', teamId, scheduledAt, content: ref(2) })
      .then(scheduled);
  });

  it('is scheduled for a time of each zone, and for one moment in its place', () => {
    const localTime = { at: '2026-03-02T09:00', property: 'timezone', fallbackZone: 'UTC' };
    const schedule = { type: 'ScheduleBroadcast', teamId, scheduledAt, content: ref(2) } as const;
    const local: BroadcastEvent = { type: 'BroadcastScheduled', data: { scheduledAt, localTime } };
    given(drafted, scheduled)
      .when({ ...schedule, localTime })
      .then(local);
    given(drafted, local)
      .when({ ...schedule, localTime })
      .thenNothing();
    given(drafted, local).when(schedule).then(scheduled);
    expect(broadcast.evolve(broadcast.evolve(broadcast.evolve(null, drafted, ''), local, ''), scheduled, '')).toEqual(
      expect.not.objectContaining({ localTime }),
    );
  });

  it('stops where it is canceled: a scheduled one is a draft again', () => {
    given(drafted).when(cancel).thenRefused('not-sending');
    given(drafted, scheduled).when(cancel).then({ type: 'BroadcastUnscheduled', data: {} });
    given(drafted, queued, frozen).when(cancel).then(canceled);
    given(drafted, queued, canceled).when(cancel).thenNothing();
    given(drafted, queued, canceled).when(queue).thenRefused('already-sent');
    given(drafted, queued, frozen, finished).when(cancel).thenRefused('already-sent');
    given(drafted, queued, canceled).when(finish).thenNothing();
  });

  it('pauses and resumes while it waits for its time, and while it is being sent', () => {
    given(drafted).when(pause).thenRefused('not-sending');
    given(drafted, queued).when(pause).then(paused('person'));
    given(drafted, scheduled).when(pause).then(paused('person'));
    given(drafted, queued, paused('person')).when(pause).thenNothing();
    given(drafted, queued, paused('quota-exceeded')).when(resume).then({ type: 'BroadcastResumed', data: {} });
    given(drafted, queued).when(resume).thenNothing();
  });

  it('freezes its audience once, and is finished only then', () => {
    const freeze = { type: 'FreezeBroadcast', teamId, chunks: 1, members: 2 } as const;
    given(drafted, queued).when(finish).thenNothing();
    given(drafted, queued).when(freeze).then(frozen);
    given(drafted, queued, frozen)
      .when({ ...freeze, members: 3 })
      .thenNothing();
    given(drafted, queued, frozen).when(finish).then(finished);
  });

  it('has a test that is sent as it was looked at, and that a change of the draft keeps', () => {
    const test = { content: ref(8), share: 20, winnerBy: 'opens', hours: 4 } as const;
    const tested: BroadcastEvent = { type: 'BroadcastChanged', data: { ...first, test } };
    given(drafted).when(change({ test })).then(tested);
    given(drafted, tested).when(change({ test })).thenNothing();
    given(drafted, tested)
      .when(change({ name: 'Other' }))
      .then({ type: 'BroadcastChanged', data: { ...first, name: 'Other', test } });
    given(drafted, tested)
      .when(change({ test: null }))
      .then({ type: 'BroadcastChanged', data: first });
    given(drafted, tested, { type: 'BroadcastChanged', data: first }).when(queue).then(queued);
    given(drafted, tested).when(queue).thenRefused('changed');
    given(drafted, tested)
      .when({ ...queue, sentAs: { ...sentAs, test: { ...test, content: ref(9) } } })
      .thenRefused('changed');
    given(drafted, tested)
      .when({ ...queue, sentAs: { ...sentAs, test } })
      .then({ type: 'BroadcastQueued', data: { ...sentAs, test } });
  });

  it('has one winner of its test, where anyone waits for it', () => {
    const test = { content: ref(8), share: 20, winnerBy: 'opens', hours: 4 } as const;
    const none = { delivered: 0, opened: 0, clicked: 0 };
    const winner = { variant: 'b', because: 'person', figures: { a: none, b: none } } as const;
    const choose = { type: 'ChooseWinner', teamId, ...winner } as const;
    const sent: BroadcastEvent = { type: 'BroadcastQueued', data: { ...sentAs, test } };
    const chosen: BroadcastEvent = { type: 'BroadcastWinnerChosen', data: winner };
    const opened = { type: 'NoteTestOpened', teamId, judgesAt: scheduledAt } as const;
    const noted: BroadcastEvent = { type: 'BroadcastTestOpened', data: { judgesAt: scheduledAt } };
    given(drafted).when(choose).thenRefused('not-sending');
    given(drafted, queued).when(choose).thenRefused('no-winner-needed');
    given(drafted, { ...sent, data: { ...sentAs, test: { ...test, share: 100 } } })
      .when(choose)
      .thenRefused('no-winner-needed');
    given(drafted, sent, frozen).when(opened).then(noted);
    given(drafted, sent, frozen, noted).when(opened).thenNothing();
    given(drafted, sent, frozen).when(choose).then(chosen);
    given(drafted, sent, frozen, chosen).when(choose).thenNothing();
    given(drafted, sent, frozen, chosen)
      .when({ ...choose, variant: 'a' })
      .thenRefused('winner-chosen');
  });

  it('is deleted before it is sent', () => {
    const remove = { type: 'DeleteBroadcast', teamId } as const;
    given(drafted, scheduled).when(remove).then({ type: 'BroadcastDeleted', data: {} });
    given(drafted, queued).when(remove).thenRefused('already-sent');
  });
});

describe('a chunk of an audience', () => {
  const ofChunk = specOf(audience);
  const members = [{ contactId: idAt(7), revision: 3 }];
  const one: AudienceEvent = { type: 'AudienceFrozen', data: { broadcastId: idAt(1), chunk: 0, members } };
  const opened: AudienceEvent = { type: 'AudienceOpened', data: { emails: 1, skipped: [] } };

  it('is written once and marked once', () => {
    ofChunk.given().when({ type: 'FreezeAudience', frozen: one.data }).then(one);
    ofChunk
      .given(one)
      .when({ type: 'FreezeAudience', frozen: { ...one.data, members: [] } })
      .thenNothing();
    ofChunk.given().when({ type: 'NoteOpened', opened: opened.data }).thenRefused('not-frozen');
    ofChunk
      .given(one, opened)
      .when({ type: 'NoteOpened', opened: { emails: 0, skipped: [] } })
      .thenNothing();
  });
});
