import { execFileSync, fork, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

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

/** Who every mail of a measurement comes from. */
export const sender = 'bench.example.com';

/** What lies at this share (0 to 1) of figures in rising order; 0 where there are none. */
export const percentile = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** A generator of requests and a receiver of mail, each in a process of its own, and what was accepted so far. */
export async function startLoad() {
  const { child: generator } = await startChild('generator.js');
  const { child: sink, first } = await startChild('sink.js');
  const accepted = [];
  let number = 0;
  return {
    accepted,
    sink,
    /** What makes a server deliver to the receiver. */
    environment: {
      DELIVERY_MODE: 'relay',
      RELAY_URL: `smtp://127.0.0.1:${first.port}`,
      PREVERIFIED_DOMAINS: sender,
      ALLOW_PRIVATE_LINKS: '1',
    },
    /**
     * `count` requests of `batch` mails each. Throws where one was not answered with 200. `first`: number of the first mail. `mails`: what
     * they have besides; `kind` is what their addresses begin with.
     */
    async generate({ host, port }, { count, batch = 1, connections = 50, first = number, mails = {} }) {
      number = first + count * batch;
      const order = { host, port, key: apiKey, count, batch, connections, sender, first, mails };
      const result = await ask(generator, order);
      if (Object.keys(result.failures).length > 0)
        throw new Error(`requests failed: ${JSON.stringify(result.failures)}`);
      accepted.push(...result.ids);
      return result;
    },
    /** When the last of them arrived. Throws where nothing has arrived for a minute. */
    async untilReceived(count) {
      for (let before = -1, still = 0; ; ) {
        const { count: now, lastAt } = await ask(sink, 'count');
        if (now >= count) return lastAt;
        still = now === before ? still + 1 : 0;
        if (still > 600) throw new Error(`only ${now} of ${count} arrived`);
        before = now;
        await wait(100);
      }
    },
    /** Throws unless each accepted mail, and nothing else, is at the receiver exactly once. */
    async verify() {
      const { received } = await ask(sink, 'all');
      const counts = new Map(received);
      const wrong = accepted.filter((id) => counts.get(id) !== 1);
      const strangers = received.length - accepted.length;
      if (wrong.length > 0 || strangers !== 0)
        throw new Error(`${wrong.length} mails not exactly once, ${strangers} strangers`);
      console.log(`verified: ${accepted.length} mails accepted, each at the receiver exactly once`);
    },
    stop() {
      generator.disconnect();
      sink.disconnect();
    },
  };
}

/** Processor time of a process of this machine so far. */
export function cpuSecondsOf(pid) {
  const [, , user, system] = /\) (.*)/
    .exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))[1]
    .split(' ')
    .slice(9);
  return (Number(user) + Number(system)) / 100;
}

/** What `npm start` starts its server by, for the memory that there is under that program. */
function startCommand(under) {
  const [program, ...words] = [...under, process.execPath, join(root, 'dist/bundle/node-command.js')];
  return ['env', ...execFileSync(program, words, { encoding: 'utf8' }).trim().split(' ')];
}

/**
 * The built server on its own data folder, logging only errors, without a rate limit. `flags`: for Node, beside those of
 * `npm start`; `under`: a program, with its arguments, that becomes the server.
 */
export async function startServer(dataDir, env, flags = [], under = []) {
  const extraFlags = [...flags, ...(process.env.BENCH_NODE_FLAGS ?? '').split(' ').filter(Boolean)];
  const main = join(root, 'dist/bundle/main.js');
  const [program, ...words] = [...under, ...startCommand(under), ...extraFlags, main];
  const child = spawn(program, words, {
    cwd: dataDir,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      SMTP_25_PORT: '0',
      SMTP_587_PORT: '0',
      SMTP_2587_PORT: '0',
      SMTP_465_PORT: '0',
      SMTP_2465_PORT: '0',
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
  const end = (signal) =>
    new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill(signal);
    });
  return {
    host,
    port: Number(port),
    pid: child.pid,
    residentMb: () =>
      Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024),
    cpuSeconds: () => cpuSecondsOf(child.pid),
    /** Null while it runs; the signal or the exit code that ended it. */
    ended: () => child.signalCode ?? child.exitCode,
    stop: () => end('SIGTERM'),
    /** As a loss of power to it alone. */
    kill: () => end('SIGKILL'),
  };
}

/** A command of the built CLI; its JSON answer. */
export function cli(dataDir, ...args) {
  const run = spawnSync(process.execPath, [join(root, 'dist/bundle/cli.js'), ...args, '--json'], {
    cwd: dataDir,
    env: { ...process.env, DATA_DIR: dataDir },
    maxBuffer: 1 << 28,
  });
  if (run.status !== 0) throw new Error(`${args.join(' ')}: ${run.stderr}`);
  return JSON.parse(run.stdout);
}
