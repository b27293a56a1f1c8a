// Compiles what of `src` is newer than what was compiled of it into `dist`, a file for a file; types are checked by `npm run types`.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const root = fileURLToPath(new URL('..', import.meta.url));
const [src, dist] = [join(root, 'src'), join(root, 'dist')];
/** Made of what was compiled, or apart from it. */
const made = /^(bundle|dashboard|reference)/;

/** What tsconfig.json says, as swc calls it. */
const options = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      verbatimModuleSyntax: true,
    },
    target: 'es2022',
  },
  module: { type: 'es6' },
  sourceMaps: true,
};

/** @param isWhole Whether to compile every file: how they are compiled has changed. */
export function compile(isWhole) {
  const sources = readdirSync(src, { recursive: true }).filter((file) => file.endsWith('.ts'));
  const compiled = new Set(sources.map((file) => file.replace(/\.ts$/, '.js')));
  for (const file of sources) {
    const target = join(dist, file.replace(/\.ts$/, '.js'));
    if (isWhole || madeAt(target) < statSync(join(src, file)).mtimeMs) compileFile(join(src, file), target);
  }
  removeWithoutSource(compiled);
}

function compileFile(source, target) {
  const { code, map } = transformSync(readFileSync(source, 'utf8'), { ...options, filename: source });
  const moved = { ...JSON.parse(map), file: basename(target), sources: [relative(dirname(target), source)] };
  delete moved.sourcesContent;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(`${target}.map`, JSON.stringify(moved));
  writeFileSync(target, `${code}//# sourceMappingURL=${basename(target)}.map\n`);
}

function madeAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** What was compiled from a file that has moved or gone: the bundle would take it for a part of the program. */
function removeWithoutSource(compiled) {
  for (const file of readdirSync(dist, { recursive: true })) {
    if (made.test(file) || !/\.js(\.map)?$/.test(file)) continue;
    if (!compiled.has(file.replace(/\.map$/, ''))) rmSync(join(dist, file));
  }
}
