import { createInterface } from 'node:readline/promises';
import { readSettings } from '../../infrastructure/config/load.js';
import { runCommand } from './run-command.js';

/** Runs the command line of this process and sets its exit code. */
export async function main(): Promise<void> {
  // Whatever the shell says: files are for this user alone.
  process.umask(0o077);
  process.stdout.on('error', endWhereClosed);
  const isTerminal = process.stdin.isTTY && process.stderr.isTTY;
  process.exitCode = await runCommand(process.argv.slice(2), readSettings, {
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
    ...(isTerminal ? { ask } : {}),
  });
}

async function ask(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await lines.question(question)).trim());
  } finally {
    lines.close();
  }
}

/** Who reads may have read enough (`| head`): what is left is for no one, and that is no failure of ours. */
function endWhereClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}
