import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { givenOrNothing } from '../../infrastructure/config/given.js';
import { nodeStart } from '../server/node-command.js';
import { untilNpmEnds } from '../server/parent.js';

/** Replaces this process by another program; from Node 22.15 on. */
type Execve = (file: string, args: readonly string[], env: NodeJS.ProcessEnv) => never;

const forwarded = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Runs the server as `npm start` does: with the memory that a process is given at its start alone. Where Node cannot
 * replace this process, it stays as the parent, hands signals on and ends as the server ends.
 */
export async function serve(): Promise<void> {
  const { environment, args } = nodeStart();
  const program = join(dirname(realpathSync(process.argv[1] ?? '')), 'main.js');
  const env = { ...givenOrNothing().environment, ...environment };
  const { execve } = process as { readonly execve?: Execve };
  if (execve !== undefined) execve(process.execPath, [process.execPath, ...args, program], env);
  const server = spawn(process.execPath, [...args, program, untilNpmEnds], { env, stdio: 'inherit' });
  for (const signal of forwarded) process.on(signal, () => server.kill(signal));
  const code = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (exitCode, signal) => resolve(exitCode ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  });
  process.exit(code);
}
