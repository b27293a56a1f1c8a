import { ApiProblem } from '../../api/problem';
import type { Body } from '../../api/operations';
import { addressesIn } from '../../kit/addresses-in';
import { templateContentWords as words } from '../../messages/template-content';
import type { Template } from './queries';
import { documentIn, type EmailDocument } from '../broadcasts/editor/email/document.js';
import { escapedAroundTags } from '../broadcasts/editor/email/markup.js';
import { toEmail } from '../broadcasts/editor/email/to-email.js';

type Declared = Pick<Template['variables'][number], 'key' | 'type' | 'fallback_value'>;
export type VariableType = Declared['type'];
type TextMode = keyof typeof words.textModes;
/** `all`: what the domain tracks. */
type Tracking = keyof typeof words.trackings;

/** A declared variable as it is typed. */
export interface TypedVariable {
  readonly key: string;
  readonly type: VariableType;
  /** Empty: there is none. */
  readonly fallback: string;
}

/** The draft as it stands in the inputs. */
export interface TemplateValues {
  readonly name: string;
  readonly alias: string;
  readonly from: string;
  readonly reply_to: string;
  readonly subject: string;
  readonly tracking: Tracking;
  /** What the editor has; null where the html is written by hand. */
  readonly document: EmailDocument | null;
  readonly html: string;
  readonly textMode: TextMode;
  readonly text: string;
  readonly variables: readonly TypedVariable[];
}

export function valuesOf(template: Template): TemplateValues {
  const { name, alias, from, reply_to: replyTo, subject, html, text, text_derived: isDerived, variables } = template;
  return {
    name,
    alias: alias ?? '',
    from: from ?? '',
    reply_to: replyTo?.join(', ') ?? '',
    subject: subject ?? '',
    tracking: template.tracking ?? 'all',
    document: documentIn(template.document) ?? null,
    html,
    textMode: isDerived ? 'derived' : text === null ? 'none' : 'own',
    text: text ?? '',
    variables: variables.map(({ key, type, fallback_value: fallback }) => ({ key, type, fallback: typedOf(fallback) })),
  };
}

const typedOf = (value: Declared['fallback_value']): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

type Change = Body<'PATCH /templates/{template}'>;

/** What is sent: only what was changed. Throws an `ApiProblem` where a fallback is not of its type. */
export function changeOf(before: TemplateValues, after: TemplateValues): Change {
  const is = (name: keyof TemplateValues): boolean => JSON.stringify(before[name]) !== JSON.stringify(after[name]);
  return {
    ...(is('name') ? { name: after.name } : {}),
    ...(is('alias') ? { alias: orNull(after.alias) } : {}),
    ...(is('from') ? { from: orNull(after.from) } : {}),
    ...(is('reply_to') ? { reply_to: addressesIn(after.reply_to) } : {}),
    ...(is('subject') ? { subject: orNull(after.subject) } : {}),
    ...(is('tracking') ? { tracking: after.tracking === 'all' ? null : after.tracking } : {}),
    ...contentChange(is, after),
    ...(is('variables') ? { variables: after.variables.map(declaredOf) } : {}),
  };
}

function contentChange(is: (name: keyof TemplateValues) => boolean, after: TemplateValues): Change {
  const { document } = after;
  // The title of its html is the subject.
  if (document !== null) {
    return is('document') || is('subject') ? { ...textsOf(after), document: { ...document } } : {};
  }
  const isText = is('textMode') || (after.textMode === 'own' && is('text'));
  return {
    ...(is('html') || is('document') ? { html: after.html } : {}),
    ...(isText || is('document') ? { text: textIn(after) } : {}),
  };
}

/** What is sent of a draft: its html, and its text as {@link textIn} has it. */
export function textsOf({ document, html, subject, ...text }: TemplateValues) {
  if (document === null) return { html, text: textIn(text) };
  const email = toEmail(document);
  return {
    html: email.html.replace('<title></title>', () => `<title>${escapedAroundTags(subject)}</title>`),
    text: email.text,
  };
}

/** Derived where it is null; the email has no text part where it is empty. */
const textIn = ({ textMode, text }: Pick<TemplateValues, 'textMode' | 'text'>): string | null =>
  textMode === 'derived' ? null : textMode === 'none' ? '' : text;

/** As the API takes it. Throws an `ApiProblem` where the fallback is not of the type, or the key is missing. */
export function declaredOf({ key, type, fallback }: TypedVariable) {
  if (key.trim() === '') throw new ApiProblem('refused', words.noKey, 'variables');
  const value = valueIn(type, fallback);
  if (value === undefined) {
    throw new ApiProblem('refused', words.wrongFallback(key, words.types[type]), 'variables');
  }
  return { key: key.trim(), type, ...(value === null ? {} : { fallback_value: value }) };
}

type Value = string | number | boolean | Record<string, unknown> | unknown[];

/** What was typed as a value of the type; null: nothing was typed; undefined: it is none. */
export function valueIn(type: VariableType, typed: string): Value | null | undefined {
  if (typed === '') return null;
  if (type === 'string') return typed;
  if (type === 'number') return Number.isFinite(Number(typed)) && typed.trim() !== '' ? Number(typed) : undefined;
  if (type === 'boolean') return typed === 'true' ? true : typed === 'false' ? false : undefined;
  const read = jsonIn(typed);
  if (type === 'list') return Array.isArray(read) ? read : undefined;
  // Neither null nor a list.
  return typeof read === 'object' && read !== null && !Array.isArray(read)
    ? (read as Record<string, unknown>)
    : undefined;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
