// Engines of this machine's own for measurements: what TEST_MONGODB_PROGRAM names, or FerretDB where
// scripts/install-ferretdb.sh has built it; redis-server; and the suites' stand-in for EventStoreDB.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { givenProgram, startMongodbProgram } from '../test/support/given-programs.mjs';
import { freePort } from './peers/free-port.js';

const root = join(import.meta.dirname, '..');

/** `environment` for Posthorn's processes; `described`: which engines these are. */
export async function startEngines() {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-engines-'));
  for (const name of ['log', 'mongodb', 'redis']) mkdirSync(join(folder, name));
  const redisPort = await freePort();
  const redisWords = ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', '', '--dir', join(folder, 'redis')];
  const engines = await Promise.all([
    started(process.execPath, [join(root, 'test/support/eventstore-stand-in/main.mjs'), '--dir', join(folder, 'log')], {
      serves: /"port":(\d+)/,
    }),
    startMongodb(join(folder, 'mongodb')),
    started('redis-server', redisWords, { serves: /(Ready to accept connections)/ }),
  ]);
  const [log, mongodb] = engines;
  return {
    environment: {
      EVENTSTOREDB_URL: `esdb://127.0.0.1:${log.found}?tls=false`,
      MONGODB_URL: `mongodb://127.0.0.1:${mongodb.found}/posthorn`,
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      MASTER_KEY: '5f'.repeat(32),
    },
    described: `the stand-in for EventStoreDB, ${mongodb.described ?? 'FerretDB 1.24 on SQLite'}, and Redis`,
    stop() {
      for (const { end } of engines) end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startMongodb(dir) {
  const program = givenProgram('MONGODB');
  if (program !== undefined) {
    const port = await freePort();
    const running = await startMongodbProgram(program, { dir, port });
    return { found: port, described: basename(program), end: () => running.signal('SIGKILL') };
  }
  const ferretdb = execFileSync(join(root, 'scripts/install-ferretdb.sh'), { encoding: 'utf8' }).trim();
  const storage = ['--handler=sqlite', `--sqlite-url=file:${dir}/?_pragma=synchronous(off)`, `--state-dir=${dir}`];
  const words = [...storage, '--listen-addr=127.0.0.1:0', '--debug-addr=-', '--telemetry=disable'];
  return started(ferretdb, words, { serves: /Listening on TCP 127\.0\.0\.1:(\d+)/ });
}

/** `serves`: what a program says once it does, the first group of the pattern. */
function started(program, words, { serves }) {
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const end = () => {
    child.removeAllListeners('exit');
    child.kill('SIGKILL');
  };
  return new Promise((resolve, reject) => {
    let said = '';
    const read = (chunk) => {
      said += chunk;
      const found = serves.exec(said);
      if (found) resolve({ found: found[1], end });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}:\n${said}`)));
  });
}
