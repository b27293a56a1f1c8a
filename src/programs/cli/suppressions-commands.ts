import type { Command } from 'commander';
import { withServerOptions } from './api/server-options.js';
import { type JsonOption, type Run, withJson } from './shared/command.js';
import type { RejudgeListOptions } from './rejudge-suppressions.js';
import type { ImportOptions } from './suppressions-import.js';

/** `posthorn suppressions …` */
export function addSuppressions(program: Command, run: Run): void {
  const suppressions = program.command('suppressions').description('addresses that nothing is sent to');
  withJson(suppressions.command('rejudge'))
    .description('find addresses that today’s rules would not suppress after a bounce; beside a running server')
    .option('--team <id>', 'in which team (default: in all)')
    .option('--yes', 'remove them from the suppression list (default: change nothing)')
    .action((options: RejudgeListOptions & JsonOption) =>
      run.onInstallation(
        async (config) => (await import('./rejudge-suppressions.js')).rejudgeList(config, options),
        options,
      ),
    );
  withServerOptions(suppressions.command('import'))
    .description('import the suppression lists of another service into a running server')
    .argument('<file...>', 'its exports: JSON, JSON lines or CSV')
    .option('--as <reason>', 'bounce, complaint, unsubscribe or manual (default: as the export says)')
    .option('--dry-run', 'show what would be imported, and change nothing')
    .action((files: string[], options: ImportOptions & JsonOption) =>
      run.asClient(
        async (settings) => (await import('./suppressions-import.js')).importSuppressions(settings, files, options),
        options,
      ),
    );
}
