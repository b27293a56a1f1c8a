import type { Served } from './served.js';
import { lastSaid } from '../../application/shared/last-said.js';
import { templateOrphans } from '../../application/template/template-content.js';
import { templateAliasStreams, type TemplateEvent, templateStreams } from '../../domain/template/template.js';
import { foldTemplate, templatesProjection } from '../../projections/templates/templates.projection.js';

export const template = {
  streams: [templateStreams, templateAliasStreams],
  readModels: [templatesProjection],
  audit: {
    stateOf: foldTemplate,
    nameOf: (events) => lastSaid<TemplateEvent>(events, ({ data }) => ('name' in data ? data.name : undefined)),
  },
  orphansOf: templateOrphans,
  live: { subject: 'templates', readModel: templatesProjection.name },
  http: async () => (await import('./template.http.js')).templateHttp,
} satisfies Served;
