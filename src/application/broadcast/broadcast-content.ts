import type { ContentPart } from '../../domain/broadcast/events.js';
import type { ContactProfile } from '../../domain/contact/events.js';
import { eachContactField, mergeTagOf, noContactFields } from '../../domain/shared/contact-fields.js';
import type { BodyReference } from '../../domain/shared/accepted-email.js';
import type { TemplateContent, WrittenDocument } from '../../domain/template/content.js';
import { checkMergeCost, linkPattern, merged, mergedLine, type MergeValues } from '../../domain/template/merge.js';
import type { ReadContent } from '../../domain/template/check/read-content.js';
import { recipientLinkNames } from '../../domain/template/recipient-links.js';
import { conditionsIn } from '../../domain/template/sections.js';
import { fieldOfCondition } from '../../domain/segment/condition.js';
import { allSlots } from '../../domain/template/slots.js';
import { type UnsafeHtml, unsafeHtml } from '../../domain/template/check/unsafe-html.js';
import type { ContentReader, PageHead } from '../ports/html-reader.js';
import { type ContentPorts, openContent } from '../template/template-content.js';
import { withPageTexts } from './page-texts.js';
import type { HtmlReading } from '../template/template-settings.js';

/** What a broadcast says. Its html is what is sent, with the preview text and, where the editor wrote it, a title. */
export interface BroadcastContent extends TemplateContent {
  readonly previewText: string | null;
  /** The html as it was written, where another is sent. */
  readonly writtenHtml: string | null;
}

/** What a request says of the content; what is undefined stays. */
export interface ContentSettings {
  readonly from?: BroadcastContent['from'] | undefined;
  readonly replyTo?: BroadcastContent['replyTo'] | undefined;
  readonly subject?: string | undefined;
  readonly previewText?: string | null | undefined;
  readonly html?: string | null | undefined;
  /** Derived from the html where it is null. */
  readonly text?: string | null | undefined;
  /** What the html was written from. Html without it drops the one that was there. */
  readonly document?: WrittenDocument | null | undefined;
}

/** How html is read at the edge, in threads. `headOf` throws `BudgetExceeded` where it takes too long. */
export interface ContentReading extends HtmlReading {
  readonly headOf: (html: string) => Promise<PageHead>;
  readonly readContent: ContentReader;
}

export const emptyContent: BroadcastContent = {
  from: null,
  replyTo: null,
  subject: null,
  previewText: null,
  html: '',
  writtenHtml: null,
  text: '',
  isTextDerived: true,
  variables: [],
  places: [],
  forbidden: [],
};

/** To a reader: another preview text alone is no other content. */
export const isSameContent = (one: BroadcastContent, other: BroadcastContent): boolean =>
  one.subject === other.subject && htmlAsWritten(one) === htmlAsWritten(other) && one.text === other.text;

export const htmlAsWritten = ({ html, writtenHtml }: BroadcastContent): string => writtenHtml ?? html;

/**
 * What a request makes of the content. Html that comes with a document is what the editor may write, or refused. Throws
 * `BudgetExceeded` where it could never be sent.
 */
export async function contentAfter(
  before: BroadcastContent,
  settings: ContentSettings,
  { textOf, placesOf, headOf, readContent }: ContentReading,
): Promise<BroadcastContent | UnsafeHtml> {
  const { from = before.from, replyTo = before.replyTo, subject = before.subject } = settings;
  const previewText = settings.previewText === undefined ? before.previewText : settings.previewText || null;
  const written = settings.html === undefined ? htmlAsWritten(before) : (settings.html ?? '');
  const isTextDerived = settings.text === undefined ? before.isTextDerived : settings.text === null;
  const derived = isTextDerived && written !== '' ? await textOf(written) : '';
  const text = isTextDerived ? derived : (settings.text ?? before.text);
  const isEdited = settings.document != null && written !== '';
  const unsafe = isEdited ? unsafeHtml((await readContent(written)) ?? null) : undefined;
  if (unsafe !== undefined) return (await unsafeBlock(settings.document, readContent)) ?? unsafe;
  const kept = settings.html === undefined ? before.document : undefined;
  const document = settings.document === undefined ? kept : settings.document;
  const title = document == null ? null : subject;
  const isPlain = written === '' || (previewText === null && title === null);
  const html = isPlain ? written : withPageTexts(written, await headOf(written), { previewText, title });
  const texts = { subject, html, text, variables: [], ...(await placesOf(html)) };
  checkMergeCost(texts);
  const conditions = conditionsIn([subject ?? '', html, text]);
  return {
    ...{ from, replyTo, previewText, isTextDerived, ...texts },
    ...(conditions.length === 0 ? {} : { conditions }),
    writtenHtml: html === written ? null : written,
    ...(document == null || written === '' ? {} : { document }),
  };
}

