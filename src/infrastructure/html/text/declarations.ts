import type { CssNode, Declaration } from 'css-tree';
import parse from 'css-tree/parser';

export interface Declared {
  /** In lower case. */
  readonly property: string;
  /** In lower case, without comments and escapes. */
  readonly value: string;
  readonly isImportant: boolean;
}

const displays = new Set(
  (
    'none block inline inline-block list-item contents flow-root flex inline-flex grid inline-grid table inline-table ' +
    'table-row table-row-group table-header-group table-footer-group table-cell table-column table-column-group ' +
    'table-caption run-in ruby initial inherit unset revert'
  ).split(' '),
);
const length = /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[a-z]+|%)|[+-]?0*\.?0+|[a-z-]+(?:\(.*\))?)$/;

/** Properties that hide, each with what it may be: what it may not be is as if it were absent. */
const valid: Readonly<Record<string, (value: string) => boolean>> = {
  display: (value) => displays.has(value) || /^(?:block|inline) [a-z-]+$/.test(value),
  visibility: (value) => /^(?:visible|hidden|collapse|initial|inherit|unset|revert)$/.test(value),
  'content-visibility': (value) => /^[a-z]+$/.test(value),
  opacity: (value) => /^(?:[+-]?(?:\d+\.?\d*|\.\d+)%?|[a-z]+)$/.test(value),
  'mso-hide': (value) => /^[a-z]+$/.test(value),
  'font-size': (value) => length.test(value),
  height: (value) => length.test(value),
  'max-height': (value) => length.test(value),
  width: (value) => length.test(value),
  'max-width': (value) => length.test(value),
  color: (value) => /^(?:[a-z]+|#[\da-f]{3,8}|[a-z]+\([^()]*\))$/.test(value),
  position: (value) => /^[a-z-]+$/.test(value),
  top: (value) => length.test(value),
  left: (value) => length.test(value),
  right: (value) => length.test(value),
  bottom: (value) => length.test(value),
  'text-indent': (value) => length.test(value),
  clip: (value) => /^(?:[a-z]+|rect\([^()]*\))$/.test(value),
  'clip-path': (value) => /^(?:[a-z-]+|[a-z]+\([^()]*\))$/.test(value),
  transform: (value) => /^(?:[a-z-]+|(?:[a-z\d]+\([^()]*\) ?)+)$/.test(value),
  'overflow-x': (value) => /^[a-z]+$/.test(value),
  'overflow-y': (value) => /^[a-z]+$/.test(value),
};

/** More is not looked at: broken css takes quadratic time. */
const mostCssCharacters = 64 * 1024;

export function inlineDeclarations(style: string): readonly Declared[] {
  try {
    const list = parse(style.slice(0, mostCssCharacters), { context: 'declarationList', parseValue: false });
    return list.type === 'DeclarationList' ? list.children.toArray().flatMap(declarationsIn) : [];
  } catch {
    return [];
  }
}

/** What a declaration says of the properties that hide, shorthands taken apart. */
export function declarationsIn(node: CssNode): readonly Declared[] {
  if (node.type !== 'Declaration') return [];
  const property = plain(node.property);
  const value = plain(valueOf(node));
  const isImportant = node.important !== false;
  return longhands(property, value)
    .filter(([name, text]) => valid[name]?.(text) === true)
    .map(([name, text]) => ({ property: name, value: text, isImportant }));
}

function longhands(property: string, value: string): readonly (readonly [property: string, value: string])[] {
  if (property === 'overflow') {
    const [x = '', y = x] = value.split(' ');
    return [
      ['overflow-x', x],
      ['overflow-y', y],
    ];
  }
  if (property !== 'font') return [[property, value]];
  // Its size stands before the names of fonts, alone or before a slash.
  const [, size = 'medium'] = /(?:^|\s)((?:\d+\.?\d*|\.\d+)(?:[a-z]+|%)?)(?:\s*\/|\s|$)(?!\s*\/)/.exec(value) ?? [];
  return [['font-size', /^[1-9]\d\d$/.test(size) ? 'medium' : size]];
}

const valueOf = ({ value }: Declaration): string => (value.type === 'Raw' ? value.value : '');

/** CSS Syntax §4.3.7. */
function plain(text: string): string {
  return text
    .replace(/\/\*.*?\*\//gs, ' ')
    .replace(/\\([\da-f]{1,6})\s?|\\(.)/gi, (_all, code: string | undefined, character = '') =>
      code === undefined ? String(character) : characterAt(Number.parseInt(code, 16)),
    )
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

const characterAt = (code: number): string => (code <= 0x10_ffff ? String.fromCodePoint(code) : '');
