import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

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
it.each(['posthorn.module.js', 'infrastructure/cli/program.js'])(
  '%s loads no client of a shared engine before one is named',
  (module) => {
    const loaded = packagesBehind(module);
    expect(clients.filter((client) => loaded.has(client))).toEqual([]);
  },
);

it('the clients are behind what shared engines need', () => {
  const loaded = packagesBehind('distributed.module.js');
  expect(clients.filter((client) => loaded.has(client))).toEqual(clients);
});
