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
    .description('create a team and print its ID; the server can keep running')
    .argument('<name>', 'name')
    .action((name: string, options: JsonOption) => run((config) => createTeam(config, name), options));

  withJson(teams.command('list'))
    .description('list all teams of the installation; the server can be running or stopped')
    .action((options: JsonOption) => run(listTeams, options));
  withJson(teams.command('show'))
    .description('show a team and the number of its members')
    .argument('<id>', 'ID of the team')
    .action((id: string, options: JsonOption) => run((config) => showTeam(config, id), options));

  const keys = program.command('keys').description('API keys');
  withJson(keys.command('create'))
    .description('create an API key and print it once; the server can keep running')
    .option('--team <id>', 'team of the key (default: the first team)')
    .option('--name <name>', 'name', 'CLI')
    .option('--sending', 'create a key that can only send email')
    .option('--reading', 'create a key that can read everything except secrets, and change nothing')
    .option('--expires <time>', 'expiry of the key (ISO 8601, such as 2027-01-31T00:00:00Z)')
    .option('--domain <id|name>', 'with --sending: the only domain from which the key can send')
    .action((options: CreateKeyOptions & JsonOption) => run((config) => createKey(config, options), options));
  withJson(keys.command('rotate-master'))
    .description(
      'encrypt the keys in the vault with MASTER_KEY instead of OTHER_MASTER_KEY; servers that have both keys can keep running',
    )
    .action((options: JsonOption) => run(rotateMaster, options));
}

function addUsers(program: Command, { onInstallation: run, confirm }: Run): void {
  const users = program.command('users').description('dashboard users; the server can keep running');
  withJson(users.command('create'))
    .description('create a user, and print a link with which the user chooses a password')
    .argument('<address>', 'email address of the user')
    .option('--name <name>', 'name of the user (default: the address)')
    .option('--team <id>', 'team of the user (default: the first team)')
    .option('--role <role>', 'admin, member or read-only', 'admin')
    .action((address: string, options: CreateUserOptions & JsonOption) =>
      run(async (config) => (await usersCommands()).createUser(config, address, options), options),
    );
  withJson(users.command('list'))
    .description('list the users of a team')
    .option('--team <id>', 'team (default: the first team)')
    .action((options: { readonly team?: string } & JsonOption) =>
      run(async (config) => (await usersCommands()).listUsers(config, options.team), options),
    );
  withConfirmation(withJson(users.command('reset')))
    .description('print a link with which a user chooses another password')
    .argument('<address>', 'address of the person')
    .option(
      '--remove-factors',
      "first remove the user's passkeys, authenticator app, and recovery codes, because the user has lost all of them",
    )
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
    .description('confirm that an address belongs to a user, if no email can prove it')
    .argument('<address>', 'address of the person')
    .action((address: string, options: JsonOption) =>
      run(async (config) => (await usersCommands()).vouchForUser(config, address), options),
    );
  withJson(users.command('disable'))
    .description('end all sessions of a user and prevent further sign-ins')
    .argument('<address>', 'address of the person')
    .option('--undo', 'allow the user to sign in again')
    .action((address: string, options: { readonly undo?: boolean } & JsonOption) =>
      run(async (config) => (await usersCommands()).disableUser(config, address, options.undo === true), options),
    );
  withJson(users.command('sessions'))
    .description('list the sessions of a user, from the log')
    .argument('<address>', 'address of the person')
    .option('--end', 'end all sessions')
    .action((address: string, options: { readonly end?: boolean } & JsonOption) =>
      run(async (config) => (await usersCommands()).userSessions(config, address, options.end === true), options),
    );
}
