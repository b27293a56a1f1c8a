// The engines that `npm run bench:shared` measures on: those that the three addresses name, or some of this machine's own.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const names = ['EVENTSTOREDB_URL', 'MONGODB_URL', 'REDIS_URL'];

/** What a program says when it serves: the first group of the pattern. */
function started(program, args, pattern) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((resolve, reject) => {
    let said = '';
    const read = (chunk) => {
      said += chunk;
      const found = pattern.exec(said);
      if (found) resolve({ child, found: found[1] });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}:\n${said}`)));
  });
}

/** `environment` for Posthorn's processes, and which engines these are, in words. */
export async function startEngines() {
  if (names.every((name) => process.env[name])) {
    const environment = Object.fromEntries(names.map((name) => [name, process.env[name]]));
    return { environment, described: process.env.BENCH_ENGINES ?? 'engines of others', stop() {} };
  }
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-engines-'));
  for (const name of ['eventstore', 'mongodb', 'redis']) mkdirSync(join(folder, name));
  const ferretdb = execFileSync(join(root, 'scripts/install-ferretdb.sh'), { encoding: 'utf8' }).trim();
  const redisPort = 20_000 + (process.pid % 10_000);
  const [eventStore, mongodb, redis] = await Promise.all([
    started(
      process.execPath,
      [join(root, 'test/support/eventstore-stand-in/main.mjs'), '--dir', join(folder, 'eventstore'), '--port', '0'],
      /"port":(\d+)/,
    ),
    started(
      ferretdb,
      [
        '--handler=sqlite',
        `--sqlite-url=file:${join(folder, 'mongodb')}/`,
        '--listen-addr=127.0.0.1:0',
        '--debug-addr=-',
        `--state-dir=${folder}`,
        '--telemetry=disable',
      ],
      /Listening on TCP (127\.0\.0\.1:\d+)/,
    ),
    started(
      'redis-server',
      ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--dir', join(folder, 'redis')],
      /(Ready to accept connections)/,
    ),
  ]);
  const version = /v=(\S+)/.exec(execFileSync('redis-server', ['--version'], { encoding: 'utf8' }))?.[1];
  return {
    environment: {
      EVENTSTOREDB_URL: `esdb://127.0.0.1:${eventStore.found}?tls=false`,
      MONGODB_URL: `mongodb://${mongodb.found}/posthorn`,
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    },
    described: `the stand-in for EventStoreDB of our own tests, FerretDB 1.24 on SQLite for MongoDB, Redis ${version}`,
    stop() {
      for (const { child } of [eventStore, mongodb, redis]) {
        child.removeAllListeners('exit');
        child.kill('SIGKILL');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
