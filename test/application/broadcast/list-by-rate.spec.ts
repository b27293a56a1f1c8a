import { ListBroadcasts } from '../../../src/application/broadcast/list-broadcasts.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { shapeOf } from '../../../src/infrastructure/projection-runner/fold-page.js';
import { figuresId } from '../../../src/projections/broadcast-results/broadcast-results.document.js';
import { broadcastResultsProjection } from '../../../src/projections/broadcast-results/broadcast-results.projection.js';
import { broadcastsProjection } from '../../../src/projections/broadcasts/broadcasts.projection.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';

const position = '0000000000000001' as Position;
const teamId = 'a';
const readStore = new MemoryReadStore();
const ports = { readStore, ownWrites: { settled: async () => undefined } } as never;

const figures = {
  most: { sent: 10, delivered: 10, opened: 5, left: 1 },
  half: { sent: 100, delivered: 50, opened: 20, left: 2 },
  none: { sent: 100, delivered: 100 },
};

beforeAll(async () => {
  const names = ['draft', ...Object.keys(figures)];
  const broadcasts = [...names.map((id) => ({ id, teamId })), { id: 'other', teamId: 'b' }].map((each) => ({
    ...{ id: each.id, position },
    document: { ...each, status: each.id === 'draft' ? 'draft' : 'sent', tokens: ['news'] },
  }));
  await readStore.apply(shapeOf(broadcastsProjection), broadcasts, position);
  const sums = Object.entries(figures).map(([broadcastId, counts]) => {
    const id = figuresId(broadcastId);
    return { id, position, document: { kind: 'sum', id, broadcastId, counts } };
  });
  await readStore.apply(shapeOf(broadcastResultsProjection), sums, position);
});

async function listed(asked: Partial<ListBroadcasts>): Promise<readonly string[]> {
  const found = await ListBroadcasts.start(ports).run({ teamId, page: {}, ...asked });
  return 'refused' in found ? [found.refused] : found.documents.map(({ id }) => id);
}

describe('broadcasts by what became of them', () => {
  it('are in the order of the shares that are shown, and those that were sent to nobody come last', async () => {
    expect(await listed({ sort: '-opened' })).toEqual(['most', 'half', 'none', 'draft']);
    expect(await listed({ sort: 'opened' })).toEqual(['none', 'half', 'most', 'draft']);
    expect(await listed({ sort: 'delivered' })).toEqual(['half', 'most', 'none', 'draft']);
    expect(await listed({ sort: '-unsubscribed' })).toEqual(['most', 'half', 'none', 'draft']);
  });

  it('go on behind a broadcast, and back before it, within the filters', async () => {
    const page = { limit: 2 };
    expect(await listed({ sort: '-opened', page })).toEqual(['most', 'half']);
    expect(await listed({ sort: '-opened', page: { ...page, after: 'half' } })).toEqual(['none', 'draft']);
    expect(await listed({ sort: '-opened', page: { ...page, before: 'draft' } })).toEqual(['half', 'none']);
    expect(await listed({ sort: '-opened', status: 'sent' })).toEqual(['most', 'half', 'none']);
    expect(await listed({ sort: '-opened', search: 'nothing' })).toEqual([]);
    expect(await listed({ sort: '-opened', page: { limit: 1, after: 'other' } })).toEqual(['unknown-cursor']);
  });
});
