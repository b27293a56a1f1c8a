import type { Command } from 'commander';
import type { Config } from '../../../infrastructure/config/config.js';
import type { Settings } from '../../../infrastructure/config/load.js';
import type { Outcome } from './outcome.js';

/** Runs commands, prints what they answer and sets the exit code. */
export interface Run {
  /** A command that looks after the installation of the folder. */
  onInstallation(command: (config: Config) => Promise<Outcome>, options: JsonOption): Promise<void>;
  /** A command that asks a server: its folder needs no installation, and no configuration of one. */
  asClient(command: (settings: Settings) => Promise<Outcome>, options: JsonOption): Promise<void>;
  /** Throws where the operator does not agree to what cannot be undone. */
  readonly confirm: Confirm;
}

/**
 * Shows what would happen and asks on the terminal. Throws `Declined` where the answer is no, and `Misused` where there
 * is no terminal.
 */
export type Confirm = (preview: () => Promise<Outcome>) => Promise<void>;

export interface JsonOption {
  readonly json?: boolean;
}

export interface IrreversibleOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

export function withJson(command: Command): Command {
  return command.option('--json', 'print only the result, as JSON, on stdout');
}

export function withConfirmation(command: Command): Command {
  return command
    .option('--dry-run', 'show the effects without changing anything')
    .option('--yes', 'do not ask for confirmation; required if there is no terminal');
}

/** What cannot be undone: shown with `--dry-run`, done with `--yes`, and otherwise asked about. */
export async function irreversible(
  confirm: Confirm,
  { dryRun, yes }: IrreversibleOptions,
  preview: () => Promise<Outcome>,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  if (dryRun === true) return preview();
  if (yes !== true) await confirm(preview);
  return work();
}

/** What `--dry-run` answers. */
export function wouldDo(text: string, result: object = {}): Outcome {
  return { result: { dryRun: true, ...result, would: text }, text };
}
