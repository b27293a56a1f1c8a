import type { ListQuery } from '../../../src/application/ports/read-store.js';
import { exported } from '../../../src/application/export/exported-rows.js';

it('goes on where a step of the search ended that found nothing', async () => {
  const reached = { value: '019a', id: '019a' };
  const places: ListQuery['after'][] = [];
  const readStore = {
    async list(_shape: unknown, { after }: ListQuery) {
      places.push(after);
      if (places.length > 2) throw new Error('it goes round in circles');
      return after === undefined ? { documents: [], hasMore: true, reached } : { documents: [], hasMore: false };
    },
  };
  // Emails are read from what `pages` is given.
  const { pages } = await exported({} as never, 'emails', 't', { search: 'even odd' });
  const rows: unknown[] = [];
  for await (const page of pages(readStore as never)) rows.push(...page);
  expect(rows).toEqual([]);
  expect(places).toEqual([undefined, reached]);
});
