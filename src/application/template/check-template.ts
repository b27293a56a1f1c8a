import { query } from '../access/use-case.js';
import type { ContentReader } from '../ports/html-reader.js';
import { checkContent, type CheckedFindings, type ContentCheckPorts } from './check-content.js';
import { openContent } from './template-content.js';
import { contentOf, type HtmlReading, type TemplateSettings } from './template-settings.js';
import type { TemplateKey } from './template-streams.js';
import { loadTemplate, type TemplatePorts } from './templates.js';

/** The draft of a template, with what was changed in it and not yet saved. Nothing is stored. */
export interface CheckTemplate {
  readonly teamId: string;
  readonly key: TemplateKey;
  readonly settings: TemplateSettings;
  readonly reading: HtmlReading;
  readonly readContent: ContentReader;
}

export const CheckTemplate = query({
  name: 'CheckTemplate',
  need: 'read-only',
  async run(
    ports: TemplatePorts & ContentCheckPorts,
    { teamId, key, settings, reading, readContent }: CheckTemplate,
  ): Promise<CheckedFindings | { readonly refused: 'not-found' }> {
    const loaded = await loadTemplate(ports, teamId, key);
    if (loaded === undefined) return { refused: 'not-found' };
    const content = await contentOf(await openContent(ports, loaded.state.content), settings, reading);
    return checkContent(ports, teamId, content, readContent);
  },
});
