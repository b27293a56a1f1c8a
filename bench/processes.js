import { fork, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The next message of a child process. */
export const message = (child) => new Promise((resolve) => child.once('message', resolve));

export function ask(child, question) {
  const answer = message(child);
  child.send(question);
  return answer;
}

export async function startChild(file) {
  const child = fork(join(import.meta.dirname, file));
  const first = await message(child);
  return { child, first };
}

export const apiKey = 're_bench_00000000000000000000000000';

/** What `npm start` gives to Node. */
function startFlags() {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

/** The built server on its own data folder, logging only errors, without a rate limit. */
export async function startServer(dataDir, env) {
  const extraFlags = (process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter(Boolean);
  const child = spawn(process.execPath, [...startFlags(), ...extraFlags, join(root, 'dist/main.js')], {
    cwd: dataDir,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      BOOTSTRAP_API_KEY: apiKey,
      RATE_LIMIT_PER_SECOND: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const found = /Posthorn serves (\S+)/.exec(text);
      if (found) resolve(found[1]);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  const { hostname: host, port } = new URL(url);
  return {
    host,
    port: Number(port),
    residentMb: () =>
      Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024),
    cpuSeconds() {
      const [, , user, system] = /\) (.*)/
        .exec(readFileSync(`/proc/${child.pid}/stat`, 'utf8'))[1]
        .split(' ')
        .slice(8);
      return (Number(user) + Number(system)) / 100;
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGTERM');
      }),
  };
}

/** A command of the built CLI; its JSON answer. */
export function cli(dataDir, ...args) {
  const run = spawnSync(process.execPath, [join(root, 'dist/cli.js'), ...args, '--json'], {
    cwd: dataDir,
    env: { ...process.env, DATA_DIR: dataDir },
    maxBuffer: 1 << 28,
  });
  if (run.status !== 0) throw new Error(`${args.join(' ')}: ${run.stderr}`);
  return JSON.parse(run.stdout);
}
