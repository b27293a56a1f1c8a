import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { freeSmtpPorts } from './server.js';

const main = join(import.meta.dirname, '../../dist/bundle/main.js');

/** A server that is killed and started again on the same folder and port. */
export interface CrashServer {
  /** Does not wait until it serves: whoever asks too early asks again. */
  start(): void;
  /** SIGKILL; resolves when the process is gone. Throws where it had ended before. */
  kill(): Promise<void>;
  /** SIGTERM, and the exit code of its orderly end. */
  stop(): Promise<number | null>;
  /** The process of the life that it has now; undefined before the first. */
  pid(): number | undefined;
  /** SIGSTOP, SIGCONT … */
  signal(signal: NodeJS.Signals): void;
  /** Rejects when the process ends although nobody ended it. */
  readonly failure: Promise<never>;
  /** What all its lives have written. */
  log(): string;
}

export function crashServer(folder: string, env: Readonly<Record<string, string>>): CrashServer {
  const logFile = join(folder, 'server.log');
  let child: ChildProcess | undefined;
  let ending = false;
  let fail: (error: Error) => void = () => undefined;
  const failure = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  failure.catch(() => undefined);
  const log = (): string => readFileSync(logFile, 'utf8');

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<ChildProcess> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) {
      throw new Error('the server had ended before it was told to');
    }
    ending = true;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child;
  }

  return {
    start() {
      ending = false;
      const output = openSync(logFile, 'a');
      child = spawn(process.execPath, [main], {
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          DATA_DIR: join(folder, 'data'),
          RATE_LIMIT_PER_SECOND: '0',
          POSTHORN_TEST_LIST_PATIENCE_MS: '30000',
          ALLOW_PRIVATE_LINKS: '1',
          ...freeSmtpPorts,
          ...env,
        },
        stdio: ['ignore', output, output],
      });
      closeSync(output);
      child.once('exit', (code, signal) => {
        if (!ending) fail(new Error(`the server ended by itself with ${code ?? signal}:\n${log()}`));
      });
    },
    async kill() {
      const { signalCode } = await end('SIGKILL');
      if (signalCode !== 'SIGKILL') throw new Error(`killed, and yet it ended with ${signalCode}`);
    },
    stop: async () => (await end('SIGTERM')).exitCode,
    pid: () => child?.pid,
    signal: (signal) => void child?.kill(signal),
    failure,
    log,
  };
}

/**
 * Outside the range from which the system takes ports for clients: while the server is down nobody may be given its
 * port.
 */
const firstPort = 20_000;

export async function portForServer(random: () => number): Promise<number> {
  for (;;) {
    const port = firstPort + Math.floor(random() * 10_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
