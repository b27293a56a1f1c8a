// Writes what mail programs support, of the data of caniemail.com: `node scripts/update-client-support.js <repository>`, where
// <repository> is a checkout of https://github.com/hteumeuleu/caniemail, or its git directory without one. The check of
// contents gets a table by what its reader finds, and the tests of what the editor writes get the data as it is.
import './require-node.js';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import yaml from 'js-yaml';

const [repository] = process.argv.slice(2);
if (repository === undefined) throw new Error('usage: node scripts/update-client-support.js <repository of caniemail>');
const target = new URL('../src/domain/template/check/client-support.data.ts', import.meta.url);

/** The columns: a family of caniemail and its platforms. */
const clients = [
  ['gmail'],
  ['apple-mail'],
  ['outlook', 'windows'],
  ['outlook', 'macos'],
  ['outlook', 'outlook-com', 'windows-mail'],
  ['outlook', 'ios', 'android'],
  ['yahoo'],
  ['samsung-email'],
];

const properties = (names) => names.split(' ').map((name) => `property:${name}`);
const attributes = (names) => names.split(' ').map((name) => `attribute:${name}`);
const elements = (names) => names.split(' ').map((name) => `element:${name}`);
const sides = (name) => properties(`${name}-start ${name}-end`);

/** How a reader of html and css finds a feature, where that does not follow from its file's name; null: it cannot. */
const special = {
  'css-at-media-device-pixel-ratio': ['', 'min-', 'max-'].map((limit) => `media:-webkit-${limit}device-pixel-ratio`),
  'css-at-media-hover': ['media:hover', 'media:any-hover'],
  'css-block-inline-size': properties('block-size inline-size'),
  'css-border-inline-block': properties('border-inline border-block'),
  'css-border-inline-block-individual': 'keywords',
  'css-border-inline-block-longhand': 'keywords',
  'css-border-radius-logical': 'keywords',
  'css-column-layout-properties': 'keywords',
  'css-comments': null,
  'css-conic-gradient': ['function:conic-gradient'],
  'css-display-flex': ['value:display:flex', 'value:display:inline-flex'],
  'css-display-grid': ['value:display:grid', 'value:display:inline-grid'],
  'css-display-none': ['value:display:none'],
  'css-gap': properties('gap column-gap row-gap'),
  'css-grid-template': 'keywords',
  'css-important': ['css:important'],
  'css-inert-attribute': ['attribute:inert'],
  'css-intrinsic-size': ['keyword:fit-content', 'keyword:min-content', 'keyword:max-content'],
  'css-left-right-top-bottom': properties('left right top bottom'),
  'css-linear-gradient': ['function:linear-gradient'],
  'css-margin-block-start-end': sides('margin-block'),
  'css-margin-inline-block': properties('margin-inline margin-block'),
  'css-margin-inline-start-end': sides('margin-inline'),
  'css-modern-color': ['lch', 'oklch', 'lab', 'oklab'].map((name) => `function:${name}`),
  'css-nesting': ['css:nesting'],
  'css-padding-block-start-end': sides('padding-block'),
  'css-padding-inline-block': properties('padding-inline padding-block'),
  'css-padding-inline-start-end': sides('padding-inline'),
  'css-radial-gradient': ['function:radial-gradient'],
  'css-rgb': ['function:rgb'],
  'css-rgba': ['function:rgba'],
  'css-scroll-snap': properties('scroll-snap-type scroll-snap-align scroll-snap-stop'),
  'css-selector-adjacent-sibling': ['selector:+'],
  'css-selector-attribute': ['selector:attribute'],
  'css-selector-chaining': null,
  'css-selector-child': ['selector:>'],
  'css-selector-descendant': null,
  'css-selector-general-sibling': ['selector:~'],
  'css-selector-grouping': null,
  'css-sytem-ui': ['system-ui', 'ui-serif', 'ui-sans-serif', 'ui-rounded', 'ui-monospace'].map((n) => `keyword:${n}`),
  'css-unit-calc': ['function:calc'],
  'css-unit-initial': ['keyword:initial'],
  'css-unit-percent': ['unit:%'],
  'css-variables': ['function:var'],
  'html-anchor-links': ['link:anchor'],
  // Every document has one.
  'html-body': null,
  'html-comments': null,
  'html-doctype': null,
  'html-h1-h6': elements('h1 h2 h3 h4 h5 h6'),
  'html-image-maps': ['attribute:usemap'],
  'html-lists': elements('ul ol dl'),
  'html-loading-attribute': ['attribute:loading'],
  'html-mailto-links': ['link:mailto'],
  'html-meta-color-scheme': ['meta:color-scheme'],
  // Links open as the client opens all of them, whatever it says.
  'html-target': null,
  'html-semantics': elements(
    'article aside details figcaption figure footer header main mark nav section summary time',
  ),
  'html-srcset': attributes('srcset sizes'),
  'image-apng': ['image:apng'],
  'image-base64': ['image:data'],
  'image-hdr': null,
  'image-heif': ['image:heif', 'image:heic'],
  'image-jpg': ['image:jpg', 'image:jpeg'],
  'image-tiff': ['image:tiff', 'image:tif'],
};
const attributeNames = new Set(
  'align background cellpadding cellspacing dir height hidden lang popover required role valign width'.split(' '),
);
/** From the beginning of a file's name; the first that fits. */
const regular = [
  [/^css-at-media-(.+)/, 'media'],
  [/^css-at-(.+)/, 'at-rule'],
  [/^css-pseudo-class-(.+)/, 'pseudo-class'],
  [/^css-pseudo-element-(.+)/, 'pseudo-element'],
  [/^css-selector-(.+)/, 'selector'],
  [/^css-unit-(.+)/, 'unit'],
  [/^css-function-(.+)/, 'function'],
  [/^css-(.+)/, 'property'],
  [/^html-(aria-.+)/, 'attribute'],
  [/^html-(.+)/, 'element'],
  [/^image-(.+)/, 'image'],
];

