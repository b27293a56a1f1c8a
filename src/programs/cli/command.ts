import type { Command } from 'commander';
import type { Config } from '../../infrastructure/config/config.js';
import type { Settings } from '../../infrastructure/config/load.js';
import type { Outcome } from './outcome.js';

/** Runs commands, prints what they answer and sets the exit code. */
export interface Run {
  /** A command that looks after the installation of the folder. */
  onInstallation(command: (config: Config) => Promise<Outcome>, options: JsonOption): Promise<void>;
  /** A command that asks a server: its folder needs no installation, and no configuration of one. */
  asClient(command: (settings: Settings) => Promise<Outcome>, options: JsonOption): Promise<void>;
}

export interface JsonOption {
  readonly json?: boolean;
}

export function withJson(command: Command): Command {
  return command.option('--json', 'print the result as JSON, and nothing else, on stdout');
}
