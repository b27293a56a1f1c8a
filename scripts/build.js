// Makes what of `dist` is older than its sources; `npm run build:server` names the parts that it needs. The suites build first, each,
// and `npm ci` builds in a checkout: mostly there is nothing to do.
import './require-node.js';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from './compile.js';
import { isOlder } from './freshness.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiled = 'dist/.compiled';

/** In this order: the bundle and the page's types are made from what was compiled. */
const parts = {
  compiler: {
    target: compiled,
    sources: ['src', 'scripts/compile.js'],
    make() {
      compile(isOlder(compiled, ['scripts/compile.js', 'package-lock.json']));
      writeFileSync(join(root, compiled), '');
    },
  },
  bundle: {
    target: 'dist/bundle/main.js',
    sources: [
      compiled,
      'scripts/bundle.js',
      'scripts/own-map.js',
      'scripts/packages-beside.js',
      'scripts/entry.js',
      'scripts/stack-traces.js',
      'package.json',
    ],
    make: () => run(process.execPath, 'scripts/bundle.js'),
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
  'page-in-node': {
    target: 'node_modules/.cache/page-in-node/page.js',
    sources: ['dashboard'],
    make: () => run('npm', 'run', 'build:page-in-node'),
  },
  reference: {
    target: 'dist/reference/index.html',
    sources: ['reference', 'scripts/build-reference.js', 'dashboard/public/scheme.js', 'dashboard/src/icon.svg'],
    make: () => run('npm', 'run', 'build:reference'),
  },
};

/** What the suites need beside the product. */
const ofTheSuites = new Set(['page-in-node']);

const wanted = process.argv.slice(2);
for (const name of wanted.length === 0 ? Object.keys(parts).filter((part) => !ofTheSuites.has(part)) : wanted) {
  const { target, sources, make } = parts[name];
  if (isOlder(target, [...sources, 'package-lock.json'])) make();
}

function run(program, ...args) {
  // A test runner says that this is a test: what is made here is what is shipped.
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(program, args, { cwd: root, env, stdio: 'inherit', shell: process.platform === 'win32' });
}
