import { isReserved } from '../../domain/template/content.js';
import { merged, mergedLine, type VariableRefusal, type MergeValues, tryValues } from '../../domain/template/merge.js';
import { usedNames } from '../../domain/template/slots.js';
import { query } from '../access/use-case.js';
import { contentOf, noContent, type HtmlReading, type TemplateSettings } from './template-settings.js';

type Values = Readonly<Record<string, unknown>>;

/** POST /dashboard-api/templates/preview: what is typed, which is not saved, filled in. */
export interface PreviewTemplate {
  readonly settings: TemplateSettings & { readonly html: string };
  readonly values: Values;
  readonly reading: HtmlReading;
}

interface TemplatePreview {
  readonly subject: string;
  readonly html: string;
  /** Absent when it has no text part. */
  readonly text?: string;
  /** Names in the order of their first use, then those that are declared and not used. */
  readonly variables: readonly string[];
  /** What has no value stands as it is written. */
  readonly problems: readonly VariableRefusal[];
}

export const PreviewTemplate = query({
  name: 'PreviewTemplate',
  need: 'read-only',
  async run(_ports: object, { settings, values, reading }: PreviewTemplate): Promise<TemplatePreview> {
    const content = await contentOf(noContent, settings, reading);
    const tried = tryValues(content, values, reservedIn(values));
    const standIns = tried.problems.map(({ variable }) => [variable, `{{{${variable}}}}`] as const);
    const shown = { ...tried.values, ...Object.fromEntries(standIns) };
    return {
      ...merged(content, shown),
      subject: mergedLine(content, content.subject ?? '', shown),
      variables: [...new Set([...usedNames(content), ...content.variables.map(({ key }) => key)])],
      problems: tried.problems,
    };
  },
});

/** What the server would fill in, as it is given for a preview. */
export const reservedIn = (values: Values): MergeValues =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'string' && isReserved(name) ? [[name, value] as const] : [],
    ),
  );
