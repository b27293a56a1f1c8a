import type { Command } from 'commander';
import type { ServerOptions } from './api/server-options.js';
import { serverHelp, withServerOptions } from './api/server-options.js';
import { type JsonOption, type Run, withJson } from './shared/command.js';
import { doctor, type DoctorOptions } from './doctor.js';
import type { LogsExportOptions } from './logs-export.js';
import { flagsOf } from './operations/request.js';
import type { ListCommand, ResourceCommands } from './operations/resource-command.js';
import { resourceCommands } from './operations/resources.js';
import type { SendOptions } from './send.js';

/** `serve`, and what tells how the server is. */
export function addServer(program: Command, { onInstallation, asClient }: Run): void {
  program
    .command('serve')
    .description('run the server until a signal ends it, like npm start')
    .action(async () => (await import('./serve.js')).serve());
  withJson(program.command('status'))
    .description(
      'show the state of the installation on one screen: server, delivery, queue, certificate, teams; changes nothing',
    )
    .action((options: JsonOption) =>
      onInstallation(async (config) => (await import('./status.js')).status(config), options),
    );
  withJson(program.command('doctor'))
    .description('report the problems of this installation with their solutions; changes nothing')
    .option('--all', 'also print notes and figures')
    .option('--deep', 'read the database files completely and check their structure')
    .action((options: DoctorOptions & JsonOption) => onInstallation((config) => doctor(config, options), options));
  withJson(program.command('config'))
    .description('show the current settings and their sources; secrets are not shown')
    .option('--all', 'also show settings with their default value')
    .action((options: JsonOption & { readonly all?: boolean }) =>
      asClient(async (settings) => (await import('./show-config.js')).showConfig(settings, options), options),
    );
}

/** `send`, `lookup` and `logs export`: several operations of the API together. */
export function addClients(program: Command, { asClient }: Run): void {
  const fields = (named('emails').commands.find(({ name }) => name === 'send')?.fields ?? []).filter(
    ({ name }) => name !== 'scheduled_at',
  );
  const send = withServerOptions(program.command('send'))
    .description('send an email and wait for its result; exit code 1 if it is not delivered')
    .option('--test', 'send a test email from a verified domain; without --to, it stays on the server');
  for (const field of fields) send.option(flagsOf(field), field.says);
  send
    .option('--data <file>', 'JSON file with the complete body (- for stdin); options take precedence over it')
    .option('--wait <seconds>', 'maximum time to wait for the result', '60')
    .addHelpText('after', serverHelp)
    .action((options: SendOptions & JsonOption) =>
      asClient(async (settings) => (await import('./send.js')).send(settings, fields, options), options),
    );
  withServerOptions(program.command('lookup'))
    .description('show the contact, the suppression, and the newest emails of an address in one team')
    .argument('<address>', 'email address')
    .action((address: string, options: ServerOptions & JsonOption) =>
      asClient(async (settings) => (await import('./lookup.js')).lookUp(settings, address, options), options),
    );
  addLogsExport(program, asClient);
}

function addLogsExport(program: Command, asClient: Run['asClient']): void {
  const { list } = named('logs');
  const group = program.commands.find((command) => command.name() === 'logs');
  if (list === undefined || group === undefined) throw new Error('there are no commands for logs');
  const command = withServerOptions(group.command('export')).description('write API requests to a file, newest first');
  for (const field of filtersOf(list)) command.option(flagsOf(field), field.says);
  command
    .option('--out <file>', 'file to write; an existing file is not overwritten')
    .option('--format <format>', 'ndjson or csv', 'ndjson')
    .action((options: LogsExportOptions & JsonOption) =>
      asClient(async (settings) => (await import('./logs-export.js')).exportLogs(settings, list, options), options),
    );
}

const filtersOf = ({ filters = [] }: ListCommand) => filters;

function named(name: string): ResourceCommands {
  const found = resourceCommands.find((resource) => resource.name === name);
  if (found === undefined) throw new Error(`there are no commands for ${name}`);
  return found;
}