/** Blocks with html of their own that are looked at. */
const mostOwnBlocks = 20;

/** What {@link unsafeHtml} finds, in the block that its writer typed it into; undefined where none of them has it. */
async function unsafeBlock(
  document: ContentSettings['document'],
  readContent: ContentReading['readContent'],
): Promise<UnsafeHtml | undefined> {
  const blocks = document == null ? [] : ownHtmlIn(document.doc).slice(0, mostOwnBlocks);
  for (const [index, html] of blocks.entries()) {
    const unsafe = unsafeHtml((await readContent(html)) ?? null);
    if (unsafe !== undefined) return { ...unsafe, block: index + 1 };
  }
  return undefined;
}

/** In the order in which a reader meets them. */
function ownHtmlIn({ type, attrs, content = [] }: WrittenDocument['doc']): readonly string[] {
  const html = type === 'htmlBlock' ? attrs?.['html'] : undefined;
  return [...(typeof html === 'string' && html !== '' ? [html] : []), ...content.flatMap(ownHtmlIn)];
}

/** What is another than before. */
export function partsChanged(before: BroadcastContent, after: BroadcastContent): readonly ContentPart[] {
  const texts = ({ html, text, document }: BroadcastContent) => ({ html, text, document });
  const pairs: readonly (readonly [ContentPart, unknown, unknown])[] = [
    ['from', before.from, after.from],
    ['replyTo', before.replyTo, after.replyTo],
    ['subject', before.subject, after.subject],
    ['previewText', before.previewText, after.previewText],
    ['body', texts({ ...before, html: htmlAsWritten(before) }), texts({ ...after, html: htmlAsWritten(after) })],
  ];
  return pairs.flatMap(([part, one, other]) => (JSON.stringify(one) === JSON.stringify(other) ? [] : [part]));
}

/** Written by this module. */
export const openBroadcastContent = (ports: ContentPorts, reference: BodyReference): Promise<BroadcastContent> =>
  openContent(ports, reference) as Promise<BroadcastContent>;

/** What is filled in when an email is sent: the link is its recipient's own. */
const leaveNames = recipientLinkNames(({ leaves }) => leaves);
const linkNames = recipientLinkNames();

/** Something in their place, where it is only asked whether all else is sound. */
export const someLinks: MergeValues = Object.fromEntries(linkNames.map((name) => [name, 'https://link']));

export type Person = ContactProfile;
const propertyPrefix = 'contact.';
const ownMembers = [
  ['EMAIL', 'email', 'email'] as const,
  ...eachContactField((key, row) => [mergeTagOf(row), row.wireName, key] as const),
];
const ownNames: Readonly<Record<string, (person: Person) => string | null>> = Object.fromEntries(
  ownMembers.flatMap(([mergeTag, wireName, key]) =>
    [mergeTag, `${propertyPrefix}${wireName}`].map((name) => [name, (person: Person) => person[key]]),
  ),
);

/**
 * Whether a reader finds a link to leave: in what its html shows, or in its text where there is no html. Html that took
 * too long to read counts with all its places.
 */
export function hasLeaveLink(content: BroadcastContent, read: ReadContent | undefined): boolean {
  const names =
    content.html === '' || read === undefined
      ? allSlots({ ...content, subject: null }).map(({ name }) => name)
      : read.reachableTags;
  return names.some((name) => leaveNames.includes(name));
}

