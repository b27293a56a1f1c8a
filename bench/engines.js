// The engines that `npm run bench:shared` measures on: those that the three addresses name, or some of this machine's own,
// from TEST_EVENTSTORE_PROGRAM and TEST_MONGODB_PROGRAM where they are set.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { givenProgram, startEventStoreProgram, startMongodbProgram } from '../test/support/given-programs.mjs';

const root = join(import.meta.dirname, '..');
const names = ['EVENTSTOREDB_URL', 'MONGODB_URL', 'REDIS_URL'];

/** `found`: what a program says when it serves, the first group of the pattern. */
function started(program, args, pattern) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => {
    child.removeAllListeners('exit');
    child.kill('SIGKILL');
  };
  return new Promise((resolve, reject) => {
    let said = '';
    const read = (chunk) => {
      said += chunk;
      const found = pattern.exec(said);
      if (found) resolve({ found: found[1], pid: child.pid, end });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}:\n${said}`)));
  });
}

/** `environment` for Posthorn's processes, which engines these are, in words, and the ids of those that were started from here and are known. */
export async function startEngines() {
  if (names.every((name) => process.env[name])) {
    const environment = Object.fromEntries(names.map((name) => [name, process.env[name]]));
    return { environment, described: process.env.BENCH_ENGINES ?? 'engines of others', pids: {}, stop() {} };
  }
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-engines-'));
  for (const name of ['eventstore', 'mongodb', 'redis']) mkdirSync(join(folder, name));
  const redisPort = 20_000 + (process.pid % 2_500) * 4;
  const [eventStore, mongodb, redis] = await Promise.all([
    startEventStore(join(folder, 'eventstore'), { port: redisPort + 1, replicationPort: redisPort + 2 }),
    startMongodb(join(folder, 'mongodb'), redisPort + 3),
    started(
      'redis-server',
      ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--dir', join(folder, 'redis')],
      /(Ready to accept connections)/,
    ),
  ]);
  const version = /v=(\S+)/.exec(execFileSync('redis-server', ['--version'], { encoding: 'utf8' }))?.[1];
  return {
    environment: {
      EVENTSTOREDB_URL: `esdb://127.0.0.1:${eventStore.port}?tls=false`,
      MONGODB_URL: `mongodb://127.0.0.1:${mongodb.port}/posthorn`,
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    },
    described: process.env.BENCH_ENGINES ?? `${eventStore.described}, ${mongodb.described}, Redis ${version}`,
    pids: { eventstoredb: eventStore.pid, mongodb: mongodb.pid, redis: redis.pid },
    stop() {
      for (const { end } of [eventStore, mongodb, redis]) end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startEventStore(dir, ports) {
  const program = givenProgram('EVENTSTORE');
  if (program !== undefined) {
    const running = await startEventStoreProgram(program, { dir, ...ports });
    return { port: ports.port, described: basename(program), pid: running.pid, end: () => running.signal('SIGKILL') };
  }
  const { found, pid, end } = await started(
    process.execPath,
    [join(root, 'test/support/eventstore-stand-in/main.mjs'), '--dir', dir, '--port', '0'],
    /"port":(\d+)/,
  );
  return { port: found, described: 'the stand-in for EventStoreDB of our own tests', pid, end };
}

async function startMongodb(dir, port) {
  const program = givenProgram('MONGODB');
  if (program !== undefined) {
    const running = await startMongodbProgram(program, { dir, port });
    return { port, described: basename(program), pid: running.pid, end: () => running.signal('SIGKILL') };
  }
  const ferretdb = execFileSync(join(root, 'scripts/install-ferretdb.sh'), { encoding: 'utf8' }).trim();
  const { found, pid, end } = await started(
    ferretdb,
    [
      '--handler=sqlite',
      `--sqlite-url=file:${dir}/`,
      '--listen-addr=127.0.0.1:0',
      '--debug-addr=-',
      `--state-dir=${dir}`,
      '--telemetry=disable',
    ],
    /Listening on TCP 127\.0\.0\.1:(\d+)/,
  );
  return { port: found, described: 'FerretDB 1.24 on SQLite for MongoDB', pid, end };
}
