import { z } from 'zod';
import type { Api } from '../api/client.js';

const variable = z.object({
  key: z.string(),
  type: z.string(),
  fallback_value: z
    .json()
    .nullish()
    .transform((value) => value ?? null),
});
const content = {
  from: z.string().nullable(),
  reply_to: z.array(z.string()).nullable(),
  subject: z.string().nullable(),
  html: z.string(),
  text: z.string().nullable(),
  variables: z.array(variable),
};
const row = z.object({
  id: z.uuid(),
  alias: z.string().nullable(),
  name: z.string(),
  status: z.string(),
  published_at: z.string().nullable(),
  updated_at: z.string(),
});
const draft = row.extend({ ...content, has_unpublished_versions: z.boolean() });
const rows = z.object({ has_more: z.boolean(), data: z.array(row) });
const versions = z.object({ data: z.array(z.object({ version: z.int() })) });
const version = z.object(content);

export type TemplateRow = z.output<typeof row>;
export type ServerContent = z.output<typeof version>;

/** A template as the server has it. */
export interface ServerTemplate {
  readonly id: string;
  readonly alias: string | null;
  readonly name: string;
  readonly draft: ServerContent;
  /** Null while no version was published. */
  readonly published: { readonly version: number; readonly content: ServerContent } | null;
}

/** All of the team's, newest first. */
export async function listOnServer(api: Api): Promise<readonly TemplateRow[]> {
  const found: TemplateRow[] = [];
  for (;;) {
    const last = found.at(-1);
    const after = last === undefined ? '' : `&after=${last.id}`;
    const { data, has_more } = await api.get(`/templates?limit=100${after}`, rows);
    found.push(...data);
    if (!has_more || data.length === 0) return found;
  }
}

/** @returns undefined when the team has no template of this id or alias. */
export async function readOnServer(api: Api, key: string): Promise<ServerTemplate | undefined> {
  const found = await api.find(`/templates/${encodeURIComponent(key)}`, draft);
  if (found === undefined) return undefined;
  const { id, alias, name, status, has_unpublished_versions: isAhead } = found;
  const one = { id, alias, name, draft: version.parse(found) };
  if (status !== 'published') return { ...one, published: null };
  const { data } = await api.get(`/dashboard-api/templates/${id}/versions`, versions);
  const number = data[0]?.version ?? 1;
  const published = isAhead ? await api.get(`/dashboard-api/templates/${id}/versions/${number}`, version) : one.draft;
  return { ...one, published: { version: number, content: published } };
}