/** The first name in triple braces that stands for nothing; undefined where each does. */
export function unknownTag(content: TemplateContent, propertyKeys: ReadonlySet<string>): string | undefined {
  const isKnown = (name: string): boolean =>
    linkNames.includes(name) ||
    Object.hasOwn(ownNames, name) ||
    (name.startsWith(propertyPrefix) && propertyKeys.has(name.slice(propertyPrefix.length)));
  return allSlots(content).find(({ name }) => !isKnown(name))?.name;
}

/** Whether a merge tag of it asks for the property. */
export const usesProperty = (content: TemplateContent, key: string): boolean =>
  allSlots(content).some(({ name }) => name === `${propertyPrefix}${key}`);

/** Whether a condition of it looks at the field of contacts. */
export const looksAt = ({ conditions = [] }: TemplateContent, field: string): boolean =>
  conditions.some((condition) => fieldOfCondition(condition) === field);

/** Longer values are cut. */
const maxCharacters = 2_000;

/**
 * What goes to the places for one person. What is not known of them is left to the fallback of the place, then to the
 * property's. A value that would be a link of another kind than one may click counts as not known. `given` stands in
 * place of what is known.
 */
export function valuesFor(
  content: TemplateContent,
  person: Person,
  fallbacks: ReadonlyMap<string, string | number>,
  given: MergeValues = {},
): MergeValues {
  const values: Record<string, string> = {};
  const slots = allSlots(content);
  const withFallback = new Set(slots.flatMap(({ name, fallback }) => (fallback === null ? [] : [name])));
  const links = new Set(slots.filter(({ kind }) => kind === 'link').map(({ name }) => name));
  for (const name of new Set(slots.map((slot) => slot.name))) {
    const own = (Object.hasOwn(given, name) ? given[name] : valueOf(name, person))?.slice(0, maxCharacters);
    const isSound = own !== undefined && own !== '' && (!links.has(name) || linkPattern.test(own.trim()));
    if (isSound) {
      values[name] = own;
      continue;
    }
    const fallback = fallbacks.get(name.slice(propertyPrefix.length));
    if (name.startsWith(propertyPrefix) && !withFallback.has(name) && fallback !== undefined)
      values[name] = String(fallback);
  }
  return values;
}

/**
 * Names that leave a hole where a person has no value for them: at one of their places at least nothing else would
 * stand. `fallbacks`: those of properties, which hold where none of the places has one.
 */
export function namesWithoutFallback(
  content: TemplateContent,
  fallbacks: ReadonlyMap<string, string | number>,
): readonly string[] {
  const slots = allSlots(content);
  const withFallback = new Set(slots.flatMap(({ name, fallback }) => (fallback === null ? [] : [name])));
  const hasOther = (name: string): boolean =>
    !withFallback.has(name) && name.startsWith(propertyPrefix) && fallbacks.has(name.slice(propertyPrefix.length));
  const bare = slots.flatMap(({ name, fallback }) => (fallback === null && !hasOther(name) ? [name] : []));
  return [...new Set(bare)].filter((name) => !linkNames.includes(name));
}

/** Whether nothing is known of a person under a name. */
export const lacksValue = (name: string, known: Person): boolean => (valueOf(name, known) ?? '') === '';

/** Somebody of whom nothing is known. */
export const unknownPerson: Person = { email: '', ...noContactFields, properties: {} };

export interface MergedTexts {
  readonly subject: string;
  readonly html: string;
  /** Missing where the email has no text part. */
  readonly text?: string;
}

/** What one person reads; `leaveUrl` is their link to leave. */
export function mergedTexts(content: BroadcastContent, values: MergeValues, leaveUrl: string): MergedTexts {
  const links = Object.fromEntries(linkNames.map((name) => [name, leaveUrl]));
  return {
    subject: mergedLine(content, content.subject ?? '', values),
    ...merged(content, { ...values, ...links }),
  };
}

function valueOf(name: string, person: Person): string | undefined {
  const own = Object.hasOwn(ownNames, name) ? ownNames[name] : undefined;
  if (own !== undefined) return own(person) ?? undefined;
  const key = name.slice(propertyPrefix.length);
  const value = Object.hasOwn(person.properties, key) ? person.properties[key] : undefined;
  return value === undefined ? undefined : String(value);
}
