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
  const queue = program.command('queue').description('waiting email; the server can keep running');
  const mx = '--mx <set>';
  const mxHelp = 'MX set, as shown by `posthorn queue list`';
  const destination = '--destination <domain>';
  const destinationHelp = 'domain of the recipients';
  withJson(queue.command('list'))
    .description('list waiting email by recipient domain, with the last reply and the pauses')
    .action((options: JsonOption) => run(showQueue, options));
  withJson(queue.command('pause'))
    .description('pause delivery to a receiver; every process stops within a second')
    .option(mx, mxHelp)
    .option(destination, destinationHelp)
    .requiredOption('--reason <text>', 'reason; it is stored in the log')
    .option('--until <time>', 'end of the pause (ISO 8601 with a zone; default: until `posthorn queue resume`)')
    .action((options: PauseOptions & JsonOption) => run((config) => pauseQueue(config, options), options));
  withJson(queue.command('resume'))
    .description('resume delivery to a receiver')
    .option(mx, mxHelp)
    .option(destination, destinationHelp)
    .option('--reason <text>', 'reason; it is stored in the log')
    .action((options: TargetOptions & { readonly reason?: string } & JsonOption) =>
      run((config) => resumeQueue(config, options), options),
    );
  for (const [what, says] of [
    ['retry', 'retry waiting email now; with --email, also retry recipients with an unknown outcome'],
    ['drop', 'drop waiting email, which is then never sent'],
  ] as const) {
    const command = withJson(queue.command(what)).description(says);
    if (what === 'drop') withConfirmation(command);
    command
      .option(mx, mxHelp)
      .option(destination, destinationHelp)
      .option('--email <id>', 'ID of an email')
      .requiredOption('--reason <text>', 'reason; it is stored in the log')
      .action((options: SelectionOptions & { readonly reason: string } & IrreversibleOptions & JsonOption) =>
        run((config) => {
          const work = () => moveQueue(config, what, options);
          return what === 'retry' ? work() : irreversible(confirm, options, () => previewDrop(config, options), work);
        }, options),
      );
  }
}
