import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../infrastructure/config/load.js';
import { Declined, type Outcome } from './shared/outcome.js';
import { tableOf } from './shared/table.js';
import type { ServerOptions } from './api/server-options.js';
import { withServer } from './api/with-server.js';
import { listOnServer, readOnServer, type ServerTemplate } from './templates/server-templates.js';

/** `templates list`. */
export function listTemplates(settings: Settings, options: ServerOptions): Promise<Outcome> {
  return withServer(settings, options, async (api) => {
    const templates = await listOnServer(api);
    const lines = templates.map(({ alias, name, status, published_at, updated_at, id }) => [
      alias ?? '-',
      name,
      status,
      published_at ?? '-',
      updated_at,
      id,
    ]);
    const text =
      lines.length === 0
        ? 'The team has no templates.'
        : tableOf(['alias', 'name', 'status', 'published', 'updated', 'id'], lines);
    return { result: { templates }, text };
  });
}

export interface PullOptions extends ServerOptions {
  readonly only?: readonly string[];
  readonly draft?: boolean;
}

/** `templates pull`: each template as three files; what is there under their names is replaced. */
export function pullTemplates(settings: Settings, folder: string, options: PullOptions): Promise<Outcome> {
  return withServer(settings, options, async (api) => {
    const keys = options.only ?? (await listOnServer(api)).map(({ id }) => id);
    const files: { readonly file: string; readonly changed: boolean }[] = [];
    for (const key of keys) {
      const found = await readOnServer(api, key);
      if (found === undefined)
        throw new Declined(`The server has no template ${key}. \`posthorn templates list\` names them.`);
      files.push(...write(folder, found, options.draft === true));
    }
    const changed = files.filter((each) => each.changed);
    const text = [
      ...changed.map(({ file }) => `wrote ${file}`),
      `${keys.length} ${keys.length === 1 ? 'template' : 'templates'}: ${changed.length} of ${files.length} files changed.`,
    ].join('\n');
    return { result: { templates: keys.length, files }, text };
  });
}

/** An alias of these characters names the files; in place of any other the id does. */
const fileName = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/;

function write(folder: string, found: ServerTemplate, isDraftWanted: boolean) {
  const { id, alias, name, draft, published } = found;
  const isDraft = isDraftWanted || published === null;
  const { html, text, ...rest } = isDraft ? draft : published.content;
  const settings = { id, alias, name, version: isDraft ? null : published.version, ...rest };
  const path = join(folder, alias !== null && fileName.test(alias) ? alias : id);
  mkdirSync(folder, { recursive: true });
  return [
    { file: `${path}.html`, changed: replaced(`${path}.html`, html) },
    { file: `${path}.txt`, changed: replaced(`${path}.txt`, text ?? '') },
    { file: `${path}.json`, changed: replaced(`${path}.json`, `${JSON.stringify(settings, null, 2)}\n`) },
  ];
}

/** @returns false when the file has that content already. */
function replaced(file: string, content: string): boolean {
  if (contentOf(file) === content) return false;
  try {
    writeFileSync(file, content);
  } catch (error) {
    throw new Declined(`${file} cannot be written: ${error instanceof Error ? error.message : String(error)}.`);
  }
  return true;
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
