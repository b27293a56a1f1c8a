import { addressOf, call } from './client';
import { pages, read } from './reading';

/* What must not compile, and of what type an answer is. Nothing imports this file: `npm run types` reads it. */

const id = 'one';

export const refused = () => [
  // @ts-expect-error there is no such path
  call('GET /dashboard-api/export/{id}', { path: { id } }),
  // @ts-expect-error the method is another one
  call('PATCH /dashboard-api/exports/{id}', { path: { id } }),
  // @ts-expect-error the parameter is missing
  call('GET /dashboard-api/exports/{id}'),
  // @ts-expect-error the parameter has another name
  call('GET /dashboard-api/exports/{id}', { path: { export: id } }),
  // @ts-expect-error the body is missing
  call('POST /dashboard-api/exports'),
  // @ts-expect-error the body is another one
  call('POST /dashboard-api/exports', { body: { kind: 'logs' } }),
  // @ts-expect-error nothing is sent with it
  call('DELETE /dashboard-api/exports/{id}', { path: { id }, body: {} }),
  // @ts-expect-error the list cannot be narrowed by it
  call('GET /dashboard-api/emails', { query: { subject: 'Order' } }),
  // @ts-expect-error its answer is a file
  call('GET /dashboard-api/exports/{id}/file', { path: { id } }),
  // @ts-expect-error the parameter is missing
  addressOf('GET /dashboard-api/exports/{id}/file'),
  // @ts-expect-error a change is no read
  read('POST /dashboard-api/exports', { body: { kind: 'emails' } }),
  // @ts-expect-error one resource has no pages
  pages('GET /dashboard-api/exports/{id}', { path: { id } }),
];

export async function answered(): Promise<readonly ['running' | 'finished' | 'failed', string | undefined]> {
  const one = await call('GET /dashboard-api/exports/{id}', { path: { id } });
  const { data } = await call('GET /dashboard-api/emails', { query: { limit: 1 } });
  // @ts-expect-error the answer has no such member
  void one.status;
  return [one.state, data[0]?.message_id];
}
