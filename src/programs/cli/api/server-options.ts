import type { Command } from 'commander';
import { withJson } from '../shared/command.js';

/** Who is asked; the rest is in `POSTHORN_URL` and `POSTHORN_KEY`, or in the data folder. */
export interface ServerOptions {
  readonly url?: string;
  readonly keyFile?: string;
  readonly team?: string;
}

export const serverHelp = `
Asks a running server: that of POSTHORN_URL and POSTHORN_KEY, from the environment or .env, or without them
the one that runs on DATA_DIR, as its operator.`;

/** Options of every command that asks a server. */
export function withServerOptions(command: Command): Command {
  return withJson(command)
    .option('--url <url>', 'URL of the server (default: POSTHORN_URL, or the server that runs on DATA_DIR)')
    .option(
      '--key-file <file>',
      'file with the API key (default: POSTHORN_KEY, or a key that is derived from DATA_DIR)',
    )
    .option('--team <id>', 'team, if no API key is given (default: the first team)');
}
