import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const widest = 120;
const code = filesIn(['src', 'dashboard/src'], /\.tsx?$/);
const server = code.filter((path) => path.startsWith('src/'));
const tests = filesIn(['test'], /\.tsx?$/);
const docs = filesIn(['docs'], /\.md$/).filter((path) => !/^docs\/(decisions\/|testing\.md|language\.md)/.test(path));

interface Comment {
  readonly place: string;
  readonly text: string;
  readonly isWide: boolean;
}

interface UnwantedWord {
  readonly word: string;
  readonly keptOutOf: readonly string[];
}

/** docs/language.md is the one list. */
const unwanted = readFileSync(join(root, 'docs/language.md'), 'utf8')
  .split('\n| Not | Write | Kept out of |\n')[1]!
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
  .flatMap((line): UnwantedWord[] => {
    const [, words = '', , areas = ''] = line.split('|').map((cell) => cell.trim());
    const keptOutOf = areas.split(', ').filter((area) => area !== '');
    return words.split(', ').map((word) => ({ word, keptOutOf }));
  });

function filesIn(folders: readonly string[], name: RegExp): readonly string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path}`)
      .filter((path) => name.test(path) && !/\/generated\.ts$|^test\/architecture\/planted\//.test(path)),
  );
}

const linesOf = (path: string): readonly string[] => readFileSync(join(root, path), 'utf8').split('\n');
const beginning = /^\s*\{?(?:\/\*\*?|\/\/)/;

/** Comments on lines of their own; each block, or run of `//`, as one text. */
function commentsIn(path: string): readonly Comment[] {
  const found: { place: string; text: string; isWide: boolean }[] = [];
  let open: 'block' | 'run' | undefined;
  for (const [index, line] of linesOf(path).entries()) {
    const begins = beginning.test(line);
    const text = line
      .replace(/^\s*\{?(?:\/\*\*?|\*(?!\/)|\/\/)/, '')
      .replace(/\*\/\}?$/, '')
      .trim();
    const isRun = begins && line.trim().startsWith('//');
    const last = found.at(-1);
    if (last !== undefined && (open === 'block' || (open === 'run' && isRun))) {
      last.text += ` ${text}`;
      last.isWide ||= line.length > widest;
    } else if (begins) found.push({ place: `${path}:${index + 1}`, text, isWide: line.length > widest });
    if (open === 'block' || begins)
      open = isRun && open !== 'block' ? 'run' : line.includes('*/') ? undefined : 'block';
    else open = undefined;
  }
  return found.map((comment) => ({ ...comment, text: comment.text.trim() }));
}

const literal = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

/** What stands in quotes and has a blank; each literal of its file, without the code in it. */
function literalsIn(path: string): readonly Pick<Comment, 'place' | 'text'>[] {
  const source = linesOf(path)
    .filter((line) => !/^\s*(?:\/\*|\*|\/\/|import )/.test(line))
    .join('\n');
  return [...source.matchAll(literal)]
    .map(([quoted]) => quoted.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, ' '))
    .filter((text) => text.includes(' '))
    .map((text) => ({ place: path, text }));
}

const withoutCode = (text: string): string => text.replace(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)/g, '');

function placesOf(area: string, texts: readonly Pick<Comment, 'place' | 'text'>[]): readonly string[] {
  const words = unwanted.filter(({ keptOutOf }) => keptOutOf.includes(area)).map(({ word }) => word);
  expect(words).not.toEqual([]);
  const pattern = new RegExp(`(?<![\\w-])(?:${words.join('|')})(?![\\w-])`, 'i');
  return texts.flatMap(({ place, text }) => {
    const [word] = pattern.exec(withoutCode(text)) ?? [];
    return word === undefined ? [] : [`${place}: ${word}`];
  });
}

describe('the language of the code', () => {
  const comments = [...code, ...tests].flatMap(commentsIn);

  it('begins a comment with what the thing is, or with what is returned when', () => {
    expect(comments.length).toBeGreaterThan(5_000);
    const beginnings = comments.filter(({ text }) =>
      /^Of |(?:^|[.;] )(?:Undefined|Absent): |^(?:Null|False): /.test(text),
    );
    expect(beginnings.map(({ place, text }) => `${place}: ${text.slice(0, 60)}`)).toEqual([]);
  });

  it('keeps comments within 120 columns, as the formatter does with code', () => {
    const wide = comments.filter(({ isWide }) => isWide).map(({ place }) => place);
    expect(wide).toEqual([]);
  });

  it('has neither in comments, docs and pages, nor in what the server says, any of the words that docs/language.md keeps out', () => {
    const inCode = new Set(code);
    const textsOf = (paths: readonly string[]) =>
      paths.map((path) => ({ place: path, text: linesOf(path).join('\n') }));
    const found = [
      ...placesOf(
        'comments',
        comments.filter(({ place }) => inCode.has(place.replace(/:\d+$/, ''))),
      ),
      ...placesOf('docs', textsOf(docs)),
      ...placesOf('texts', server.flatMap(literalsIn)),
      ...placesOf('page', textsOf(code.filter((path) => path.startsWith('dashboard/src/messages/')))),
    ];
    expect(found).toEqual([]);
  });

  it('names nothing as docs/language.md does not', () => {
    const parts = unwanted.filter(({ keptOutOf }) => keptOutOf.includes('names')).map(({ word }) => word);
    const name = new RegExp(
      `\\b(?:const|let|function|class|interface|type|readonly|async)\\s+(\\w*(?:${parts.join('|')})\\w*)`,
    );
    const named = code.flatMap((path) => linesOf(path).flatMap((line) => name.exec(line)?.[1] ?? []));
    expect(named).toEqual([]);
  });
});
