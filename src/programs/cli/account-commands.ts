import type { Command } from 'commander';
import {
  irreversible,
  type IrreversibleOptions,
  type JsonOption,
  type Run,
  withConfirmation,
  withJson,
  wouldDo,
} from './shared/command.js';
import { createKey, type CreateKeyOptions, rotateMaster } from './keys.js';
import { createTeam, listTeams, showTeam } from './teams.js';
import type { CreateUserOptions } from './users.js';

type OnInstallation = Run['onInstallation'];

/** With what hashes passwords and reads addresses, which few commands need. */
const usersCommands = () => import('./users.js');

/** `posthorn teams …`, `posthorn keys …` and `posthorn users …` */
export function addAccounts(program: Command, run: Run): void {
  addTeamsAndKeys(program, run.onInstallation);
  addUsers(program, run);
}

function addTeamsAndKeys(program: Command, run: OnInstallation): void {
  const teams = program.command('teams').description('manage teams');
  withJson(teams.command('create'))
    .description('create a team and print its id; beside a running server')
    .argument('<name>', 'what people call it')
    .action((name: string, options: JsonOption) => run((config) => createTeam(config, name), options));

  withJson(teams.command('list'))
    .description('every team of the installation; beside a running server, and without one')
    .action((options: JsonOption) => run(listTeams, options));
  withJson(teams.command('show'))
    .description('a team and how many people are in it')
    .argument('<id>', 'of the team')
    .action((id: string, options: JsonOption) => run((config) => showTeam(config, id), options));

  const keys = program.command('keys').description('API keys');
  withJson(keys.command('create'))
    .description('create an API key and print it, this once; beside a running server')
    .option('--team <id>', 'whose key it is (default: the first team)')
    .option('--name <name>', 'what people call it', 'CLI')
    .option('--sending', 'it may send and do nothing else')
    .option('--reading', 'it may read everything but secrets, and change nothing')
    .option('--expires <time>', 'from then on it opens nothing (ISO 8601, such as 2027-01-31T00:00:00Z)')
    .option('--domain <id|name>', 'with --sending: the one domain that it may send from')
    .action((options: CreateKeyOptions & JsonOption) => run((config) => createKey(config, options), options));
  withJson(keys.command('rotate-master'))
    .description('wrap the vault with MASTER_KEY instead of OTHER_MASTER_KEY; beside running servers that know both')
    .action((options: JsonOption) => run(rotateMaster, options));
}

function addUsers(program: Command, { onInstallation: run, confirm }: Run): void {
  const users = program.command('users').description('people who sign in to the dashboard; beside a running server');
  withJson(users.command('create'))
    .description('create a person, and print a link with which they choose a password')
    .argument('<address>', 'where email reaches them')
    .option('--name <name>', 'what people call them (default: the address)')
    .option('--team <id>', 'the team that they join (default: the first team)')
    .option('--role <role>', 'admin, member or read-only', 'admin')
    .action((address: string, options: CreateUserOptions & JsonOption) =>
      run(async (config) => (await usersCommands()).createUser(config, address, options), options),
    );
  withJson(users.command('list'))
    .description('list the people of a team')
    .option('--team <id>', 'which (default: the first team)')
    .action((options: { readonly team?: string } & JsonOption) =>
      run(async (config) => (await usersCommands()).listUsers(config, options.team), options),
    );
  withConfirmation(withJson(users.command('reset')))
    .description('print a link with which a person chooses another password')
    .argument('<address>', 'of the person')
    .option('--remove-factors', 'first remove passkeys, authenticator app and recovery codes: all of them are lost')
    .action((address: string, options: { readonly removeFactors?: boolean } & IrreversibleOptions & JsonOption) =>
      run(async (config) => {
        const isRemoved = options.removeFactors === true;
        const work = async () => (await usersCommands()).resetUser(config, address, isRemoved);
        const factors = isRemoved ? ', after passkeys, authenticator app, recovery codes and password are removed' : '';
        const preview = async () => wouldDo(`Print a link to set a password${factors}.`);
        // A link alone changes nothing until it is used.
        return isRemoved || options.dryRun === true ? irreversible(confirm, options, preview, work) : work();
      }, options),
    );
  withJson(users.command('vouch'))
    .description('say that an address is the person’s own, where no email can prove it')
    .argument('<address>', 'of the person')
    .action((address: string, options: JsonOption) =>
      run(async (config) => (await usersCommands()).vouchForUser(config, address), options),
    );
  withJson(users.command('disable'))
    .description('end every session of a person and let them sign in no more')
    .argument('<address>', 'of the person')
    .option('--undo', 'let them sign in again')
    .action((address: string, options: { readonly undo?: boolean } & JsonOption) =>
      run(async (config) => (await usersCommands()).disableUser(config, address, options.undo === true), options),
    );
  withJson(users.command('sessions'))
    .description('list the sessions of a person, from the log')
    .argument('<address>', 'of the person')
    .option('--end', 'end all of them')
    .action((address: string, options: { readonly end?: boolean } & JsonOption) =>
      run(async (config) => (await usersCommands()).userSessions(config, address, options.end === true), options),
    );
}
