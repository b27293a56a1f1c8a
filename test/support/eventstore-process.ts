import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { portForServer } from './crash-server.js';
import type { StandInFaults } from './eventstore-stand-in/index.mjs';
import { givenProgram, startEventStoreProgram } from './given-programs.mjs';

export interface EventStoreProcess {
  readonly port: number;
  readonly connectionString: string;
  /** Resolves when the fault is in place (`loseNextAnswer`: when the answer is lost). Only the stand-in has any. */
  fault(name: keyof StandInFaults, value?: number | 'die'): Promise<void>;
  /** SIGKILL, SIGSTOP, SIGCONT … */
  signal(signal: NodeJS.Signals): void;
  /** Resolves when the process is gone. */
  readonly exited: Promise<unknown>;
  kill(): Promise<void>;
}

interface Options {
  readonly dir: string;
  readonly port?: number;
}

/** `TEST_EVENTSTORE_PROGRAM`, or the stand-in, in a process of its own; it ends with the one that started it. */
export function startEventStoreProcess(options: Options): Promise<EventStoreProcess> {
  const program = givenProgram('EVENTSTORE');
  return program === undefined ? startStandIn(options) : startGiven(program, options);
}

const noFaults = 'faults on demand need the stand-in: TEST_EVENTSTORE_PROGRAM is set';

/** A test that asks for a {@link EventStoreProcess.fault}: on a given program it is skipped, and a line says so. */
export function itWithFaults(name: string, test: () => Promise<void>): void {
  if (givenProgram('EVENTSTORE') === undefined) return void it(name, test);
  process.stdout.write(`skipped: ${name} (${noFaults})\n`);
  it.skip(`${name} (${noFaults})`, test);
}

/** Address of a server without TLS on this machine. */
const addressOf = (port: number): string => `esdb://127.0.0.1:${port}?tls=false`;

async function startGiven(program: string, { dir, port }: Options): Promise<EventStoreProcess> {
  const ownPort = port ?? (await portForServer(Math.random));
  const replicationPort = await portForServer(Math.random);
  const running = await startEventStoreProgram(program, { dir, port: ownPort, replicationPort });
  return {
    port: ownPort,
    connectionString: addressOf(ownPort),
    fault: () => Promise.reject(new Error(noFaults)),
    signal: (signal) => running.signal(signal),
    exited: running.exited,
    kill: () => running.kill(),
  };
}

async function startStandIn(options: Options): Promise<EventStoreProcess> {
  const child = fork(
    join(import.meta.dirname, 'eventstore-stand-in', 'main.mjs'),
    ['--dir', options.dir, '--port', String(options.port ?? 0)],
    { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  const exited = once(child, 'exit');
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { readonly port: number }) => resolve(message.port));
    child.once('exit', (code) => reject(new Error(`the stand-in ended with ${code}`)));
  });
  return {
    port,
    connectionString: addressOf(port),
    fault: (name, value) =>
      new Promise((resolve) => {
        const onMessage = (message: { readonly done?: string }) => {
          if (message.done !== name) return;
          child.off('message', onMessage);
          resolve();
        };
        child.on('message', onMessage);
        child.send({ fault: name, value });
      }),
    signal: (signal) => void child.kill(signal),
    exited,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
