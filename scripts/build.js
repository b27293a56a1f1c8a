// Makes what of `dist` is older than its sources; `npm run build:server` names the parts that it needs. The suites build first, each,
// and `npm ci` builds in a checkout: mostly there is nothing to do.
import './require-node.js';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOlder } from './freshness.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiled = 'dist/.tsbuildinfo';

/** In this order: the bundle and the page's types are made from what was compiled. */
const parts = {
  compiler: {
    target: compiled,
    sources: ['src', 'tsconfig.json', 'tsconfig.build.json', 'nest-cli.json'],
    make() {
      run('node_modules/.bin/nest', 'build');
      // The compiler leaves it alone where nothing has changed for it.
      utimesSync(new URL(`../${compiled}`, import.meta.url), new Date(), new Date());
    },
  },
  bundle: {
    target: 'dist/bundle/main.js',
    sources: [compiled, 'scripts/bundle.js', 'scripts/entry.js', 'scripts/stack-traces.js', 'package.json'],
    make() {
      removeWithoutSource();
      run(process.execPath, 'scripts/bundle.js');
    },
  },
  'api-types': {
    target: 'dashboard/src/api/generated.ts',
    sources: [compiled, 'scripts/build-api-types.js'],
    make: () => run(process.execPath, 'scripts/build-api-types.js'),
  },
  dashboard: {
    target: 'dist/dashboard/index.html',
    sources: ['dashboard', 'scripts/finish-dashboard.js'],
    make() {
      run('npm', 'run', 'build:dashboard');
      run(process.execPath, 'scripts/finish-dashboard.js');
    },
  },
  reference: {
    target: 'dist/reference/index.html',
    sources: ['reference', 'scripts/build-reference.js', 'dashboard/public/scheme.js', 'dashboard/src/icon.svg'],
    make: () => run('npm', 'run', 'build:reference'),
  },
};

const wanted = process.argv.slice(2);
for (const name of wanted.length === 0 ? Object.keys(parts) : wanted) {
  const { target, sources, make } = parts[name];
  if (isOlder(target, [...sources, 'package-lock.json'])) make();
}

/** What was compiled from a file that has moved or gone: the bundle would take it for a part of the program. */
function removeWithoutSource() {
  const other = /^(bundle|dashboard|reference)/;
  for (const file of readdirSync(join(root, 'dist'), { recursive: true })) {
    if (other.test(file) || !/\.js(\.map)?$/.test(file)) continue;
    const source = join(root, 'src', file.replace(/\.js(\.map)?$/, '.ts'));
    if (!existsSync(source)) rmSync(join(root, 'dist', file));
  }
}

function run(program, ...args) {
  execFileSync(program, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });
}
