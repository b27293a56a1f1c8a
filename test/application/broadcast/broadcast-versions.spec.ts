import { keptVersions, neededBlobs, versionOf } from '../../../src/application/broadcast/broadcast-versions.js';
import { listedVersions } from '../../../src/application/broadcast/listed-versions.js';
import { versionsIn } from '../../../src/application/broadcast/versions-in.js';
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

const ann = { kind: 'user', id: idAt(70) } as const;
const bob = { kind: 'user', id: idAt(71) } as const;
/** Saves of people: who, minutes after the first event, and what. */
function savedBy(...saves: readonly (readonly [by: typeof ann | typeof bob, minute: number, data: object])[]) {
  const log = new RecordedLog();
  const stream = streamName('broadcast', idAt(9));
  const events = [
    drafted,
    ...saves.map(([, , data], at) => changed({ content: ref(101 + at), parts: ['body'], ...data })),
  ];
  for (const [at, event] of events.entries()) {
    const [actor, minute] = saves[at - 1] ?? [ann, 0];
    log.add(stream, event, { actor, time: new Date(Date.UTC(2026, 0, 1, 9, minute)).toISOString() });
  }
  const state = events.reduce((folded, event) => broadcast.evolve(folded, event, ''), broadcast.initial);
  return { state: state!, recorded: log.all };
}
const goesOn = { goesOn: true };
const listed = ({ recorded }: ReturnType<typeof savedBy>) =>
  listedVersions(versionsIn(recorded)).map(({ revision, saves }) => [revision, saves]);

describe('saves of one who goes on writing', () => {
  it('are one version for ten minutes, with what was there before', () => {
    const saves = savedBy(...[1, 2, 5, 11, 12, 14].map((minute, at) => [ann, minute, at === 0 ? {} : goesOn] as const));
    // The draft; minute 1 to 11; minute 12 and 14.
    expect(listed(saves)).toEqual([
      [1, 1],
      [5, 4],
      [7, 2],
    ]);
    expect(versionOf(saves.state, saves.recorded, 4)).toBeUndefined();
    expect(versionOf(saves.state, saves.recorded, 5)?.draft.content.blobId).toBe(idAt(104));
  });

  it('end with another person, another part, html in place of the editor, and a version that is restored', () => {
    const saves = savedBy(
      [ann, 1, {}],
      [bob, 2, goesOn],
      [bob, 2, goesOn],
      [bob, 3, { parts: ['subject'] }],
      [bob, 3, goesOn],
      [bob, 4, {}],
      [bob, 4, { restoredFrom: 4 }],
      [bob, 5, goesOn],
    );
    expect(listed(saves)).toEqual([
      [1, 1],
      [2, 1],
      [4, 2],
      [5, 1],
      [6, 1],
      [7, 1],
      [8, 1],
      [9, 1],
    ]);
  });

  it('leave fifty versions of hours of writing, and the last saves in the vault', () => {
    const saves = savedBy(...Array.from({ length: 300 }, (_, at) => [ann, at, goesOn] as const));
    expect(listed(saves)).toHaveLength(1 + Math.ceil(300 / 11));
    const needed = neededBlobs(saves.state, saves.recorded);
    expect(needed.has(idAt(100))).toBe(true);
    expect([1, 9, 10].map((before) => needed.has(idAt(401 - before)))).toEqual([true, true, true]);
    expect(needed.size).toBeLessThan(50);
  });
});

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
