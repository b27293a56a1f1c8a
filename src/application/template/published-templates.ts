import { categoryOf, idOf, type StreamName } from '../../domain/shared/stream-name.js';
import { template, templateAlias, type TemplateState } from '../../domain/template/template.js';
import type { UsedTemplate } from '../../domain/shared/accepted-email.js';
import type { TemplateContent } from '../../domain/template/content.js';
import { type AggregateCache, createAggregateCache } from '../shared/aggregate-cache.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import type { TemplateContents } from './template-content.js';
import { aliasStream, type TemplateKey, templateStream } from './template-streams.js';

/** A template as it is sent now. */
export interface PublishedTemplate {
  readonly used: UsedTemplate;
  readonly content: TemplateContent;
}

const mostKept = 1_000;

/** The templates that teams send with, folded from their streams and cached. */
export class PublishedTemplates {
  readonly #aliases: AggregateCache<string | null>;
  readonly #templates: AggregateCache<TemplateState>;

  constructor(
    private readonly ports: LogPorts & Pick<Ports, 'hash'>,
    private readonly contents: Pick<TemplateContents, 'get'>,
  ) {
    this.#aliases = createAggregateCache(ports, templateAlias, mostKept);
    this.#templates = createAggregateCache(ports, template, mostKept);
  }

  /** Null while nothing was published. Undefined when the team has no such template. */
  async get(teamId: string, key: TemplateKey): Promise<PublishedTemplate | null | undefined> {
    const id = 'id' in key ? key.id : await this.#aliases.get(aliasStream(this.ports, teamId, key.alias));
    if (id === null) return undefined;
    const stream = templateStream(id);
    const state = await this.#templates.get(stream);
    if (state?.teamId !== teamId || state.isDeleted || ('alias' in key && state.alias !== key.alias)) return undefined;
    const last = state.versions.at(-1);
    if (last === undefined) return null;
    const { version, content } = last;
    return { used: { id: idOf(stream), version, content }, content: await this.contents.get(content) };
  }

  /** After a write to the stream, here or in another process. */
  forget(stream: StreamName): void {
    if (categoryOf(stream) === 'template') this.#templates.forget(stream);
    else this.#aliases.forget(stream);
  }
}
