import { idOf, type StreamName } from '../../domain/shared/stream-name.js';
import type { ContentFinding } from '../../domain/template/check/finding.js';
import type { TemplateContent } from '../../domain/template/content.js';
import {
  template,
  templateAlias,
  type TemplateCommand,
  type TemplateRefusal,
  type TemplateState,
} from '../../domain/template/template.js';
import {
  foldTemplate,
  type TemplateDocument,
  templatesProjection,
} from '../../projections/templates/templates.projection.js';
import { command, query } from '../access/use-case.js';
import type { ContentReader } from '../ports/html-reader.js';
import type { TeamReadPorts } from '../shared/all-of-team.js';
import { type Changed, changeOne } from '../shared/change-one.js';
import { type RequestContext, unavailable } from '../shared/context.js';
import { handle, type Loaded, load, type LogPorts } from '../shared/handle.js';
import type { PageRequest } from '../shared/page.js';
import type { Ports } from '../shared/ports.js';
import { teamList } from '../shared/team-list.js';
import { type TooMany, withRoomOfTeam } from '../shared/with-room.js';
import type { PublishedTemplates } from './published-templates.js';
import { checkContent, type ContentCheckPorts } from './check-content.js';
import { type ContentPorts, openContent, sealContent, type SealPorts } from './template-content.js';
import { contentOf, type HtmlReading, noContent, type TemplateSettings } from './template-settings.js';
import { aliasStream, type TemplateKey, templateStream } from './template-streams.js';

const mostTemplates = 1_000;

export type TemplatePorts = LogPorts &
  SealPorts &
  TeamReadPorts &
  Pick<Ports, 'keys' | 'ids' | 'clock' | 'hash' | 'ownWrites'> & {
    /** This process sends by what it has just written. */
    readonly publishedTemplates: Pick<PublishedTemplates, 'forget'>;
  };

/** {@link changeOne} of a template. */
async function write(ports: TemplatePorts, stream: StreamName, command: TemplateCommand, context: RequestContext) {
  const changed = await changeOne(ports, template, stream, command, context);
  ports.publishedTemplates.forget(stream);
  return changed;
}

type AliasTaken = { readonly refused: 'alias-taken'; readonly alias: string };

/** POST /templates. */
export interface CreateTemplate {
  readonly context: RequestContext;
  readonly settings: TemplateSettings & { readonly name: string; readonly html: string };
  readonly reading: HtmlReading;
}
export const CreateTemplate = command({ name: 'CreateTemplate', need: 'member', run: createTemplate });

export async function createTemplate(
  ports: TemplatePorts,
  { context, settings, reading }: CreateTemplate,
): Promise<Changed<TemplateRefusal> | AliasTaken | TooMany> {
  return make(ports, context, settings, await contentOf(noContent, settings, reading), null);
}

async function make(
  ports: TemplatePorts,
  context: RequestContext,
  { name = '', alias = null }: TemplateSettings,
  content: TemplateContent,
  duplicateOf: string | null,
): Promise<Changed<TemplateRefusal> | AliasTaken | TooMany> {
  const { teamId } = context;
  return withRoomOfTeam(ports, templatesProjection, { category: 'template', teamId, most: mostTemplates }, async () => {
    const templateId = ports.ids.next();
    const stream = templateStream(templateId);
    const refused = alias === null ? undefined : await takeAlias(ports, context, templateId, alias);
    if (refused !== undefined) return refused;
    const sealed = await sealContent(ports, stream, content, undefined, teamId);
    const made = { teamId, name, alias, content: sealed, duplicateOf };
    return write(ports, stream, { type: 'CreateTemplate', template: made }, context);
  });
}

/** No request that took an alias is at work any more after this time. */
const requestLastsMs = 60_000;

