import type { Command } from 'commander';
import {
  irreversible,
  type IrreversibleOptions,
  type JsonOption,
  type Run,
  withConfirmation,
  withJson,
} from './shared/command.js';
import {
  moveQueue,
  type PauseOptions,
  pauseQueue,
  previewDrop,
  resumeQueue,
  type SelectionOptions,
  showQueue,
  type TargetOptions,
} from './queue.js';

/** `posthorn queue …` */
export function addQueue(program: Command, { onInstallation: run, confirm }: Run): void {
  const queue = program.command('queue').description('what waits to be sent; all beside a running server');
  const mx = '--mx <set>';
  const mxHelp = 'an MX set, as `queue list` names it';
  const destination = '--destination <domain>';
  const destinationHelp = 'the domain of recipients';
  withJson(queue.command('list'))
    .description('what waits, for whom, what the last answer was, and what is paused')
    .action((options: JsonOption) => run(showQueue, options));
  withJson(queue.command('pause'))
    .description('send nothing there; every process stops within a second')
    .option(mx, mxHelp)
    .option(destination, destinationHelp)
    .requiredOption('--reason <text>', 'why; it is kept in the log')
    .option('--until <time>', 'ISO 8601 with a zone (default: until `queue resume`)')
    .action((options: PauseOptions & JsonOption) => run((config) => pauseQueue(config, options), options));
  withJson(queue.command('resume'))
    .description('send there again')
    .option(mx, mxHelp)
    .option(destination, destinationHelp)
    .option('--reason <text>', 'why; it is kept in the log')
    .action((options: TargetOptions & { readonly reason?: string } & JsonOption) =>
      run((config) => resumeQueue(config, options), options),
    );
  for (const [what, says] of [
    ['retry', 'make what waits for another try due now; with --email also recipients whose outcome is unknown'],
    ['drop', 'give up what waits: it is never sent'],
  ] as const) {
    const command = withJson(queue.command(what)).description(says);
    if (what === 'drop') withConfirmation(command);
    command
      .option(mx, mxHelp)
      .option(destination, destinationHelp)
      .option('--email <id>', 'one email')
      .requiredOption('--reason <text>', 'why; it is kept in the log')
      .action((options: SelectionOptions & { readonly reason: string } & IrreversibleOptions & JsonOption) =>
        run((config) => {
          const work = () => moveQueue(config, what, options);
          return what === 'retry' ? work() : irreversible(confirm, options, () => previewDrop(config, options), work);
        }, options),
      );
  }
}
