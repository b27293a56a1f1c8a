import { addressIn } from '../email/markup.js';
import { readTables, withTable } from './pasted-tables';

/*
 * What Word and Google Docs put into the clipboard, as plain structure: their styles would be an email of another look,
 * and half of them no email client shows.
 */

const kept: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  img: ['src', 'alt'],
  ol: ['start'],
  span: ['data-merge-tag', 'data-fallback', 'data-color', 'data-size'],
  div: ['data-block', 'data-attrs', 'data-background', 'data-padding', 'data-share'],
};

/** Who gets a block that was copied. */
const conditionName = 'data-condition';

/** The html of a clipboard without anything but structure, weight and links. */
export function cleanPaste(html: string): string {
  const { body } = new DOMParser().parseFromString(withTable(withoutConditions(html)), 'text/html');
  body.querySelectorAll('style, script, meta, link, title, xml, o\\:p').forEach((element) => {
    if (element.localName === 'o:p') element.replaceWith(...element.childNodes);
    else element.remove();
  });
  wordLists(body);
  readTables(body, isOurs(html));
  body.querySelectorAll<HTMLElement>('b, strong, span, font').forEach(byStyle);
  body.querySelectorAll<HTMLElement>('*').forEach(bare);
  return body.innerHTML;
}

/** It was copied in the editor, where empty rows are there to be filled. */
const isOurs = (html: string): boolean => html.includes('data-pm-slice=');

/** Word hides in comments what other programs are not to see. */
const withoutConditions = (html: string): string =>
  html.replace(/<!--\[if[\s\S]*?<!\[endif\]-->/gi, '').replace(/<!\[(if[^\]]*|endif)\]>|<!--[\s\S]*?-->/gi, '');

/** Docs wraps everything in a `b` that is not bold, and says with styles what is. */
function byStyle(element: HTMLElement): void {
  const { fontWeight, fontStyle, textDecoration, textDecorationLine } = element.style;
  const isBoldElement = element.localName === 'b' || element.localName === 'strong';
  if (isBoldElement && (fontWeight === 'normal' || fontWeight === '400')) element.replaceWith(...element.childNodes);
  if (isBoldElement) return;
  const line = `${textDecoration} ${textDecorationLine}`;
  const marks = [
    ...(fontWeight === 'bold' || Number(fontWeight) >= 600 ? ['strong'] : []),
    ...(fontStyle === 'italic' ? ['em'] : []),
    ...(line.includes('underline') && element.closest('a') === null ? ['u'] : []),
    ...(line.includes('line-through') ? ['s'] : []),
  ];
  for (const name of marks) {
    const mark = element.ownerDocument.createElement(name);
    mark.append(...element.childNodes);
    element.append(mark);
  }
}

/** Word writes a list as paragraphs that begin with a sign. */
function wordLists(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll<HTMLElement>('p[class*="MsoListParagraph"], p[style*="mso-list"]')) {
    const text = paragraph.textContent ?? '';
    const isNumbered = /^\s*(\d+|[a-z])[.)]/i.test(text);
    const before = paragraph.previousElementSibling;
    const name = isNumbered ? 'ol' : 'ul';
    const isSameList = before?.localName === name && before.hasAttribute('data-word');
    const list = isSameList ? before : body.ownerDocument.createElement(name);
    list.setAttribute('data-word', '');
    if (!isSameList) paragraph.before(list);
    paragraph.querySelectorAll('[style*="mso-list"]').forEach((sign) => sign.remove());
    const item = body.ownerDocument.createElement('li');
    item.append(...paragraph.childNodes);
    withoutSign(item);
    list.append(item);
    paragraph.remove();
  }
}

function withoutSign(item: Element): void {
  const { firstChild } = item;
  if (firstChild?.nodeType !== Node.TEXT_NODE) return;
  firstChild.textContent = (firstChild.textContent ?? '').replace(/^\s*([·•§o-]|\d+[.)]|[a-z][.)])\s+/i, '');
}

function bare(element: HTMLElement): void {
  const align = element.style.textAlign;
  const href = element.getAttribute('href');
  // A link of the page that it was copied from leads nowhere in an email.
  if (href !== null && addressIn(href) === '') element.replaceWith(...element.childNodes);
  for (const { name } of Array.from(element.attributes)) {
    if (name !== conditionName && !(kept[element.localName] ?? []).includes(name)) element.removeAttribute(name);
  }
  if (align === 'center' || align === 'right') element.style.textAlign = align;
}
