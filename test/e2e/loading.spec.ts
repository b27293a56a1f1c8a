import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../support/server.js';

const dist = join(import.meta.dirname, '../../dist');
const clients = ['mongodb', 'ioredis', 'bull', '@eventstore/db-client'];

/** The packages that a fresh process has loaded once it has the module. */
function packagesBehind(module: string): ReadonlySet<string | undefined> {
  const program = `
    import { createRequire } from 'node:module';
    await import(process.argv[1]);
    console.log(JSON.stringify(Object.keys(createRequire(process.argv[1]).cache)));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program, join(dist, module)]);
  const files = JSON.parse(output.toString()) as readonly string[];
  return new Set(files.map((file) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1]));
}

// They take longer to load than everything else, at every start and every command.
it.each(['programs/server/start-posthorn.js', 'programs/cli/program.js'])(
  '%s loads no client of a shared engine before one is named',
  (module) => {
    const loaded = packagesBehind(module);
    expect(clients.filter((client) => loaded.has(client))).toEqual([]);
  },
);

it('the clients are behind what shared engines need', () => {
  const loaded = packagesBehind('programs/engines/shared/backend.js');
  expect(clients.filter((client) => loaded.has(client))).toEqual(clients);
});

it('an error of the bundle names the files and lines of the sources', () => {
  const preload = 'process.umask = () => { throw new Error("planted"); };';
  const args = ['--import', `data:text/javascript,${preload}`, join(dist, 'bundle/main.js')];
  const { stderr } = spawnSync(process.execPath, args, { env: { PATH: process.env['PATH'] }, encoding: 'utf8' });
  expect(stderr).toContain('planted');
  expect(stderr).toMatch(/\/src\/programs\/server\/main\.ts:\d+:\d+/);
  expect(stderr).not.toContain('dist/bundle');
});

it('every thread of the sources is in the bundle', () => {
  const threads = (folder: string, ending: string): readonly string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(ending))
      .map((file) => file.slice(0, -ending.length))
      .sort();
  const inSources = threads(join(dist, '../src'), '.worker.ts');
  expect(inSources).toContain('programs/workers/delivery');
  expect(threads(join(dist, 'bundle'), '.worker.js')).toEqual(inSources);
});

it('the pages that were built beside the server are served', async () => {
  const server = await startServer();
  const pages = await Promise.all(['/', '/docs'].map((path) => fetch(server.url + path)));
  await server.stop();
  expect(pages.map(({ status }) => status)).toEqual([200, 200]);
});
