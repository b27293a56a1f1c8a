import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const root = join(import.meta.dirname, '../..');
const pages = readdirSync(root, { recursive: false, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .concat(
    ...['docs', 'deploy', 'examples'].map((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
        .map((name) => join(folder, name)),
    ),
  );

const withoutCode = (page: string): string => readFileSync(join(root, page), 'utf8').replace(/```[\s\S]*?```/g, '');

/** As code hosts name the headings of a page: a second one of a name has a number. */
function anchorsOf(page: string): ReadonlySet<string> {
  const counts = new Map<string, number>();
  return new Set(
    [...withoutCode(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => {
      const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
      const anchor = words
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_\- ]/gu, '')
        .replaceAll(' ', '-');
      const before = counts.get(anchor) ?? 0;
      counts.set(anchor, before + 1);
      return before === 0 ? anchor : `${anchor}-${before}`;
    }),
  );
}

it('the links of all pages lead to files and headings that exist', () => {
  expect(pages.length).toBeGreaterThan(100);
  const broken = pages.flatMap((page) =>
    [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      if (/^[a-z]+:/.test(link)) return [];
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : normalize(join(dirname(page), path));
      const isThere = existsSync(join(root, target));
      const leads = isThere && (anchor === undefined || !target.endsWith('.md') || anchorsOf(target).has(anchor));
      return leads ? [] : [`${page}: ${link}`];
    }),
  );
  expect(broken).toEqual([]);
});
