import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { StandInFaults } from './eventstore-stand-in/index.mjs';

export interface EventStoreProcess {
  readonly port: number;
  readonly connectionString: string;
  /** Resolves when the fault is in place (`loseNextAnswer`: when the answer is lost). */
  fault(name: keyof StandInFaults, value?: number | 'die'): Promise<void>;
  /** SIGKILL, SIGSTOP, SIGCONT … */
  signal(signal: NodeJS.Signals): void;
  /** Resolves when the process is gone. */
  readonly exited: Promise<unknown>;
  kill(): Promise<void>;
}

/** The EventStoreDB stand-in in a process of its own; it ends with the one that started it. */
export async function startEventStoreProcess(options: {
  readonly dir: string;
  readonly port?: number;
}): Promise<EventStoreProcess> {
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
    connectionString: `esdb://127.0.0.1:${port}?tls=false`,
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
