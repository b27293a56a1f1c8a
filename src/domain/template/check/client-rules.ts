import { counted, listed, sizeOf } from '../../shared/findings.js';
import { type Client, type Feature, features } from './client-support.js';
import { type ContentCheck, type ContentRule, inHtml, type Problem, rule } from './finding.js';
import type { CheckedContent, Use } from './read-content.js';

const ignored = 'Clients that ignore it show the email differently, or without this part.';

const htmlSupport = ofKinds('html-support', ['element', 'attribute', 'meta', 'link']);
const cssSupport = ofKinds('css-support', [
  'property',
  'value',
  'keyword',
  'function',
  'unit',
  'selector',
  'pseudo-class',
  'pseudo-element',
  'at-rule',
  'media',
  'css',
]);
const imageFormats = ofKinds('image-formats', ['image']);

const unsafeElements = rule(
  'unsafe-elements',
  {
    why: 'Email clients remove elements that could run or send something, and spam filters treat them as a sign of phishing.',
  },
  ({ read }) => unsafeUses(read).map(({ spot, ...problem }) => ({ ...problem, place: inHtml(spot) })),
);

/** What could run or send something, with where each stands first. */
export function unsafeUses(read: CheckedContent['read']): readonly (UnsafeUse & Pick<Use, 'spot'>)[] {
  return usesIn(read).flatMap(({ key, count, spot }) => {
    const remedy = remedyOf(key);
    if (remedy === undefined) return [];
    const [kind = '', name = ''] = key.split(':');
    const what = kind === 'attribute' ? `the attribute \`${name}\`` : `\`<${name}>\``;
    return [{ ...remedy, seen: `The email contains ${what}${times(count)}.`, spot }];
  });
}
type UnsafeUse = Pick<Problem, 'severity' | 'fix' | 'seen'>;

/** Whether a click on the address could run something. What browsers skip in a scheme is skipped. */
export const isRunnable = (url: string): boolean =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers take them out.
  /^(?:javascript|vbscript|file|blob|data:(?!image\/(?:png|jpeg|gif|webp)[;,]))/i.test(
    url.replace(/[\u0000-\u0020]+/g, ''),
  );

/** Gmail drops a whole `style` element that is larger. */
const styleBytes = 16 * 1024;

const styleSize = rule(
  'style-size',
  {
    why: 'Gmail drops a `style` element that is larger, with all its rules.',
    source: { name: 'Email bugs, 90', url: 'https://github.com/hteumeuleu/email-bugs/issues/90' },
  },
  ({ read }) =>
    (read?.styles ?? [])
      .filter(({ bytes }) => bytes > styleBytes)
      .map(({ bytes, spot }) => ({
        severity: 'warning',
        seen: `A \`style\` element is ${sizeOf(bytes)}, and Gmail takes ${sizeOf(styleBytes)}.`,
        fix: 'Remove rules that are not used, or write them into `style` attributes.',
        place: inHtml(spot),
      })),
);

export const clientRules = [htmlSupport, cssSupport, imageFormats, unsafeElements, styleSize];

const code = {
  severity: 'error',
  fix: 'Remove it: link to a page that does it.',
} as const;
const handler = { severity: 'error', fix: 'Remove it: email clients run no code.' } as const;
const form = {
  severity: 'warning',
  fix: 'Link to a page with the form.',
} as const;
const remedies: ReadonlyMap<string, Pick<Problem, 'severity' | 'fix'>> = new Map<
  string,
  Pick<Problem, 'severity' | 'fix'>
>([
  ...['script', 'iframe', 'object', 'embed', 'applet', 'frameset'].map((name) => [name, code] as const),
  ...['form', 'input', 'select', 'textarea', 'button'].map((name) => [name, form] as const),
  [
    'style',
    {
      severity: 'note',
      fix: 'Put important styles in `style` attributes: Gmail ignores `<style>` for accounts of other providers.',
    },
  ],
]);

/** Whether a rule says something of a use with this key. */
export const isJudged = (key: string): boolean => features.has(key) || remedyOf(key) !== undefined;

function remedyOf(key: string): Pick<Problem, 'severity' | 'fix'> | undefined {
  if (key.startsWith('attribute:on')) return handler;
  return key.startsWith('element:') ? remedies.get(key.slice('element:'.length)) : undefined;
}

/** One finding for each feature that some client ignores, at its first place. */
function ofKinds(name: ContentCheck, kinds: readonly string[]): ContentRule {
  return rule(name, { why: ignored }, ({ read }) => {
    const found = new Map<Feature, Use>();
    for (const use of usesIn(read)) {
      const feature = kinds.includes(use.key.split(':')[0] ?? '') ? features.get(use.key) : undefined;
      if (feature === undefined || feature.ignoredBy.length === 0 || remedyOf(use.key) !== undefined) continue;
      const before = found.get(feature);
      found.set(feature, before === undefined ? use : { ...before, count: before.count + use.count });
    }
    return [...found].map(problemOf).toSorted((one, other) => Number(isNote(one)) - Number(isNote(other)));
  });
}

const isNote = ({ severity }: Problem): boolean => severity === 'note';

/** A client that ignores them turns the colors around as it does with any email, or shows it light. */
const darkAlone: readonly string[] = ['meta:color-scheme', 'media:prefers-color-scheme', 'property:color-scheme'];

function problemOf([{ title, page, ignoredBy }, { key, count, spot }]: readonly [Feature, Use]): Problem {
  return {
    severity: isWide(ignoredBy) && !darkAlone.includes(key) ? 'warning' : 'note',
    seen: `\`${title}\`${times(count)}: ignored by ${listed(ignoredBy)}.`,
    fix: 'Check that the email reads well without it, or use something that these clients support.',
    source: { name: `Can I email: ${title}`, url: `https://www.caniemail.com/features/${page}/` },
    place: inHtml(spot),
  };
}

/** Where most people read, or in many places. */
const isWide = (clients: readonly Client[]): boolean =>
  clients.includes('Gmail') || clients.includes('Apple Mail') || clients.length > 2;

const usesIn = (read: CheckedContent['read']): readonly Use[] => read?.uses ?? [];

const times = (count: number): string => (count === 1 ? '' : ` (${counted(count, 'time')})`);
