import { operations } from '../../../src/programs/server/edge.js';
import { exampleIds } from '../../support/example-ids.js';

const creating = operations.find(({ method, path }) => method === 'post' && path === '/domains');
const [example] = Object.values(creating?.examples ?? {});
const { id } = example?.answer as { readonly id: string };

describe('ids in the examples of the document', () => {
  const calls: unknown[] = [];
  const ids = exampleIds({
    call: async (method, path, { body }) => {
      calls.push([method, path, body]);
      return { status: 201, body: { id: `made by ${calls.length}` } };
    },
    makers: { '/domains': async () => 'a domain that is there' },
  });

  it('are made by the first example of the list, on the page’s own path too', async () => {
    const [key] = Object.values(
      operations.find(({ method, path }) => method === 'post' && path === '/api-keys')?.examples ?? {},
    );
    expect(await ids.pathOf('/dashboard-api/api-keys/{id}')).toBe('/dashboard-api/api-keys/made by 1');
    expect(calls).toEqual([['POST', '/api-keys', key?.request]]);
    expect(await ids.pathOf('/dashboard-api/metrics')).toBe('/dashboard-api/metrics');
  });

  it('stand for what another example made, wherever a request has them', async () => {
    const request = { domain_id: id, nested: [{ of: id }], text: 'as it is', count: 1, none: null };
    const there = 'a domain that is there';
    expect(await ids.requestOf(request)).toEqual({ ...request, domain_id: there, nested: [{ of: there }] });
  });
});
