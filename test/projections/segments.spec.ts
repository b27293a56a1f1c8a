import type { SegmentEvent } from '../../src/domain/segment/segment.js';
import { kidOf, plain } from '../../src/domain/shared/personal.js';
import { segmentsProjection } from '../../src/projections/segments/segments.projection.js';
import { ofStreams } from '../support/projection-spec.js';
import { idAt, teamId, timeAt } from '../support/recorded-events.js';

const kid = kidOf(idAt(50), 0);
const filter = { type: 'rule', field: 'email', operator: 'ends_with', value: '@example.com' } as const;
const addressHashes = ['h'];
const list = { name: 'Testers', filter: null, addressHashes: [] };
const events = {
  created: { type: 'SegmentCreated', data: { teamId, ...list } },
  createdWithFilter: { type: 'SegmentCreated', data: { teamId, ...list, filter: plain(kid, filter), addressHashes } },
  renamed: { type: 'SegmentChanged', data: { ...list, name: 'Friends' } },
  refiltered: {
    type: 'SegmentChanged',
    data: { name: 'Staff', filter: plain(kid, { type: 'not', rule: filter }), addressHashes },
  },
  erased: { type: 'SegmentChanged', data: { name: 'Staff', filter: { kid, erased: true }, addressHashes } },
  deleted: { type: 'SegmentDeleted', data: {} },
} satisfies Readonly<Record<string, SegmentEvent>>;

const { documentAfter, redelivery } = ofStreams(segmentsProjection, 'segment', events);

describe('the segments projection', () => {
  const segment = { id: idAt(1), teamId, createdAt: timeAt(1) };

  it('shows a list by its name', () => {
    expect(documentAfter('created')).toEqual({ ...segment, name: 'Testers', filter: null, isFiltered: false });
    expect(documentAfter('created', 'renamed')).toEqual({
      ...segment,
      name: 'Friends',
      filter: null,
      isFiltered: false,
    });
  });

  it('shows the filter of now, and of an erased one only that there is one', () => {
    expect(documentAfter('createdWithFilter')).toMatchObject({ filter, isFiltered: true });
    const not = { type: 'not', rule: filter };
    expect(documentAfter('createdWithFilter', 'refiltered')).toMatchObject({ name: 'Staff', filter: not });
    expect(documentAfter('createdWithFilter', 'erased')).toMatchObject({ filter: null, isFiltered: true });
  });

  it('shows none that is deleted', () => {
    expect(documentAfter('created', 'deleted')).toBeUndefined();
    expect(documentAfter('created', 'deleted', 'renamed')).toBeUndefined();
  });

  it('gives the same bytes in any batches and after any restart', redelivery);
});
