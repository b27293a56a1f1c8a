import { z } from 'zod';
import type { Api } from '../api/client.js';

const page = z.looseObject({ data: z.array(z.looseObject({ id: z.string() })), has_more: z.boolean().optional() });

export type Row = z.output<typeof page>['data'][number];

const mostOfPage = 100;

/** The first `limit` rows of a list, read page by page. */
export async function rowsOf(
  api: Api,
  path: string,
  query: URLSearchParams,
  limit: number,
): Promise<{ readonly rows: readonly Row[]; readonly hasMore: boolean }> {
  const rows: Row[] = [];
  for await (const { data, hasMore } of pagesOf(api, path, query, limit)) {
    rows.push(...data);
    if (rows.length >= limit) return { rows: rows.slice(0, limit), hasMore: hasMore || rows.length > limit };
  }
  return { rows, hasMore: false };
}

/** Every page of a list, the newest first. */
export async function* pagesOf(
  api: Api,
  path: string,
  query: URLSearchParams,
  limit = Infinity,
): AsyncGenerator<{ readonly data: readonly Row[]; readonly hasMore: boolean }> {
  let after: string | undefined;
  for (;;) {
    const asked = new URLSearchParams(query);
    asked.set('limit', String(Math.min(mostOfPage, limit)));
    if (after !== undefined) asked.set('after', after);
    const { data, has_more: hasMore = false } = await api.get(`${path}?${asked.toString()}`, page);
    yield { data, hasMore };
    after = data.at(-1)?.id;
    if (!hasMore || after === undefined) return;
  }
}
