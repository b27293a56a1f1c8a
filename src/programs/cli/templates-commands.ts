import type { Command } from 'commander';
import type { JsonOption, Run } from './shared/command.js';
import { type ServerOptions, serverHelp, withServerOptions as withServer } from './api/server-options.js';
import type { PullOptions } from './templates.js';
import type { DiffOptions, PushOptions } from './templates-push.js';

const client = () => import('./templates.js');
const components = () => import('./templates-push.js');

/** `posthorn templates …`, which needs a server and no installation. */
export function addTemplates(program: Command, run: Run['asClient']): void {
  const templates = program
    .command('templates')
    .description('templates of a running server, and their components')
    .addHelpText('after', serverHelp);
  withServer(templates.command('list'))
    .description('list the templates of the team, newest first')
    .action((options: ServerOptions & JsonOption) =>
      run(async (settings) => (await client()).listTemplates(settings, options), options),
    );
  withServer(templates.command('pull'))
    .description('write each template to three files: HTML, text, and JSON for all other fields')
    .argument('[folder]', 'target folder', 'templates')
    .option('--only <alias...>', 'only the templates with these aliases')
    .option('--draft', 'write the draft instead of the published version')
    .action((folder: string, options: PullOptions & JsonOption) =>
      run(async (settings) => (await client()).pullTemplates(settings, folder, options), options),
    );
  withComponents(templates.command('push'))
    .description('render the components in a folder, show the changes, and save the results as drafts of templates')
    .option('--publish', 'also publish the drafts')
    .action((folder: string, options: PushOptions & JsonOption) =>
      run(async (settings) => (await components()).pushTemplates(settings, folder, options), options),
    );
  withComponents(templates.command('diff'))
    .description('compare the published templates with the rendered components in a folder; exit code 1 if they differ')
    .action((folder: string, options: DiffOptions & JsonOption) =>
      run(async (settings) => (await components()).diffTemplates(settings, folder, options), options),
    );
}

function withComponents(command: Command): Command {
  return withServer(command)
    .argument('[folder]', 'folder with React Email components', 'emails')
    .option('--only <name...>', 'only files with these names, without extensions');
}
