import { Argument, type Command } from 'commander';
import type { ProgramOutput } from '../shared/outcome.js';
import { completionFor, type Shell, shells } from './completion.js';
import { manualOf } from './manual.js';
import { treeOf } from './tree.js';

/** `completion` and `man`, made from the commands that there are. */
export function addHelp(program: Command, { out }: ProgramOutput): void {
  program
    .command('completion')
    .description('print the script that completes commands in a shell')
    .addArgument(new Argument('<shell>', shells.join(', ')).choices(shells))
    .action((shell: Shell) => out(completionFor(shell, treeOf(program))));
  program
    .command('man')
    .description('print the manual page: posthorn man | man -l -')
    .action(() => out(manualOf(treeOf(program))));
}
