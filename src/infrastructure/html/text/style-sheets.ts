import type { AttributeSelector, CssNode } from 'css-tree';
import parse from 'css-tree/parser';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { type Declared, declarationsIn } from './declarations.js';

/** More is not looked at: broken css takes quadratic time, and Gmail drops what is far smaller. */
const mostCssCharacters = 64 * 1024;
const mostRules = 500;

export interface StyleSheets {
  /** Those that weigh most come last. */
  declarationsFor(element: Tree.Element): readonly Declared[];
}

interface Rule {
  /** The last compound is the element's own. */
  readonly selector: readonly Compound[];
  readonly weight: number;
  readonly declarations: readonly Declared[];
}

interface Compound {
  /** How it is joined to the one before it. */
  readonly combinator: ' ' | '>';
  readonly tests: readonly ((element: Tree.Element) => boolean)[];
}

/**
 * The rules of a document's `style` elements that hide or show something, outside at-rules: whether a condition holds,
 * the reader's program knows. Selectors of names, classes, ids and attributes, within each other.
 */
export function styleSheets(document: Tree.Document): StyleSheets {
  const rules: Rule[] = [];
  let left = mostCssCharacters;
  for (const css of sheetsIn(document)) {
    rules.push(...rulesIn(css.slice(0, left)));
    left -= css.length;
    if (left <= 0) break;
  }
  const sorted = rules.slice(0, mostRules).sort((one, other) => one.weight - other.weight);
  return {
    declarationsFor: (element) => sorted.flatMap((rule) => (matches(rule.selector, element) ? rule.declarations : [])),
  };
}

function* sheetsIn(document: Tree.Document): Generator<string> {
  const open: Tree.ChildNode[] = document.childNodes.toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!('tagName' in node)) continue;
    if (node.tagName === 'style') yield sheetOf(node);
    else for (const child of node.childNodes.toReversed()) open.push(child);
  }
}

function sheetOf({ attrs, childNodes }: Tree.Element): string {
  const media =
    attrs
      .find(({ name }) => name === 'media')
      ?.value.trim()
      .toLowerCase() ?? '';
  if (!/^(?:|all|screen)$/.test(media)) return '';
  return childNodes.map((node) => ('value' in node ? node.value : '')).join('');
}

function rulesIn(css: string): readonly Rule[] {
  try {
    const sheet = parse(css, { context: 'stylesheet', parseValue: false });
    return sheet.type === 'StyleSheet' ? sheet.children.toArray().flatMap(rulesOf) : [];
  } catch {
    return [];
  }
}

function rulesOf(node: CssNode): readonly Rule[] {
  if (node.type !== 'Rule' || node.prelude.type !== 'SelectorList') return [];
  const declarations = node.block.children.toArray().flatMap(declarationsIn);
  if (declarations.length === 0) return [];
  return node.prelude.children.toArray().flatMap((selector) => {
    const compounds = selector.type === 'Selector' ? compoundsOf(selector.children.toArray()) : undefined;
    return compounds === undefined ? [] : [{ ...compounds, declarations }];
  });
}

/** Undefined where something else stands in it. */
function compoundsOf(parts: readonly CssNode[]): Pick<Rule, 'selector' | 'weight'> | undefined {
  const selector: { combinator: ' ' | '>'; tests: ((element: Tree.Element) => boolean)[] }[] = [
    { combinator: ' ', tests: [] },
  ];
  let weight = 0;
  for (const part of parts) {
    const test = testOf(part);
    if (test !== undefined) {
      selector.at(-1)?.tests.push(test);
      weight += part.type === 'IdSelector' ? 10_000 : part.type === 'TypeSelector' ? 1 : 100;
    } else if (part.type === 'Combinator' && (part.name === ' ' || part.name === '>')) {
      selector.push({ combinator: part.name, tests: [] });
    } else return undefined;
  }
  return { selector, weight };
}

function testOf(part: CssNode): ((element: Tree.Element) => boolean) | undefined {
  switch (part.type) {
    case 'TypeSelector':
      return part.name === '*' ? () => true : ({ tagName }) => tagName === part.name.toLowerCase();
    case 'ClassSelector':
      return (element) => words(attribute(element, 'class')).includes(part.name);
    case 'IdSelector':
      return (element) => attribute(element, 'id') === part.name;
    case 'AttributeSelector':
      return (element) => hasAttribute(element, part);
    default:
      return undefined;
  }
}

function hasAttribute(element: Tree.Element, { name, matcher, value }: AttributeSelector): boolean {
  const found = attribute(element, name.name.toLowerCase());
  if (found === undefined || matcher === null || value === null) return found !== undefined && matcher === null;
  const wanted = value.type === 'String' ? value.value : value.name;
  switch (matcher) {
    case '=':
      return found === wanted;
    case '~=':
      return words(found).includes(wanted);
    case '^=':
      return wanted !== '' && found.startsWith(wanted);
    case '$=':
      return wanted !== '' && found.endsWith(wanted);
    case '*=':
      return wanted !== '' && found.includes(wanted);
    default:
      return found === wanted || found.startsWith(`${wanted}-`);
  }
}

/**
 * From the element up, once: at each ancestor, whatever part of the selector may stand there. Trying each way takes a
 * time that grows exponentially with the parts of a selector like `div div div p`.
 */
function matches(selector: readonly Compound[], element: Tree.Element): boolean {
  let expected: ReadonlySet<number> = new Set([selector.length - 1]);
  for (let at: Tree.Element | undefined = element; at !== undefined && expected.size > 0; at = parentOf(at)) {
    const above = new Set<number>();
    for (const index of expected) {
      if (selector[index + 1]?.combinator === ' ') above.add(index);
      if (selector[index]?.tests.every((test) => test(at)) !== true) continue;
      if (index === 0) return true;
      above.add(index - 1);
    }
    expected = above;
  }
  return false;
}

const parentOf = ({ parentNode }: Tree.Element): Tree.Element | undefined =>
  parentNode !== null && 'tagName' in parentNode ? parentNode : undefined;
const attribute = ({ attrs }: Tree.Element, wanted: string): string | undefined =>
  attrs.find(({ name }) => name === wanted)?.value;
const words = (text = ''): readonly string[] => text.split(/\s+/);
