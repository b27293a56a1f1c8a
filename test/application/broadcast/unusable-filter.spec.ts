import { Job } from '../../../src/application/broadcast/broadcast-job.js';
import { BegunJobs } from '../../../src/application/shared/begun-jobs.js';
import type { Step } from '../../../src/application/shared/job-loop.js';
import { loadBroadcast } from '../../../src/application/broadcast/broadcast-streams.js';
import { OpenWindow } from '../../../src/application/broadcast/open-window.js';
import type { SegmentFilter } from '../../../src/domain/segment/filter.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { shapeOf } from '../../../src/infrastructure/projection-runner/fold-page.js';
import { segmentsProjection } from '../../../src/projections/segments/segments.projection.js';
import { broadcastId, BroadcastStory, jobPorts, segmentId } from '../../support/broadcasting.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { teamId } from '../../support/world.js';

const other = '0195d6a0-0000-7000-8000-0000000000f3';
const inside = (id: string): SegmentFilter => ({ type: 'rule', field: `segment:${id}`, operator: 'eq', value: true });
const not = (rule: SegmentFilter): SegmentFilter => ({ type: 'not', rule });
const gone: SegmentFilter = { type: 'rule', field: 'properties.gone', operator: 'exists' };
const often = (rule: SegmentFilter): SegmentFilter => ({ type: 'or', rules: Array.from({ length: 50 }, () => rule) });

/** As older versions wrote them, which checked nothing: by id, the filters of segments. */
const written: readonly (readonly [string, Readonly<Record<string, SegmentFilter | null>>])[] = [
  ['names itself, fifty times', { [segmentId]: often(inside(segmentId)) }],
  ['names one that names it', { [segmentId]: not(inside(other)), [other]: often(inside(segmentId)) }],
  ['names a segment that is gone', { [segmentId]: not(inside(other)) }],
  ['names a property that is gone', { [segmentId]: not(gone) }],
  ['names one that names what is gone', { [segmentId]: not(inside(other)), [other]: gone }],
  ['was erased', { [segmentId]: null }],
];

it.each(written)(
  'a broadcast to a segment whose filter %s is paused, before and after a restart',
  async (_what, all) => {
    const story = await BroadcastStory.begin();
    const readStore = new MemoryReadStore();
    const position = '1' as Position;
    const changes = Object.entries(all).map(([id, filter]) => {
      const document = { id, teamId, name: 'Old', filter, isFiltered: true, createdAt: '2026-01-01T00:00:00.000Z' };
      return { id, position, document };
    });
    await readStore.apply(shapeOf(segmentsProjection), changes, position);
    await story.member('ann@one.test');
    await story.queue();
    for (const _start of [1, 2]) {
      const ports = jobPorts(story.world.process(), { readStore });
      const job = new Job(ports, broadcastId, new BegunJobs());
      const window = new OpenWindow(ports);
      for (let step: Step = 'more'; step === 'more'; ) step = await job.step(window);
      expect((await loadBroadcast(ports, broadcastId)).state).toMatchObject({
        pausedBecause: 'filter-invalid',
        audience: null,
      });
    }
    expect(await story.world.streamsWith('AudienceFrozen')).toEqual([]);
  },
);
