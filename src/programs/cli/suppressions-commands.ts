import type { Command } from 'commander';
import { withServerOptions } from './api/server-options.js';
import { type JsonOption, type Run, withJson } from './shared/command.js';
import type { RejudgeListOptions } from './rejudge-suppressions.js';
import type { ImportOptions } from './suppressions-import.js';

/** `posthorn suppressions …` */
export function addSuppressions(program: Command, run: Run): void {
  const suppressions = program.command('suppressions').description('suppressed addresses');
  withJson(suppressions.command('rejudge'))
    .description('find suppressed addresses that the current rules would not suppress; the server can keep running')
    .option('--team <id>', 'team (default: all teams)')
    .option('--yes', 'remove these addresses from the suppression list (default: change nothing)')
    .action((options: RejudgeListOptions & JsonOption) =>
      run.onInstallation(
        async (config) => (await import('./rejudge-suppressions.js')).rejudgeList(config, options),
        options,
      ),
    );
  withServerOptions(suppressions.command('import'))
    .description('import the suppression lists of another service into a running server')
    .argument('<file...>', 'files that the other service exported: JSON, JSON lines, or CSV')
    .option('--as <reason>', 'reason: bounce, complaint, unsubscribe, or manual (default: the reason in the export)')
    .option('--dry-run', 'show which addresses would be imported, without changing anything')
    .action((files: string[], options: ImportOptions & JsonOption) =>
      run.asClient(
        async (settings) => (await import('./suppressions-import.js')).importSuppressions(settings, files, options),
        options,
      ),
    );
}
