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
    .description('templates of a running server, and the components that they are made from')
    .addHelpText('after', serverHelp);
  withServer(templates.command('list'))
    .description('the templates of the team, newest first')
    .action((options: ServerOptions & JsonOption) =>
      run(async (settings) => (await client()).listTemplates(settings, options), options),
    );
  withServer(templates.command('pull'))
    .description('write each template to three files: html, text, and json for the rest')
    .argument('[folder]', 'where to', 'templates')
    .option('--only <alias...>', 'these only')
    .option('--draft', 'the draft, and not the version that is sent')
    .action((folder: string, options: PullOptions & JsonOption) =>
      run(async (settings) => (await client()).pullTemplates(settings, folder, options), options),
    );
  withComponents(templates.command('push'))
    .description('render the components of a folder, show what changes, and make them the drafts of templates')
    .option('--publish', 'they are what is sent from now on')
    .action((folder: string, options: PushOptions & JsonOption) =>
      run(async (settings) => (await components()).pushTemplates(settings, folder, options), options),
    );
  withComponents(templates.command('diff'))
    .description('what is sent against what the components of a folder render; exit code 1 where they differ')
    .action((folder: string, options: DiffOptions & JsonOption) =>
      run(async (settings) => (await components()).diffTemplates(settings, folder, options), options),
    );
}

function withComponents(command: Command): Command {
  return withServer(command)
    .argument('[folder]', 'of React Email components', 'emails')
    .option('--only <name...>', 'files of these names only, without their extensions');
}
