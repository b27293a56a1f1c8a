import type { Command } from 'commander';
import { serverHelp, withServerOptions } from '../api/server-options.js';
import { type JsonOption, type Run, withConfirmation } from '../shared/command.js';
import { argumentsIn, flagsOf } from './request.js';
import type { ListCommand, OneCommand, ResourceCommands } from './resource-command.js';
import { resourceCommands } from './resources.js';
import type { OperationOptions } from './run-operation.js';

const running = () => import('./run-operation.js');

/** Every command over an operation of the API, beside those that read the data folder themselves. */
export function addOperations(program: Command, run: Run): void {
  for (const resource of resourceCommands) addResource(groupOf(program, resource), resource, run);
  withServerOptions(program.command('api'))
    .description('call an operation of the API and print the response')
    .argument('<method>', 'GET, POST, PATCH or DELETE')
    .argument('<path>', 'path with query, such as /emails?limit=5')
    .option('--data <file>', 'JSON file with the body (- for stdin)')
    .action((method: string, path: string, options: OperationOptions & JsonOption) =>
      run.asClient(async (settings) => (await running()).runApi(settings, method, path, options), options),
    );
}

/** The group that is there already, or a new one. */
function groupOf(program: Command, { name, says }: ResourceCommands): Command {
  const group =
    program.commands.find((command) => command.name() === name) ??
    program.command(name).addHelpText('after', serverHelp);
  return group.description(says);
}

function addResource(group: Command, { list, commands }: ResourceCommands, run: Run): void {
  if (list !== undefined) addList(group, list, run);
  for (const command of commands) addOne(group, command, run);
}

function addList(group: Command, list: ListCommand, run: Run): void {
  const command = withServerOptions(group.command('list')).description(list.says);
  for (const field of list.filters ?? []) command.option(flagsOf(field), field.says);
  command
    .option('--limit <number>', 'maximum number of rows', '20')
    .action((options: OperationOptions & JsonOption) =>
      run.asClient(async (settings) => (await running()).runList(settings, list, options), options),
    );
}

function addOne(group: Command, one: OneCommand, run: Run): void {
  const command = withServerOptions(group.command(one.name)).description(one.says);
  if (one.alias !== undefined) command.alias(one.alias);
  for (const name of argumentsIn(one.path)) command.argument(`<${name}>`, saysOf(name));
  for (const field of one.fields ?? []) command.option(flagsOf(field), field.says);
  if (one.fields !== undefined)
    command.option('--data <file>', 'JSON file with the complete body (- for stdin); options take precedence over it');
  if (one.warns !== undefined) withConfirmation(command);
  command.action((...given: unknown[]) => {
    // Commander calls with every argument, then the options, then the command.
    const values = given.slice(0, -2).map(String);
    const options = given.at(-2) as OperationOptions & JsonOption;
    return run.asClient(
      async (settings) => (await running()).runOne(settings, one, values, options, run.confirm),
      options,
    );
  });
}

const saysOf = (name: string): string => (name === 'id' ? 'ID' : `ID, address or alias of the ${name}`);
