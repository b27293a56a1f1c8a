import {
  keptVersions,
  neededBlobs,
  versionOf,
  versionsIn,
} from '../../../src/application/broadcast/broadcast-versions.js';
import { broadcast } from '../../../src/domain/broadcast/broadcast.js';
import type { BroadcastEvent } from '../../../src/domain/broadcast/events.js';
import { kidOf } from '../../../src/domain/shared/personal.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { idAt, RecordedLog, teamId } from '../../support/recorded-events.js';

const ref = (number: number) => ({
  blobId: idAt(number),
  kid: kidOf(idAt(1), 0),
  sizeBytes: 9,
  digest: 'd'.repeat(64),
});
const draft = { name: 'News', segmentId: idAt(5), topicId: null, content: ref(100) };
const drafted: BroadcastEvent = { type: 'BroadcastDrafted', data: { ...draft, teamId, duplicateOf: null } };
const changed = (data: object): BroadcastEvent => ({ type: 'BroadcastChanged', data: { ...draft, ...data } });
const queued: BroadcastEvent = {
  type: 'BroadcastQueued',
  data: { segmentId: idAt(5), topicId: null, isOptOut: false, content: ref(160) },
};
function logOf(...events: readonly BroadcastEvent[]) {
  const log = new RecordedLog();
  for (const event of events) log.add(streamName('broadcast', idAt(9)), event);
  const state = events.reduce((folded, event) => broadcast.evolve(folded, event, ''), broadcast.initial);
  if (state === null) throw new Error('there is a draft');
  return { state, recorded: log.all };
}
const sixty = Array.from({ length: 60 }, (_, at) => changed({ content: ref(101 + at) }));

describe('the versions of a broadcast', () => {
  it('say what each changed, also those from before it was noted', () => {
    const { recorded } = logOf(
      drafted,
      changed({ content: ref(101) }),
      { type: 'BroadcastScheduled', data: { scheduledAt: '2026-03-02T10:00:00.000Z' } },
      changed({ name: 'Other', topicId: idAt(6), content: ref(102), parts: ['subject'] }),
      changed({ restoredFrom: 1, parts: ['subject', 'body'] }),
    );
    expect(versionsIn(recorded).map((version) => [version.revision, version.changed, version.restoredFrom])).toEqual([
      [1, [], null],
      [2, ['body'], null],
      [3, ['name', 'topic', 'subject'], null],
      [4, ['name', 'topic', 'subject', 'body'], 1],
    ]);
  });

  it('stay for the last of a draft, and a little longer in the vault', () => {
    const { state, recorded } = logOf(drafted, ...sixty);
    expect(state.revision).toBe(61);
    const kept = Array.from({ length: 61 }, (_, at) => versionOf(state, recorded, at + 1)).filter(Boolean);
    expect(kept.map((version) => version?.revision).slice(0, 1)).toEqual([12]);
    expect(kept).toHaveLength(keptVersions);
    const needed = neededBlobs(state, recorded);
    expect([needed.has(idAt(100)), needed.has(idAt(101)), needed.has(idAt(160))]).toEqual([false, true, true]);
  });

  it('are what was sent alone once it was sent, and none of one that was deleted', () => {
    const sent = logOf(drafted, ...sixty, queued);
    expect([...neededBlobs(sent.state, sent.recorded)]).toEqual([idAt(160)]);
    expect(versionOf(sent.state, sent.recorded, 60)).toBeUndefined();
    expect(versionOf(sent.state, sent.recorded, 61)).toBeDefined();
    const gone = logOf(drafted, ...sixty, { type: 'BroadcastDeleted', data: {} });
    expect(neededBlobs(gone.state, gone.recorded).size).toBe(0);
  });
});
