import { CommanderError } from 'commander';
import { StartRefused } from '../../application/installation/establish-installation.js';
import { ConfigError } from '../../infrastructure/config/config.js';
import { configOf, type Settings } from '../../infrastructure/config/load.js';
import { DataDirInUse } from '../../infrastructure/data-dir/data-dir.js';
import { DataDirUnusable } from '../../infrastructure/data-dir/usable.js';
import type { Confirm, JsonOption, Run } from './shared/command.js';
import { Declined, exitCodes, Misused, type Outcome, Unopened, type ProgramOutput } from './shared/outcome.js';
import { createProgram } from './program.js';
import { RequestRefused, ServerRefused, ServerUnavailable, UnusableComponents } from './api/failures.js';

/** What the operator can fix, by the exit code that says so. */
const expected = [
  { kinds: [Declined, DataDirInUse, RequestRefused], exitCode: exitCodes.negative },
  { kinds: [Misused, UnusableComponents], exitCode: exitCodes.usage },
  { kinds: [ServerUnavailable], exitCode: exitCodes.unavailable },
  { kinds: [ConfigError, StartRefused, DataDirUnusable, Unopened, ServerRefused], exitCode: exitCodes.refused },
];

/** Where a command line is run: what it prints goes there, and who is asked. */
export interface CommandOutput extends ProgramOutput {
  /** Asks on the terminal, and answers whether the answer was yes. Absent where there is no terminal. */
  readonly ask?: (question: string) => Promise<boolean>;
}

/** Runs one command line of `posthorn` and answers its exit code. Only a command that needs the settings reads them. */
export async function runCommand(
  args: readonly string[],
  readSettings: () => Settings,
  output: CommandOutput,
): Promise<number> {
  let exitCode: number = exitCodes.done;
  const show = (outcome: Outcome, { json }: JsonOption): void => {
    exitCode = print(outcome, json === true, output);
  };
  const run: Run = {
    onInstallation: async (command, options) => show(await command(configOf(readSettings())), options),
    asClient: async (command, options) => show(await command(readSettings()), options),
    confirm: confirmOn(output),
  };
  const program = createProgram(run, output);
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    return explain(error, output);
  }
}

function confirmOn({ ask, error }: CommandOutput): Confirm {
  return async (preview) => {
    if (ask === undefined) {
      throw new Misused('This cannot be undone. Add --yes to do it, or --dry-run to see what it would do.');
    }
    error(`${(await preview()).text}\n`);
    if (!(await ask('This cannot be undone. Continue? [y/N] '))) throw new Declined('Canceled: nothing was changed.');
  };
}

function print({ result, text, negative }: Outcome, json: boolean, output: ProgramOutput): number {
  output.out(`${json ? JSON.stringify(result) : text}\n`);
  return negative === true ? exitCodes.negative : exitCodes.done;
}

/** Says in a sentence what went wrong. */
function explain(error: unknown, output: ProgramOutput): number {
  // It has printed its message already; asking for help is no error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  const message = error instanceof Error ? error.message : String(error);
  output.error(`posthorn: ${message}\n`);
  // A command waits for no engine: it fails at once, and may be run again.
  if (error instanceof StartRefused && error.code === 'engine-away') return exitCodes.unavailable;
  return expected.find(({ kinds }) => kinds.some((kind) => error instanceof kind))?.exitCode ?? exitCodes.failed;
}
