// Puts what a process loads into a few files in `dist/bundle`: to find, read and link the two thousand modules of the program
// and its packages takes most of a start. Needs a compiled `dist`.
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { ownMap } from './own-map.js';
import { packagesBeside } from './packages-beside.js';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const bundle = join(dist, 'bundle');
const stackTraces = 'stack-traces.js';

/** The two programs, each behind a file that looks at the version of Node first. Threads are started by their file's name too. */
const programs = ['main.js', 'cli.js'];
const behind = (program) => `behind-${program}`;
/** What `cli.js` runs, for a process that runs more than one command: the suites; and what `npm start` asks first. */
const parts = ['programs/cli/run-command.js', 'node-command.js'];
/** What a server loads when it has read its settings: itself, the edge where it has that role, and its process managers. */
const serving = [/\/start-posthorn\.js$/, /\.http\.js$|\/http\/.+\.operations\.js$/, /\/application\//];
const isThread = /\.worker\.js$/;

/** What Nest would use where it is installed. */
const absent = [
  '@fastify/multipart',
  '@fastify/view',
  '@nestjs/microservices',
  '@nestjs/platform-express',
  '@nestjs/websockets',
  'class-transformer',
];
/** What Fastify loads when it is first needed, and never is: schemas of routes, and requests without a socket. */
const uncalled = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'];
const external = [...packagesBeside, ...absent, ...uncalled];

await writeBundle();

async function writeBundle() {
  // Beside the old one until it is whole: a server that runs may load more of that.
  const dir = `${bundle}-${process.pid}`;
  const build = await rolldown({
    input: Object.fromEntries(entries().map((file) => [nameOf(file), join(dist, file)])),
    platform: 'node',
    // Modules before CommonJS: what nobody imports of them stays out.
    resolve: { mainFields: ['module', 'main'] },
    external: (id, importer) =>
      external.some((name) => id === name || id.startsWith(`${name}/`)) ||
      // Nest loads all of it for a pipe that is not used here.
      (id === 'class-validator' && importer?.includes('@nestjs')),
    plugins: [compiledModules(), withoutGlob()],
  });
  const names = { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' };
  const split = await build.generate({ format: 'esm', ...names });
  const { output } = await build.write({
    dir,
    format: 'esm',
    codeSplitting: { groups: loadedTogether(split.output.filter(({ type }) => type === 'chunk')) },
    sourcemap: true,
    minify: false,
    comments: { jsdoc: false },
    banner,
    ...names,
  });
  await build.close();
  for (const { type, fileName, code, map } of output) {
    if (type !== 'chunk') continue;
    writeFileSync(join(dir, fileName), compiledAtOnce(code));
    if (map) writeFileSync(join(dir, `${fileName}.map`), JSON.stringify(ownMap(map)));
  }
  copyFileSync(fileURLToPath(new URL(stackTraces, import.meta.url)), join(dir, stackTraces));
  for (const program of programs) writeFileSync(join(dir, program), entryOf(program));
  rmSync(bundle, { recursive: true, force: true });
  renameSync(dir, bundle);
}

/**
 * Groups of modules that the same processes and threads load as they start, each for one file: split as finely as it can be, the
 * bundle has a server open 360 files. What is loaded later stays split.
 */
function loadedTogether(chunks) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const closure = (roots, next) => {
    const found = new Set(roots);
    for (const chunk of found) for (const name of next(chunk)) if (byName.has(name)) found.add(byName.get(name));
    return found;
  };
  const loads = [
    ...chunks.filter(({ isEntry }) => isEntry).map((chunk) => [chunk]),
    ...serving.map((pattern) =>
      chunks.filter(({ isEntry, facadeModuleId }) => !isEntry && pattern.test(facadeModuleId)),
    ),
  ].map((roots) => closure(roots, ({ imports }) => imports));
  // A command loads its own part: what commands share with a server stays apart from what only a server loads.
  const commands = chunks.filter(({ isEntry, name }) => isEntry && parts.includes(`${name}.js`));
  loads.push(closure(commands, ({ imports, dynamicImports }) => [...imports, ...dynamicImports]));
  const groups = new Map();
  for (const chunk of chunks) {
    const by = loads.flatMap((loaded, index) => (loaded.has(chunk) ? [index] : []));
    const isLater = by.every((index) => index === loads.length - 1);
    if (chunk.isEntry || isLater) continue;
    const key = by.join();
    groups.set(key, { loads: by.length, ids: [...(groups.get(key)?.ids ?? []), ...chunk.moduleIds] });
  }
  return [...groups.values()].map(({ loads, ids }, index) => {
    const members = new Set(ids);
    // What more of them load is put away first: the others import it.
    return { name: `start-${index + 1}`, test: (id) => members.has(id), priority: loads };
  });
}

function nameOf(file) {
  return (programs.includes(file) ? behind(file) : file).slice(0, -'.js'.length);
}

/** What `package.json` asks of Node is what the programs ask. */
function entryOf(program) {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const needed = /^>=(\d+\.\d+\.\d+)$/.exec(engines.node)[1];
  const entry = readFileSync(new URL('entry.js', import.meta.url), 'utf8');
  return entry.replace('NEEDED', needed).replace('PROGRAM', behind(program));
}

function entries() {
  const compiled = readdirSync(dist, { recursive: true }).filter((file) => !file.startsWith('bundle'));
  return [...programs, ...parts, ...compiled.filter((file) => isThread.test(file))];
}

/**
 * A CommonJS module is a function that is called once. V8 compiles a function in parentheses at once; of an arrow function it
 * first finds the end, and reads it again when it is called. No line moves, so the source maps stay right.
 */
function compiledAtOnce(code) {
  return code.replaceAll(/__commonJSMin\(\(\(([\w$, ]*)\) => \{/g, '__commonJSMin((function ($1) {');
}

/** Each file knows the way to the bundle's root, and what a process starts with has readable stacks from the first line on. */
function banner({ fileName, isEntry }) {
  const isStarted = isEntry && !parts.includes(fileName);
  const root = '../'.repeat(fileName.split('/').length - 1) || './';
  // A package may have a `URL` of its own, which the bundler leaves its name where it sees no other.
  const address = `const bundleUrl = new globalThis.URL(${JSON.stringify(root)}, import.meta.url);`;
  return isStarted ? `import ${JSON.stringify(root + stackTraces)};\n${address}` : address;
}

/** The package that serves files asks for patterns of names only where it is told to, and what it asks is as large as itself. */
function withoutGlob() {
  const nothing = '\0nothing';
  return {
    name: 'without-glob',
    resolveId: (id, importer) => (id === 'glob' && importer?.includes('@fastify') ? nothing : null),
    load: (id) => (id === nothing ? 'export {};' : null),
  };
}

/** The compiler's output with its source maps. A module may end up in any file: its own address is written out. */
function compiledModules() {
  return {
    name: 'compiled-modules',
    load(id) {
      if (!id.startsWith(dist + sep) || !existsSync(`${id}.map`)) return null;
      return { code: addressed(readFileSync(id, 'utf8'), id), map: JSON.parse(readFileSync(`${id}.map`, 'utf8')) };
    },
  };
}

/** Threads are started from the bundle; the files beside the compiled program stay where they are. */
function addressed(code, id) {
  const file = JSON.stringify(relative(dist, id));
  const folder = JSON.stringify(join('..', relative(dist, dirname(id))));
  return code
    .replaceAll('import.meta.url', `new URL(${file}, bundleUrl).href`)
    .replaceAll(
      'import.meta.dirname',
      `process.getBuiltinModule('node:url').fileURLToPath(new URL(${folder}, bundleUrl))`,
    );
}
