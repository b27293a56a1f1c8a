import type { AbTest, Variant, WinnerChosen } from '../../domain/broadcast/ab-test.js';
import type { BroadcastDraft } from '../../domain/broadcast/events.js';
import type { BodyReference } from '../../domain/shared/accepted-email.js';
import type { UnsafeHtml } from '../../domain/template/check/unsafe-html.js';
import type { ContentPorts } from '../template/template-content.js';
import {
  type BroadcastContent,
  type ContentReading,
  type ContentSettings,
  contentAfter,
  htmlAsWritten,
  isSameContent,
  openBroadcastContent,
} from './broadcast-content.js';

/** All that variant B says; what is not its own is as variant A has it. */
export interface VariantContent extends BroadcastContent {
  readonly own: Readonly<Record<OwnPart, boolean>>;
}
type OwnPart = 'subject' | 'previewText' | 'body';

/** What a request says of variant B: undefined stays, null is as in variant A. */
export interface VariantSettings {
  readonly subject?: string | null | undefined;
  /** Empty: it has none. */
  readonly previewText?: string | null | undefined;
  /** With its text and its document. */
  readonly html?: string | null | undefined;
  readonly text?: string | null | undefined;
  readonly document?: ContentSettings['document'];
}

/** What variant B says once variant A, or what is its own, was written. `before` undefined: there was none. */
export async function variantAfter(
  a: BroadcastContent,
  before: VariantContent | undefined,
  settings: VariantSettings,
  reading: ContentReading,
): Promise<VariantContent | UnsafeHtml> {
  const own = {
    subject: isOwn(settings.subject, before?.own.subject),
    previewText: isOwn(settings.previewText, before?.own.previewText),
    body: isOwn(settings.html, before?.own.body),
  };
  const kept = before ?? a;
  const subject = own.subject ? (settings.subject ?? kept.subject ?? '') : undefined;
  const previewText = own.previewText ? (settings.previewText ?? kept.previewText ?? '') : undefined;
  const body = own.body ? bodyAfter(kept, settings) : {};
  const said = await contentAfter(a, { subject, previewText, ...body }, reading);
  return 'refused' in said ? said : { ...said, own };
}

const isOwn = (given: string | null | undefined, before = false): boolean =>
  given === undefined ? before : given !== null;

function bodyAfter(before: BroadcastContent, { html, text, document }: VariantSettings): ContentSettings {
  const textBefore = before.isTextDerived ? null : before.text;
  const documentBefore = html === undefined ? before.document : undefined;
  return {
    html: html ?? htmlAsWritten(before),
    text: text === undefined ? textBefore : text,
    document: (document === undefined ? documentBefore : document) ?? null,
  };
}

/** Written by this module. */
export const openVariantContent = (
  ports: ContentPorts,
  { content }: Pick<AbTest, 'content'>,
): Promise<VariantContent> => openBroadcastContent(ports, content) as Promise<VariantContent>;

/** What is said to all alike, or to each part of a test. */
export type Said = Pick<BroadcastDraft, 'content' | 'test'>;

/** @returns undefined where there is no variant B. */
export const contentOf = ({ content, test }: Said, variant: Variant): BodyReference | undefined =>
  variant === 'a' ? content : test?.content;

/** What is shown of it to those who got none: what won, or variant A. */
export function shownContent(said: Said, winner: WinnerChosen | undefined): BodyReference {
  return contentOf(said, winner?.variant ?? 'a') ?? said.content;
}

/** What is another in variant B: nothing to compare where that is nothing. */
export function saysTheSame(a: BroadcastContent, b: BroadcastContent): boolean {
  const said = ({ subject, previewText, html, text }: BroadcastContent) =>
    JSON.stringify([subject, previewText, html, text]);
  return said(a) === said(b);
}

/** Those of both variants, where there are two. */
export const openContents = (ports: ContentPorts, { content, test }: Said): Promise<readonly BroadcastContent[]> =>
  Promise.all(
    [content, ...(test === undefined ? [] : [test.content])].map((each) => openBroadcastContent(ports, each)),
  );

/** Whether anything that one says is what the other says to somebody. */
export async function saySame(ports: ContentPorts, one: Said, other: Said): Promise<boolean> {
  const [some, others] = await Promise.all([openContents(ports, one), openContents(ports, other)]);
  return some.some((each) => others.some((same) => isSameContent(each, same)));
}
