import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { runCommand } from '../../src/programs/cli/run-command.js';
import { type RunningServer, temporaryFolder } from './server.js';

/** The compiled program. */
export const bundle = join(import.meta.dirname, '../../dist/bundle');

export type Environment = Readonly<Record<string, string>>;

export interface Ran {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * A command in a process of its own, in an empty working directory or this one; `said`: what it has written to stderr
 * so far.
 */
export function startCommand(
  args: readonly string[],
  env: Environment,
  folder?: string,
): { readonly ended: Promise<Ran>; said(): string; kill(): void } {
  const cwd = folder ?? temporaryFolder();
  const child = spawn(process.execPath, [join(bundle, 'cli.js'), ...args], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const ended = once(child, 'close').then(() => {
    if (folder === undefined) rmSync(cwd, { recursive: true });
    return { exitCode: child.exitCode, stdout, stderr };
  });
  return { ended, said: () => stderr, kill: () => void child.kill('SIGKILL') };
}

/**
 * The same command in this process, which costs a tenth. What a command says before it has ended (a new master key, the
 * steps of `migrate`) goes to stderr of the process and is not in the answer.
 */
export async function runInProcess(args: readonly string[], env: Environment): Promise<Ran> {
  // The compiled program: it is loaded in half the time that its sources take.
  const { runCommand: run } = (await import(`${bundle}/programs/cli/run-command.js`)) as {
    readonly runCommand: typeof runCommand;
  };
  let [stdout, stderr] = ['', ''];
  const exitCode = await run(args, () => env, {
    out: (text) => void (stdout += text),
    error: (text) => void (stderr += text),
  });
  return { exitCode, stdout, stderr };
}

/** What a command needs to find the installation of a server. */
export type Installation = Pick<RunningServer, 'dataDir' | 'engines'>;

/**
 * What a command beside a server prints under `--json`; the caller knows its members. Rejects where it does not end
 * with 0.
 */
export async function posthorn<Result>(
  { dataDir, engines }: Installation,
  ...args: readonly string[]
): Promise<Result> {
  const env = { DATA_DIR: dataDir, ...engines };
  const line = [...args, '--json'];
  // The clients of shared engines take longer to load than a process takes to start.
  const ran = await (Object.keys(engines).length === 0 ? runInProcess(line, env) : startCommand(line, env).ended);
  if (ran.exitCode !== 0) throw new Error(`posthorn ${args.join(' ')} ended with ${ran.exitCode}:\n${ran.stderr}`);
  return JSON.parse(ran.stdout) as Result;
}
