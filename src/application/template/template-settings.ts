import type { FoundPlaces, TemplateContent, WrittenDocument } from '../../domain/template/content.js';
import { checkMergeCost } from '../../domain/template/merge.js';

/** What a request says of a template; what is undefined stays. */
export interface TemplateSettings {
  readonly name?: string | undefined;
  readonly alias?: string | null | undefined;
  readonly from?: TemplateContent['from'] | undefined;
  readonly replyTo?: TemplateContent['replyTo'] | undefined;
  readonly subject?: string | null | undefined;
  readonly html?: string | undefined;
  /** Derived from the html where it is null. */
  readonly text?: string | null | undefined;
  readonly variables?: TemplateContent['variables'] | undefined;
  /** What the html was written from. Html without it drops the one that was there. */
  readonly document?: WrittenDocument | null | undefined;
  /** All that the domain tracks where it is null. */
  readonly track?: TemplateContent['track'] | null;
}

/** How html is read at the edge, in threads. `placesOf` throws `BudgetExceeded` where it takes too long. */
export interface HtmlReading {
  readonly textOf: (html: string) => Promise<string>;
  readonly placesOf: (html: string) => Promise<FoundPlaces>;
}

/** What a new template has before anything is said of it. */
export const noContent: TemplateContent = {
  from: null,
  replyTo: null,
  subject: null,
  html: '',
  text: '',
  isTextDerived: true,
  variables: [],
  places: [],
  forbidden: [],
};

/** The content that a request makes of what was there. Throws `BudgetExceeded` where it could never be sent. */
export async function contentOf(
  before: TemplateContent,
  settings: TemplateSettings,
  { textOf, placesOf }: HtmlReading,
): Promise<TemplateContent> {
  const { from = before.from, replyTo = before.replyTo, subject = before.subject } = settings;
  const { html = before.html, variables = before.variables } = settings;
  const track = settings.track === undefined ? before.track : (settings.track ?? undefined);
  const kept = settings.html === undefined ? before.document : undefined;
  const document = (settings.document === undefined ? kept : settings.document) ?? undefined;
  const isTextDerived = settings.text === undefined ? before.isTextDerived : settings.text === null;
  const text = isTextDerived ? await textOf(html) : (settings.text ?? before.text);
  const content = { from, replyTo, subject, html, text, isTextDerived, variables, ...(await placesOf(html)) };
  checkMergeCost(content);
  return { ...content, ...(track && { track }), ...(document && { document }) };
}
