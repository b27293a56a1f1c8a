// Counts how the code is put together: `npm run structure`. Each line has its aim; `--list` names the places.
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
      const imported = join(dirname(path), target).replace(/\.js$/, '.ts');
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

/** Where the compiler is told what a value is: each `x as X`; `as const` is none, `as unknown as X` is one. */
function casts(files) {
  return [...files].flatMap(([path, text]) => {
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const found = [];
    const visit = (node) => {
      if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type) && !isHalf(node)) {
        found.push(`${path}:${source.getLineAndCharacterOfPosition(node.type.pos).line + 1}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}
/** The first half of `as unknown as X`. */
const isHalf = (node) => node.type.kind === ts.SyntaxKind.UnknownKeyword && ts.isAsExpression(node.parent);

const rows = [
  [
    `files in src of ${smallLines} lines or fewer with one importer, those aside that are one of a kind`,
    10,
    smallFiles(server).filter((place) => !ofAKind.test(place.split(' ')[0])),
  ],
  ['the same, one of a kind', '-', smallFiles(server).filter((place) => ofAKind.test(place.split(' ')[0]))],
  ['files with a semaphore', 1, ownFiles(semaphore, 'src/application/shared/semaphore.ts')],
  // Attempts to connect overtake each other there, and a timer that is wound up again watches a stream.
  [
    'files with a timeout',
    1,
    ownFiles(timeout, 'src/application/shared/timeout.ts', 'src/infrastructure/event-store/eventstoredb/'),
  ],
  ['files with a bounded map', 1, ownFiles(boundedMap, 'src/application/shared/bounded-map.ts')],
  ['files with outbound HTTP', 1, ownFiles(outboundHttp, 'src/infrastructure/outbound-http/outbound-http.ts')],
  ['casts in src', 320, casts(server)],
  ['untyped calls in the dashboard', 0, places(dashboard, untypedCall)],
];

for (const [name, aim, found] of rows) {
  console.log(`${String(found.length).padStart(5)}  (aim ${aim})  ${name}`);
  if (process.argv.includes('--list')) for (const each of found) console.log(`         ${each}`);
}
