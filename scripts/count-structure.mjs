// Counts how the code is put together: `npm run structure`. Each line has its aim, and what it may be today; `--list` names the places.
// Ends with 1 where a number is over that.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '..');
const smallLines = 30;

/** Every source file below a folder, by its path from the root. */
function sources(folder) {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name));
  const paths = files.map((entry) => relative(root, join(entry.parentPath, entry.name)));
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

const server = sources('src');
const dashboard = sources('dashboard/src');

const importPattern = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;

/** The files that import each file, types and `import()` included. */
function importers(files) {
  const found = new Map();
  for (const [path, text] of files) {
    for (const [, target] of text.matchAll(importPattern)) {
      const bare = join(dirname(path), target).replace(/\.js$/, '');
      const imported = files.has(`${bare}.tsx`) ? `${bare}.tsx` : `${bare}.ts`;
      found.set(imported, (found.get(imported) ?? new Set()).add(path));
    }
  }
  return found;
}

/** One of a kind, which a list of its kind imports: a resource, its use cases, a controller with its operations, a command, a schema, a decider, a document. */
const ofAKind =
  /\/use-cases\.ts$|^src\/programs\/resources\/|\.(controller|operations|answers|document|projection)\.ts$|\/config\/sections\/|\/event-codec\/schemas\/|^src\/domain\/([\w-]+)\/\2\.ts$|^src\/programs\/cli\/[\w-]+\.ts$/;

/** A file of its own that serves one other file, and is small enough to be a part of it. Threads are files because Node starts files. */
function smallFiles(files) {
  const by = importers(files);
  return [...files].flatMap(([path, text]) => {
    const isSmall = text.trimEnd().split('\n').length <= smallLines;
    const isOnlyPart = by.get(path)?.size === 1 && !path.endsWith('.worker.ts');
    return isSmall && isOnlyPart ? [`${path} <- ${[...by.get(path)].join()}`] : [];
  });
}

/** The places in the files where a pattern occurs, except in the file that is the one of its kind. */
function places(files, pattern, one = () => false) {
  return [...files].flatMap(([path, text]) =>
    [...text.matchAll(pattern)].flatMap(({ index }) =>
      one(path) ? [] : [`${path}:${text.slice(0, index).split('\n').length}`],
    ),
  );
}

/** Files with a place of their own, and the shared one as one more. */
function ownFiles(pattern, shared, other = '') {
  const isOther = (path) => path === shared || (other !== '' && path.startsWith(other));
  const own = new Set(places(server, pattern, isOther).map((place) => place.split(':')[0]));
  return [...own, ...(existsSync(join(root, shared)) ? [shared] : [])];
}

