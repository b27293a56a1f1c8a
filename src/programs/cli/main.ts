import { readSettings } from '../../infrastructure/config/load.js';
import { runCommand } from './run-command.js';

/** Runs the command line of this process and sets its exit code. */
export async function main(): Promise<void> {
  // Whatever the shell says: files are for this user alone.
  process.umask(0o077);
  process.stdout.on('error', endWhereClosed);
  process.exitCode = await runCommand(process.argv.slice(2), readSettings, {
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
  });
}

/** Who reads may have read enough (`| head`): what is left is for no one, and that is no failure of ours. */
function endWhereClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
}
