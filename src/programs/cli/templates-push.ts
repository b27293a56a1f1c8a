import { reservedNames } from '../../domain/template/content.js';
import { formatMailbox } from '../../domain/shared/mailbox.js';
import type { Settings } from '../../infrastructure/config/load.js';
import { readMailbox } from '../../infrastructure/addresses/mailbox.js';
import { Misused, type Outcome } from './shared/outcome.js';
import type { ServerOptions } from './api/server-options.js';
import { withServer } from './api/with-server.js';
import type { Api } from './api/client.js';
import { changesBetween, type Comparable } from './templates/changes.js';
import { RequestRefused } from './api/failures.js';
import { findComponents } from './templates/find-components.js';
import { type LocalComponent, renderComponents } from './templates/render-components.js';
import { readOnServer, type ServerTemplate } from './templates/server-templates.js';

export interface DiffOptions extends ServerOptions {
  readonly only?: readonly string[];
}
export interface PushOptions extends DiffOptions {
  readonly publish?: boolean;
}

/** `templates diff`: negative where what is sent is not what the components render. */
export function diffTemplates(settings: Settings, folder: string, options: DiffOptions): Promise<Outcome> {
  return withLocal(settings, folder, options, async (api, local) => {
    const compared: Compared[] = [];
    for (const one of local) compared.push(await compare(api, one));
    const different = compared.filter(({ changes }) => changes !== '');
    const templates = compared.map(({ alias, file, found, changes }) => ({
      alias,
      file,
      version: found?.published?.version ?? null,
      different: changes !== '',
      changes,
    }));
    const text = [
      ...different.map(({ changes }) => changes),
      `${different.length} of ${compared.length} ${compared.length === 1 ? 'template differs' : 'templates differ'} from what is sent.`,
    ].join('\n\n');
    return { result: { templates }, text, negative: different.length > 0 };
  });
}

/** `templates push`: drafts become what the components render; with `--publish` they are what is sent. */
export function pushTemplates(settings: Settings, folder: string, options: PushOptions): Promise<Outcome> {
  return withLocal(settings, folder, options, async (api, local) => {
    const pushed: Pushed[] = [];
    for (const one of local) pushed.push(await push(api, await compare(api, one), options.publish === true));
    const text = pushed.flatMap(({ changes, words }) => (changes === '' ? [words] : [changes, words])).join('\n\n');
    return { result: { templates: pushed.map(({ words: _said, ...rest }) => rest) }, text };
  });
}

interface Local {
  readonly alias: string;
  readonly file: string;
  readonly rendered: LocalComponent['rendered'];
}

async function withLocal(
  settings: Settings,
  folder: string,
  options: DiffOptions,
  work: (api: Api, local: readonly Local[]) => Promise<Outcome>,
): Promise<Outcome> {
  // A server that is not named is said before anything is rendered.
  return withServer(settings, options, async (api) => {
    const { only } = options;
    const files = findComponents(folder);
    const wanted = only === undefined ? files : files.filter(({ name }) => only.includes(name));
    const missing = only?.find((name) => files.every((file) => file.name !== name));
    if (missing !== undefined)
      throw new Misused(`--only names ${missing}, and ${folder} has no component of that name.`);
    const { POSTHORN_KEY: _key, ...env } = settings;
    const local = (await renderComponents(wanted, env)).map(({ path, name, rendered }) => ({
      alias: rendered.alias ?? name,
      file: path,
      rendered,
    }));
    for (const [index, { alias, file }] of local.entries()) {
      const other = local.slice(0, index).find((each) => each.alias === alias);
      if (other === undefined) continue;
      throw new Misused(
        `${other.file} and ${file} are both \`${alias}\`. Rename one, or export another \`alias\` from it.`,
      );
    }
    return work(api, local);
  });
}

interface Compared extends Local {
  readonly found: ServerTemplate | undefined;
  /** As it is to be. */
  readonly wanted: Comparable;
  /** Against what is sent, or against the draft while nothing is. */
  readonly changes: string;
  readonly isDraftSame: boolean;
}

async function compare(api: Api, local: Local): Promise<Compared> {
  const { alias, file, rendered } = local;
  const found = await readOnServer(api, alias);
  const wanted = wantedOf(local, found);
  const draft = found === undefined ? null : { ...found.draft, name: found.name };
  const published = found?.published ?? null;
  const sent = found === undefined || published === null ? null : { ...published.content, name: found.name };
  const before = published === null ? 'not published' : `version ${published.version}`;
  const changes = changesBetween(alias, sent, wanted, { before, after: file });
  const isDraftSame = draft !== null && changesBetween(alias, draft, wanted, { before, after: file }) === '';
  return { alias, file, rendered, found, wanted, changes, isDraftSame };
}

/** What the file does not say stays as it is on the server. */
function wantedOf({ alias, rendered }: Local, found: ServerTemplate | undefined): Comparable {
  const { from, replyTo, subject, html, text, variables } = rendered;
  const before = found?.draft;
  return {
    name: rendered.name ?? found?.name ?? nameOf(alias),
    from: from === undefined ? (before?.from ?? null) : written(from),
    reply_to: replyTo === undefined ? (before?.reply_to ?? null) : [replyTo].flat().map(written),
    subject: subject ?? before?.subject ?? null,
    html,
    text: text === '' ? null : text,
    variables: variables
      // These are the server's to fill in.
      .filter(({ key }) => !reservedNames.some((name) => name === key))
      .map(({ key, type, fallback }) => ({ key, type, fallback_value: fallback })),
  };
}

const nameOf = (alias: string): string => alias.replace(/[-_.]+/g, ' ').replace(/^./, (first) => first.toUpperCase());

/** As the server writes it; what is no address goes there as it is, and is refused with its field. */
function written(address: string): string {
  const read = readMailbox(address);
  return 'fault' in read ? address : formatMailbox(read.mailbox);
}

interface Pushed {
  readonly alias: string;
  readonly file: string;
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly published: boolean;
  readonly changes: string;
  readonly words: string;
}

async function push(api: Api, compared: Compared, isToPublish: boolean): Promise<Pushed> {
  const { alias, file, found, wanted, changes, isDraftSame } = compared;
  const path = `/templates/${found?.id ?? alias}`;
  const body = { ...wanted, text: wanted.text ?? '' };
  const outcome = found === undefined ? 'created' : isDraftSame ? 'unchanged' : 'updated';
  const isPublished = isToPublish && changes !== '';
  await named(file, async () => {
    if (outcome === 'created') await api.send('POST', '/templates', { ...body, alias });
    if (outcome === 'updated') await api.send('PATCH', path, body);
    if (isPublished) await api.send('POST', `${path}/publish`, {});
  });
  return {
    alias,
    file,
    outcome,
    published: isPublished,
    changes,
    words: wordsFor(alias, outcome, changes, isPublished),
  };
}

/** A refusal says which file it is about. */
async function named(file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    throw new RequestRefused(`${file}: ${error.message} Files before it are pushed; change this one and push again.`);
  }
}

function wordsFor(alias: string, outcome: Pushed['outcome'], changes: string, isPublished: boolean): string {
  if (isPublished) return `${alias}: ${outcome === 'unchanged' ? 'draft' : outcome}, published.`;
  if (changes === '')
    return outcome === 'updated' ? `${alias}: draft set back to what is sent.` : `${alias}: unchanged.`;
  return outcome === 'unchanged'
    ? `${alias}: the draft is unchanged and not published. Publish it with --publish.`
    : `${alias}: draft ${outcome}. Publish it with --publish.`;
}