/** Who waits for a place puts the `resolve` of a promise into a line. */
const semaphore = /new Promise<void>\(\(?\w+\)? => [\w.#]*waiting\.push\(\w+\)/g;
/** A timer, or a delay, that ends the wait for something else. */
const timeout =
  /setTimeout\((?:\(\) =>|\n)[^;]{0,140}?\breject\(|Promise\.race\(\[[^\]]*?(?:delay\(|expiry|timeout|patience)/g;
/** A map whose first key goes when it is full. */
const boundedMap =
  /\.delete\([^;\n]*\.keys\(\)\.next\(\)|const \[oldest\] = [^;]*\.keys\(\);\s*if \([^)]*\boldest\b[^\n]*\.delete\(oldest\)/g;
/** What asks another server over HTTP at an address that somebody else chose. */
const outboundHttp = /from 'undici'|import \* as https? from 'node:https?'|await fetch\(/g;
/** A path as a text, and a type that was written beside it. */
const untypedCall =
  /\b(?:ask|read|post|patch|put|remove)(?:<[^()=]*>)?\(\s*(?:'(?:GET|POST|PATCH|PUT|DELETE)', )?(?:['`]\/|`\$\{|own\b|one\()/g;

/** Each node of each file that `pick` takes: a place, with the lines that the node has. */
function nodes(files, pick) {
  return [...files].flatMap(([path, text]) => {
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const lineOf = (position) => source.getLineAndCharacterOfPosition(position).line + 1;
    const found = [];
    const visit = (node) => {
      const at = pick(node);
      if (at !== undefined) {
        const [first, last] = [lineOf(at.getStart(source)), lineOf(node.end)];
        found.push({ place: `${path}:${first}`, lines: last - first + 1 });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

/** Where the compiler is told what a value is: each `x as X`; `as const` is none, `as unknown as X` is one. */
const isCast = (node) => ts.isAsExpression(node) && !ts.isConstTypeReference(node.type) && !isHalf(node);
/** The first half of `as unknown as X`. */
const isHalf = (node) => node.type.kind === ts.SyntaxKind.UnknownKeyword && ts.isAsExpression(node.parent);
const casts = (files) => nodes(files, (node) => (isCast(node) ? node.type : undefined)).map(({ place }) => place);

const longFunctions = (files) =>
  nodes(files, (node) => (ts.isFunctionLike(node) && node.body !== undefined ? node : undefined)).flatMap(
    ({ place, lines }) => (lines > 80 ? [`${place} (${lines})`] : []),
  );

const linesOf = (text) => text.trimEnd().split('\n').length;

const longFiles = (files) =>
  [...files].flatMap(([path, text]) => (linesOf(text) > 300 ? [`${path} (${linesOf(text)})`] : []));

/** Files that name nine resources or more: a list that a new one has to be written into. */
function listsByHand(files) {
  const names = readdirSync(join(root, 'src/programs/resources'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.http.ts') && file !== 'resources.ts')
    .map((file) => file.slice(0, -3));
  const named = (text) => names.filter((name) => new RegExp(`['/]${name}s?['/.]`).test(text)).length;
  return [...files].flatMap(([path, text]) => (named(text) >= 9 ? [path] : []));
}

const ownSmall = smallFiles(server);
const isOneOfAKind = (place) => ofAKind.test(place.split(' ')[0]);
const both = new Map([...server, ...dashboard]);
/** Without what the build makes. */
const byHand = new Map([...both].filter(([path]) => !path.endsWith('/generated.ts')));
const naming = (pattern) => [...byHand].flatMap(([path, text]) => (pattern.test(text) ? [path] : []));

/** `aim`: where a number is to get to. `most`: what it may be today: it is lowered when the number falls, and never raised. */
const rows = [
  {
    what: `files in src of ${smallLines} lines or fewer with one importer, those aside that are one of a kind`,
    aim: 10,
    most: 21,
    found: ownSmall.filter((place) => !isOneOfAKind(place)),
  },
  { what: 'the same, one of a kind', found: ownSmall.filter(isOneOfAKind) },
  {
    what: 'the same in the dashboard',
    aim: 40,
    most: 42,
    found: smallFiles(dashboard).filter((place) => !isOneOfAKind(place)),
  },
  { what: 'casts in src', aim: 306, most: 306, found: casts(server) },
  { what: 'lists by hand: files in src that name nine resources', aim: 1, most: 1, found: listsByHand(server) },
  { what: 'functions of more than 80 lines', aim: 10, most: 10, found: longFunctions(both) },
  { what: 'files of more than 300 lines', aim: 0, most: 0, found: longFiles(byHand) },
  {
    what: 'files with a semaphore',
    aim: 1,
    most: 1,
    found: ownFiles(semaphore, 'src/application/shared/semaphore.ts'),
  },
  {
    // Attempts to connect overtake each other there, and a timer that is wound up again watches a stream.
    what: 'files with a timeout',
    aim: 1,
    most: 1,
    found: ownFiles(timeout, 'src/application/shared/timeout.ts', 'src/infrastructure/event-store/eventstoredb/'),
  },
  {
    what: 'files with a bounded map',
    aim: 1,
    most: 1,
    found: ownFiles(boundedMap, 'src/application/shared/bounded-map.ts'),
  },
  {
    what: 'files with outbound HTTP',
    aim: 1,
    most: 2,
    found: ownFiles(outboundHttp, 'src/infrastructure/outbound-http/outbound-http.ts'),
  },
  { what: 'untyped calls in the dashboard', aim: 0, most: 0, found: places(dashboard, untypedCall) },
  // One of each kind stands for what another one would cost: a place more that has to name it shows here.
  { what: 'files that name one webhook message, topic.updated', aim: 2, most: 2, found: naming(/'topic\.updated'/) },
  { what: 'files that name one check of emails, image-share', aim: 1, most: 1, found: naming(/'image-share'/) },
  { what: 'files that name one contact field, last_name', aim: 3, most: 3, found: naming(/\blast(?:N|_n)ame\b/) },
  { what: 'files that name one setting, DOMAINS_PER_TEAM', aim: 1, most: 1, found: naming(/\bDOMAINS_PER_TEAM\b/) },
];

const lines = (files) => [...files.values()].reduce((sum, text) => sum + linesOf(text), 0);
const counted = (of, files) => `${lines(files)} lines in ${files.size} files of ${of}`;

for (const { what, aim, most, found } of rows) {
  const beside = aim === undefined ? '' : `(aim ${aim}, at most ${most})`;
  console.log(`${String(found.length).padStart(5)}  ${beside.padEnd(24)}${what}`);
  if (process.argv.includes('--list')) for (const each of found) console.log(`         ${each}`);
}
console.log(`${counted('src', server)}, ${counted('dashboard/src', dashboard)}, ${counted('test', sources('test'))}`);

const over = rows.filter(({ most = Infinity, found }) => found.length > most);
for (const { what, most, found } of over)
  console.error(`${found.length} ${what}: at most ${most}. npm run structure -- --list names them.`);
if (over.length > 0) process.exitCode = 1;
