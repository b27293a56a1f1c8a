import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { type Declared, inlineDeclarations } from './declarations.js';
import type { StyleSheets } from './style-sheets.js';

/** By property: the one that wins (CSS Cascading §6.1). */
type Declarations = ReadonlyMap<string, Declared>;

/** What an element hands on to those within it. */
export interface Shown {
  /** `visibility`: those within may be visible again. */
  readonly isInvisible: boolean;
  /** `font-size`: those within may have one of their own. */
  readonly isTiny: boolean;
  /** `color`: those within may have one of their own. */
  readonly isTransparent: boolean;
}

export const shownAround: Shown = { isInvisible: false, isTiny: false, isTransparent: false };

/** Undefined where neither the element nor anything within it is shown. */
export function isShown(element: Tree.Element, around: Shown, sheets: StyleSheets): Shown | undefined {
  const css = declarationsOf(element, sheets);
  const value = (property: string): string => css.get(property)?.value ?? '';
  if (hasNoBox(element, value) || isClosed(value) || isElsewhere(value)) return undefined;
  const color = value('color');
  // Links have a color of their own.
  const inherited = element.tagName === 'a' ? false : around.isTransparent;
  const visibility = value('visibility');
  return {
    isInvisible: isInherited(visibility) ? around.isInvisible : visibility === 'hidden' || visibility === 'collapse',
    isTiny: isTiny(css, around.isTiny),
    isTransparent: isInherited(color) ? inherited : isTransparent(color),
  };
}

/** Those of `style` over those of the sheets, important ones over all, the later of two that count the same. */
function declarationsOf(element: Tree.Element, sheets: StyleSheets): Declarations {
  const style = element.attrs.find(({ name }) => name === 'style')?.value;
  const inline = style === undefined ? [] : inlineDeclarations(style);
  const all = [...sheets.declarationsFor(element), ...inline];
  const winners = new Map<string, Declared>();
  for (const declared of all) {
    const before = winners.get(declared.property);
    if (before?.isImportant !== true || declared.isImportant) winners.set(declared.property, declared);
  }
  return winners;
}

const isInherited = (value: string): boolean => value === '' || value === 'inherit' || value === 'unset';

/** HTML §15.3.1: what html hides by an attribute, css may show. */
function hasNoBox({ tagName, attrs }: Tree.Element, value: (property: string) => string): boolean {
  const has = (wanted: string): boolean => attrs.some(({ name }) => name === wanted);
  const display = value('display');
  if (display === 'none' || value('content-visibility') === 'hidden' || value('mso-hide') === 'all') return true;
  return display === '' && (has('hidden') || (tagName === 'dialog' && !has('open')));
}

/** Nothing can be seen of it, or it has no room and what would stand out is cut off. */
function isClosed(value: (property: string) => string): boolean {
  if (isZero(value('opacity'))) return true;
  const isCut = (axis: string): boolean => /^(?:hidden|clip)$/.test(value(`overflow-${axis}`));
  const isNothing = (length: string): boolean => isZero(value(length)) || isZero(value(`max-${length}`));
  return (isCut('y') && isNothing('height')) || (isCut('x') && isNothing('width'));
}

/** Moved out of the page, or cut off. */
function isElsewhere(value: (property: string) => string): boolean {
  if (isFarAway(value('text-indent'))) return true;
  if (/scale[xy]?\(\s*0*\.?0+\s*[,)]|translate[xy]?\([^)]*-\d{3,}/.test(value('transform'))) return true;
  if (/^(?:inset\(\s*(?:[5-9]\d|100)%|circle\(\s*0)/.test(value('clip-path'))) return true;
  const position = value('position');
  if (position !== 'absolute' && position !== 'fixed') return false;
  return cutOff.test(value('clip')) || ['left', 'top', 'right', 'bottom'].some((side) => isFarAway(value(side)));
}

/** `rect(0 0 0 0)` and `rect(1px, 1px, 1px, 1px)`. */
const cutOff = /^rect\(\s*[01](?:px)?(?:[\s,]+[01](?:px)?){3}\s*\)$/;

const isFarAway = (length: string): boolean => /^-\d{3,}/.test(length);

/** CSS Color §4.2: the last of four numbers, or the last digits of four or eight. */
function isTransparent(color: string): boolean {
  if (color === 'transparent' || /^#[\da-f]{3}0$|^#[\da-f]{6}00$/.test(color)) return true;
  return /^[a-z]+\(.*[/,]\s*0*\.?0+%?\s*\)$/.test(color) && (color.includes('/') || color.split(',').length === 4);
}

function isTiny(css: Declarations, isTinyAround: boolean): boolean {
  const size = css.get('font-size')?.value ?? '';
  if (isInherited(size)) return isTinyAround;
  // A part of nothing is nothing.
  if (/(?:%|[^r]em|ex|ch)$|^(?:smaller|larger)$/.test(size)) return isTinyAround || isZero(size);
  return isZero(size);
}

const isZero = (value: string): boolean =>
  /^[+-]?0*\.?0+(?:[a-z]+|%)?$/.test(value) || /^-[\d.]+(?:[a-z]+|%)?$/.test(value);