const git = (...args) => execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 });
const [commit, date] = git('log', '-1', '--format=%H %cs').trim().split(' ');
const files = git('ls-tree', '--name-only', 'HEAD', '_features/').trim().split('\n');
const taken = new Set();
const rows = files.flatMap((file) => {
  const slug = file.slice('_features/'.length, -'.md'.length);
  // Of forms there is a rule of its own.
  if (!/^(css|html|image)-/.test(slug) || /^html-(button|input)-/.test(slug)) return [];
  const feature = frontMatter(git('show', `HEAD:${file}`));
  const keys = keysOf(slug, feature).filter((key) => !taken.has(key));
  for (const key of keys) taken.add(key);
  const title = feature.title.trim().replaceAll('|', '/');
  const support = clients.map(supportOf(feature)).join('');
  // What all of them support is nothing to say a word about.
  return keys.length === 0 || /^y+$/.test(support) ? [] : [`${keys.join(',')}|${slug}|${title}|${support}`];
});
writeFileSync(target, fileOf(rows));
console.log(`${rows.length} features of ${date} (${commit}) in ${fileURLToPath(target)}`);

writeFileSync(
  new URL('../test/fixtures/mail-clients.json', import.meta.url),
  `${JSON.stringify(rawData(), null, 1)}\n`,
);

/** What the newest version of each platform does with each feature of html and css, under caniemail's own names. */
function rawData() {
  const platforms = [
    ...['desktop-webmail', 'ios', 'android', 'mobile-webmail'].map((name) => ['gmail', name]),
    ...['windows', 'outlook-com', 'macos', 'ios', 'android'].map((name) => ['outlook', name]),
    ...['macos', 'ios'].map((name) => ['apple-mail', name]),
    ...['desktop-webmail', 'ios', 'android'].map((name) => ['yahoo', name]),
    ['samsung-email', 'android'],
  ];
  const features = files.flatMap((file) => {
    const slug = file.slice('_features/'.length, -'.md'.length);
    if (!/^(css|html)-/.test(slug)) return [];
    const { stats } = frontMatter(git('show', `HEAD:${file}`));
    const said = platforms.map(([family, name]) => String(Object.values(stats[family]?.[name] ?? {}).at(-1) ?? 'u')[0]);
    return [[slug, said.join('')]];
  });
  return {
    source: `https://www.caniemail.com, ${date}, commit ${commit} of https://github.com/hteumeuleu/caniemail`,
    license: git('show', 'HEAD:LICENSE').trim(),
    platforms: platforms.map((names) => names.join(' ')),
    features: Object.fromEntries(features),
  };
}

/** In the order of the file: a key that is a whole number would come before the others. Some files name a version twice. */
function frontMatter(text) {
  const [, front] = text.split(/^---$/m);
  return yaml.safeLoad(front.replaceAll('\t', '  ').replace(/"(\d[\d.-]*)"(\s*:)/g, '"v$1"$2'), { json: true });
}

function keysOf(slug, { keywords = '' }) {
  const known = special[slug];
  if (known === 'keywords') return keywords.split(/,\s*/).map((name) => `property:${name}`);
  if (known !== undefined) return known ?? [];
  const name = slug.replace(/^html-/, '');
  if (slug.startsWith('html-') && attributeNames.has(name)) return [`attribute:${name}`];
  const [pattern, kind] = regular.find(([each]) => each.test(slug));
  return [`${kind}:${pattern.exec(slug)[1]}`];
}

/** `y`, `n`, `a` where only some of it or some of its platforms do, `u` where no one has tried. */
function supportOf({ stats }) {
  return ([family, ...platforms]) => {
    const found = Object.entries(stats[family] ?? {}).filter(
      ([name]) => platforms.length === 0 || platforms.includes(name),
    );
    const said = new Set(
      found.map(([, versions]) => String(Object.values(versions).at(-1))[0]).filter((each) => each !== 'u'),
    );
    if (said.size === 0) return 'u';
    return said.size === 1 ? [...said][0] : 'a';
  };
}

function fileOf(lines) {
  return `// Written by scripts/update-client-support.js from the data of https://www.caniemail.com, ${date}, commit
// ${commit} of https://github.com/hteumeuleu/caniemail.
// MIT License, Copyright (c) 2019 Rémi Parmentier.

/** The day of the data. */
export const clientSupportDate = '${date}';

/**
 * A line for each feature that is not supported everywhere: what a reader finds it by, its page at caniemail.com, its
 * name, and for each of the clients whether it is supported: \`y\`, \`n\`, \`a\` for partly, \`u\` for unknown.
 */
export const clientSupportLines = String.raw\`
${lines.map((line) => line.replaceAll('`', "'").replaceAll('${', '$ {')).join('\n')}
\`;
`;
}
