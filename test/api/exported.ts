import { parse } from 'papaparse';
import * as answers from '../support/answers.js';
import { waitFor } from '../support/wait-for.js';
import type { ServedSuite } from './setup.js';

/** The rows of the CSV that is asked for (`POST /dashboard-api/exports`), once it is made. */
export async function exportedRows(
  suite: Pick<ServedSuite, 'call' | 'server'>,
  request: { readonly kind: string; readonly filters: object },
): Promise<readonly Readonly<Record<string, string>>[]> {
  return (await exportedFile(suite, request)).rows;
}

/** The same with the file as it is. */
export async function exportedFile(
  { call, server }: Pick<ServedSuite, 'call' | 'server'>,
  request: { readonly kind: string; readonly filters: object },
): Promise<{ readonly text: string; readonly rows: readonly Readonly<Record<string, string>>[] }> {
  const { status, body } = await call('POST', '/dashboard-api/exports', { body: request });
  expect(status).toBe(201);
  const path = `/dashboard-api/exports/${answers.oneExport.parse(body).id}`;
  await waitFor(
    async () => answers.oneExport.parse((await call('GET', path)).body),
    ({ state }) => state === 'finished',
  );
  const headers = { authorization: `Bearer ${server().key}` };
  const text = await (await fetch(`${server().url}${path}/file`, { headers })).text();
  return { text, rows: parse<Readonly<Record<string, string>>>(text, { header: true, skipEmptyLines: true }).data };
}