/** The alias is the template's before it says so; what a crash left taken is free to who asks a minute later. */
async function takeAlias(ports: TemplatePorts, context: RequestContext, templateId: string, alias: string) {
  const stream = aliasStream(ports, context.teamId, alias);
  const loaded = await load(ports, templateAlias, stream);
  const holder = loaded.state;
  const held = holder === null ? null : (await load(ports, template, templateStream(holder))).state;
  const takenAtMs = Date.parse(loaded.events.at(-1)?.metadata.time ?? '');
  // One that has just taken it may be about to use it.
  const isLeftOver = held?.alias !== alias && takenAtMs + requestLastsMs < ports.clock.now();
  const insteadOf = holder !== null && (held?.isDeleted === true || isLeftOver) ? holder : undefined;
  const taking = { type: 'TakeAlias', templateId, insteadOf } as const;
  const taken = await handle(ports, templateAlias, stream, taking, { context, region: null }, { loaded });
  ports.publishedTemplates.forget(stream);
  if (!('refused' in taken)) return undefined;
  return taken.refused === 'taken' ? ({ refused: 'alias-taken', alias } as const) : unavailable;
}

/** PATCH /templates/{template}: the draft changes; what is sent stays as it was published. */
export interface ChangeTemplate {
  readonly context: RequestContext;
  readonly key: TemplateKey;
  readonly settings: TemplateSettings;
  readonly reading: HtmlReading;
}
export const ChangeTemplate = command({ name: 'ChangeTemplate', need: 'member', run: changeTemplate });

async function changeTemplate(
  ports: TemplatePorts,
  { context, key, settings, reading }: ChangeTemplate,
): Promise<Changed<TemplateRefusal> | AliasTaken> {
  const { teamId } = context;
  const loaded = await loadTemplate(ports, teamId, key);
  if (loaded === undefined) return { refused: 'not-found' };
  const { state, stream } = loaded;
  const { name = state.name, alias = state.alias } = settings;
  const before = await openContent(ports, state.content);
  const after = await contentOf(before, settings, reading);
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  const content = isSame ? undefined : await sealContent(ports, stream, after, state.content.kid, teamId);
  const isMoved = alias !== state.alias;
  const refused = isMoved && alias !== null ? await takeAlias(ports, context, idOf(stream), alias) : undefined;
  if (refused !== undefined) return refused;
  // What is replaced meanwhile is not brought back.
  const draft = { name, alias, ...(content === undefined ? {} : { content }) };
  const changed = await write(ports, stream, { type: 'ChangeTemplate', teamId, draft }, context);
  if (!('refused' in changed) && isMoved) await freeAlias(ports, context, idOf(stream), state.alias);
  return changed;
}

/** What is not freed now is taken from a template that does not use it. */
async function freeAlias(ports: TemplatePorts, context: RequestContext, templateId: string, alias: string | null) {
  if (alias === null) return;
  const freeing = { type: 'FreeAlias', templateId } as const;
  const stream = aliasStream(ports, context.teamId, alias);
  await handle(ports, templateAlias, stream, freeing, { context, region: null });
  ports.publishedTemplates.forget(stream);
}

export interface OneTemplate {
  readonly context: RequestContext;
  readonly key: TemplateKey;
}

/** POST /templates/{template}/publish. */
export interface PublishTemplate extends OneTemplate {
  readonly readContent: ContentReader;
}
interface ForbiddenPlace {
  readonly refused: 'forbidden-place';
  readonly variable: string;
  readonly where: string;
}
/** What this installation publishes nothing with. */
export interface RefusedByCheck {
  readonly refused: 'check';
  readonly findings: readonly ContentFinding[];
}
export const PublishTemplate = command({ name: 'PublishTemplate', need: 'member', run: publishTemplate });

/** The draft is what is sent from now on, in one fact. Publishing what is published changes nothing. */
async function publishTemplate(
  ports: TemplatePorts & ContentCheckPorts,
  { context, key, readContent }: PublishTemplate,
): Promise<Changed<TemplateRefusal> | ForbiddenPlace | RefusedByCheck> {
  const { teamId } = context;
  const loaded = await loadTemplate(ports, teamId, key);
  if (loaded === undefined) return { refused: 'not-found' };
  const { content } = loaded.state;
  const opened = await openContent(ports, content);
  const [wrong] = opened.forbidden;
  if (wrong !== undefined) return { refused: 'forbidden-place', variable: wrong.name, where: wrong.where };
  if (ports.checkRefuses.length > 0) {
    const { findings } = await checkContent(ports, teamId, opened, readContent);
    const refused = findings.filter(({ isRefused }) => isRefused);
    if (refused.length > 0) return { refused: 'check', findings: refused };
  }
  return write(ports, loaded.stream, { type: 'PublishTemplate', teamId, content }, context);
}

