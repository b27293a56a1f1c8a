import { readFileSync } from 'node:fs';
import { generate, type CssNode, parse, walk } from 'css-tree';
import { Parser } from 'htmlparser2';

/* What html uses of the features that caniemail.com names, by readers that the server does not use. */

/** Written by scripts/update-client-support.js; MIT, with its license in the file. */
const data = JSON.parse(readFileSync(new URL('../../fixtures/mail-clients.json', import.meta.url), 'utf8')) as {
  readonly platforms: readonly string[];
  readonly features: Readonly<Record<string, string>>;
};

export interface FeatureUse {
  /** As caniemail.com names it; `?` before what it does not know. */
  readonly feature: string;
  /** Where it stands: an element, or a selector. */
  readonly on: string;
  readonly value: string;
  /** What the element has; none in a style sheet. */
  readonly attributes: Readonly<Record<string, string>>;
}

/** Those that do not take all of it, as far as someone has tried. */
export const withoutWhole = (feature: string): readonly string[] =>
  data.platforms.filter((_platform, at) => 'na'.includes(data.features[feature]?.[at] ?? 'n'));

export function featuresOf(html: string): readonly FeatureUse[] {
  const uses: FeatureUse[] = [];
  let css = '';
  let isStyle = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      isStyle = name === 'style';
      const note = (feature: string, value = '') => uses.push({ feature, on: name, value, attributes });
      note(known('html', groups.get(name) ?? name));
      for (const [attribute, value] of Object.entries(attributes)) {
        if (attribute === 'style') for (const use of declarationsOf(value)) note(...use);
        else note(known('html', attribute === 'loading' ? 'loading-attribute' : attribute), value);
        if (attribute === 'name' && value === 'color-scheme') note('html-meta-color-scheme', attributes['content']);
        if (attribute === 'href' && value.startsWith('mailto:')) note('html-mailto-links', value);
        if (attribute === 'href' && value.startsWith('#')) note('html-anchor-links', value);
      }
    },
    ontext: (text) => (css += isStyle ? text : ''),
    onclosetag: () => (isStyle = false),
  });
  parser.end(html);
  return [...uses, ...sheetUses(css)];
}

const groups = new Map(
  Object.entries({
    'h1-h6': 'h1 h2 h3 h4 h5 h6',
    lists: 'ul ol dl',
    semantics: 'article aside details figcaption figure footer header main mark nav section summary time',
  }).flatMap(([group, names]) => names.split(' ').map((name) => [name, group] as const)),
);

/** The longest name that the data has: `border-left` is read as `border`. */
function known(kind: string, name: string): string {
  for (let parts = name.split('-'); parts.length > 0; parts = kind === 'css' ? parts.slice(0, -1) : []) {
    const feature = `${kind}-${parts.join('-')}`;
    if (Object.hasOwn(data.features, feature)) return feature;
  }
  return `?${kind}-${name}`;
}

type Use = readonly [feature: string, value: string];

function declarationsOf(css: string): readonly Use[] {
  return usesIn(parse(css, { context: 'declarationList' }));
}

function sheetUses(css: string): readonly FeatureUse[] {
  return usesIn(parse(css)).map(([feature, value]) => ({ feature, value, on: 'style sheet', attributes: {} }));
}

function usesIn(sheet: CssNode): readonly Use[] {
  const uses: Use[] = [];
  walk(sheet, (node) => uses.push(...usesOf(node)));
  return uses;
}

function usesOf(node: CssNode): readonly Use[] {
  switch (node.type) {
    case 'Declaration': {
      // Outlook reads these, and everyone else skips them.
      if (node.property.startsWith('mso-')) return [];
      const value = generate(node.value);
      const special = `css-${node.property}-${value}`;
      return [
        [known('css', node.property), value],
        ...(Object.hasOwn(data.features, special) ? [[special, value] as const] : []),
        ...(node.important === true ? [['css-important', value] as const] : []),
      ];
    }
    case 'Dimension':
      return [[known('css', `unit-${node.unit}`), node.value]];
    case 'Percentage':
      return [['css-unit-percent', node.value]];
    case 'Function':
      return [[special[node.name] ?? firstKnown(`function-${node.name}`, node.name), '']];
    case 'Atrule':
      return [[known('css', `at-${node.name}`), '']];
    case 'Feature':
      return node.name.endsWith('-width') ? [] : [[known('css', `at-media-${node.name}`), '']];
    case 'ClassSelector':
      return [['css-selector-class', node.name]];
    case 'IdSelector':
      return [['css-selector-id', node.name]];
    case 'AttributeSelector':
      return [['css-selector-attribute', '']];
    case 'PseudoClassSelector':
      return [[known('css', `pseudo-class-${node.name}`), '']];
    case 'PseudoElementSelector':
      return [[known('css', `pseudo-element-${node.name}`), '']];
    default:
      return [];
  }
}

const special: Readonly<Record<string, string>> = { calc: 'css-unit-calc', var: 'css-variables' };
const firstKnown = (...names: readonly string[]): string =>
  names.map((name) => known('css', name)).find((feature) => !feature.startsWith('?')) ?? `?css-${names[0]}`;
