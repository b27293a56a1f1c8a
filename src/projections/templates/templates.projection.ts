import type { BodyReference } from '../../domain/shared/accepted-email.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { TemplateEvent, TemplateVersion } from '../../domain/template/template.js';
import { wordsOf } from '../emails/email-tokens.js';
import { foldStream } from '../shared/fold-stream.js';
import type { Projection } from '../shared/projection.js';

/** A template; its content lies where the references lead. */
export interface TemplateDocument {
  readonly id: string;
  readonly teamId: string;
  readonly name: string;
  readonly alias: string | null;
  /** What the draft says. */
  readonly content: BodyReference;
  /** Oldest first. */
  readonly versions: readonly TemplateVersion[];
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly updatedAt: string;
  /** What it is found by. */
  readonly tokens: readonly string[];
}

export const templatesProjection: Projection<TemplateEvent, TemplateDocument> = {
  name: 'templates',
  version: 1,
  categories: ['template'],
  handles: ['TemplateCreated', 'TemplateChanged', 'TemplatePublished', 'TemplateRestored', 'TemplateDeleted'],
  personal: false,
  documentsOf: 'template',
  fields: { teamId: 'text' },
  indexes: [['teamId', 'id']],
  search: { within: 'teamId', tokens: 'tokens' },
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, { event, metadata: { time } }, id) {
    if (event.type === 'TemplateCreated') {
      const { teamId, name, alias, content } = event.data;
      const tokens = tokensOf(name, alias);
      return { id, teamId, name, alias, content, versions: [], createdAt: time, updatedAt: time, tokens };
    }
    if (document === undefined || event.type === 'TemplateDeleted') return undefined;
    const changed = { ...document, updatedAt: time };
    switch (event.type) {
      case 'TemplateChanged':
        return { ...changed, ...event.data, tokens: tokensOf(event.data.name, event.data.alias) };
      case 'TemplateRestored':
        return { ...changed, content: event.data.content };
      case 'TemplatePublished':
        return { ...changed, versions: [...document.versions, { ...event.data, publishedAt: time }] };
    }
  },
};

function tokensOf(name: string, alias: string | null): readonly string[] {
  const words = [...wordsOf(name), ...(alias === null ? [] : wordsOf(alias))];
  return [...new Set(words)].filter((word) => word !== '').sort();
}

/** One template, from its own stream; undefined where there is none, or any more. */
export const foldTemplate = (events: readonly Recorded[]): TemplateDocument | undefined =>
  foldStream(templatesProjection, events);