/** POST /dashboard-api/templates/{template}/restore: the draft is as that version was. */
export const RestoreTemplate = command({
  name: 'RestoreTemplate',
  need: 'member',
  async run(ports: TemplatePorts, { context, key, version }: OneTemplate & { readonly version: number }) {
    const { teamId } = context;
    const loaded = await loadTemplate(ports, teamId, key);
    if (loaded === undefined) return { refused: 'not-found' } as const;
    return write(ports, loaded.stream, { type: 'RestoreTemplate', teamId, version }, context);
  },
});

/** POST /templates/{template}/duplicate: a draft of its own, without the alias. */
export const DuplicateTemplate = command({
  name: 'DuplicateTemplate',
  need: 'member',
  async run(ports: TemplatePorts, { context, key }: OneTemplate) {
    const loaded = await loadTemplate(ports, context.teamId, key);
    if (loaded === undefined) return { refused: 'not-found' } as const;
    const { state, stream } = loaded;
    const content = await openContent(ports, state.content);
    return make(ports, context, { name: `${state.name} (copy)` }, content, idOf(stream));
  },
});

/** DELETE /templates/{template}. Emails that were accepted with it are sent as they were. */
export const DeleteTemplate = command({
  name: 'DeleteTemplate',
  need: 'member',
  async run(ports: TemplatePorts, { context, key }: OneTemplate) {
    const { teamId } = context;
    const loaded = await loadTemplate(ports, teamId, key);
    if (loaded === undefined) return { refused: 'not-found' } as const;
    const deleted = await write(ports, loaded.stream, { type: 'DeleteTemplate', teamId }, context);
    if (!('refused' in deleted)) await freeAlias(ports, context, idOf(loaded.stream), loaded.state.alias);
    return deleted;
  },
});

/** GET /templates, newest first. */
export interface ListTemplates {
  readonly teamId: string;
  readonly page: Partial<PageRequest>;
  readonly search?: string | undefined;
}
export const ListTemplates = query({
  name: 'ListTemplates',
  need: 'read-only',
  run: (ports: TeamReadPorts, { teamId, page, search }: ListTemplates) =>
    teamList(ports, templatesProjection, { teamId, page, search }),
});

/** As it is, with the content of its draft. */
export interface ShownTemplate {
  readonly document: TemplateDocument;
  readonly content: TemplateContent;
}
export const GetTemplate = query({ name: 'GetTemplate', need: 'read-only', run: getTemplate });

interface GetTemplate {
  readonly teamId: string;
  readonly key: TemplateKey;
}
type GetPorts = Pick<TemplatePorts, keyof LogPorts | keyof ContentPorts | 'hash'>;

/** From its own stream, so that every write that was answered shows. */
export async function getTemplate(ports: GetPorts, { teamId, key }: GetTemplate): Promise<ShownTemplate | undefined> {
  const loaded = await loadTemplate(ports, teamId, key);
  const document = loaded === undefined ? undefined : foldTemplate(loaded.events);
  return document === undefined ? undefined : { document, content: await openContent(ports, document.content) };
}

/** GET /dashboard-api/templates/{template}/versions/{version}: with the content of that version. */
export const GetTemplateVersion = query({
  name: 'GetTemplateVersion',
  need: 'read-only',
  async run(ports: GetPorts, { teamId, key, number }: GetTemplate & { readonly number: number }) {
    const loaded = await loadTemplate(ports, teamId, key);
    const document = loaded === undefined ? undefined : foldTemplate(loaded.events);
    const version = document?.versions.find((each) => each.version === number);
    if (document === undefined || version === undefined) return undefined;
    return { document, version, content: await openContent(ports, version.content) };
  },
});

type Present = Loaded<NonNullable<TemplateState>>;

/** Undefined when the team has no such template. */
export async function loadTemplate(
  ports: LogPorts & Pick<Ports, 'hash'>,
  teamId: string,
  key: TemplateKey,
): Promise<Present | undefined> {
  const id = 'id' in key ? key.id : (await load(ports, templateAlias, aliasStream(ports, teamId, key.alias))).state;
  if (id === null) return undefined;
  const loaded = await load(ports, template, templateStream(id));
  const { state } = loaded;
  if (state?.teamId !== teamId || state.isDeleted) return undefined;
  return 'alias' in key && state.alias !== key.alias ? undefined : { ...loaded, state };
}
