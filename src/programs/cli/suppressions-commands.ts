import type { Command } from 'commander';
import { type JsonOption, type Run, withJson } from './command.js';
import type { RejudgeListOptions } from './rejudge-suppressions.js';

/** `posthorn suppressions …` */
export function addSuppressions(program: Command, run: Run['onInstallation']): void {
  const suppressions = program.command('suppressions').description('addresses that nothing is sent to');
  withJson(suppressions.command('rejudge'))
    .description('find addresses that today’s rules would not suppress after a bounce; beside a running server')
    .option('--team <id>', 'in which team (default: in all)')
    .option('--yes', 'remove them from the suppression list (default: change nothing)')
    .action((options: RejudgeListOptions & JsonOption) =>
      run(async (config) => (await import('./rejudge-suppressions.js')).rejudgeList(config, options), options),
    );
}
