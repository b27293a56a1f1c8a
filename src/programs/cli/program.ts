import { Command } from 'commander';
import type { ActivityOptions } from './activity.js';
import { audit, type AuditOptions } from './audit.js';
import type { AuditContactOptions } from './audit-contact.js';
import type { AuditSegmentOptions } from './audit-segment.js';
import { backup, type BackupFolders } from './backup.js';
import type { SheetOptions } from './consent.js';
import { type JsonOption, type Run, withJson } from './command.js';
import { checkDns, printZone } from './dns.js';
import { rotateDkim } from './dkim.js';
import { doctor, type DoctorOptions } from './doctor.js';
import { createKey, type CreateKeyOptions, rotateMaster } from './keys.js';
import type { MigrateOptions } from './migrate.js';
import {
  moveQueue,
  type PauseOptions,
  pauseQueue,
  resumeQueue,
  type SelectionOptions,
  showQueue,
  type TargetOptions,
} from './queue.js';
import { compare, replay } from './replay.js';
import type { RejudgeOptions } from './rejudge.js';
import { restore, type RestoreOptions } from './restore.js';
import { resume } from './resume.js';
import { createTeam } from './teams.js';
import { addTemplates } from './templates-commands.js';
import type { CreateUserOptions } from './users.js';
import { verify, type VerifyOptions } from './verify.js';
import { type AttemptsOptions, listAttempts } from './webhook-attempts.js';
import { listEndpoints, type ReplayOptions, replayWebhook } from './webhooks.js';

const exitCodeHelp = `
Exit codes: 0 done, 1 not done or a negative finding, 2 wrong usage, 78 configuration or start refused, 70 a failure of Posthorn.
Configuration: the server's own, from the environment and .env; \`templates\` asks a server, and needs none.
To call it: node dist/bundle/cli.js <command> in the folder of Posthorn; never by npx, which may run a stranger's package.`;

/** With what hashes passwords and reads addresses, which few commands need. */
const usersCommands = () => import('./users.js');

/** With what reads addresses. */
const contactCommands = () => import('./audit-contact.js');

const consentCommands = () => import('./consent.js');

const timeHelp = 'up to then, and its state then (ISO 8601 with a zone, such as 2026-03-02T10:00:00Z)';

const placeHelp = 'embedded:<folder>, or engines: for those that EVENTSTOREDB_URL and MONGODB_URL name';

type OnInstallation = Run['onInstallation'];

/** Where usage and help go. */
export interface ProgramOutput {
  out(text: string): void;
  error(text: string): void;
}

/** Every command of `posthorn`. It throws commander's errors instead of ending the process. */
export function createProgram({ onInstallation: run, asClient }: Run, { out, error }: ProgramOutput): Command {
  const program = new Command('posthorn')
    // Before the commands, which take it over.
    .configureOutput({ writeOut: out, writeErr: error })
    .description('Looks after the Posthorn installation in DATA_DIR, or on the shared engines.')
    .addHelpText('after', exitCodeHelp)
    // Options behind the name of a command are that one's, not those of the command above it.
    .enablePositionalOptions()
    .exitOverride();

  const teams = program.command('teams').description('manage teams');
  withJson(teams.command('create'))
    .description('create a team and print its id; beside a running server')
    .argument('<name>', 'what people call it')
    .action((name: string, options: JsonOption) => run((config) => createTeam(config, name), options));

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

  const users = program.command('users').description('people who sign in to the dashboard; beside a running server');
  withJson(users.command('create'))
    .description('create a person, and print a link with which they choose a password')
    .argument('<address>', 'where mail reaches them')
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
  withJson(users.command('reset'))
    .description('print a link with which a person chooses another password')
    .argument('<address>', 'of the person')
    .option('--remove-factors', 'first remove passkeys, authenticator app and recovery codes: all of them are lost')
    .action((address: string, options: { readonly removeFactors?: boolean } & JsonOption) =>
      run(
        async (config) => (await usersCommands()).resetUser(config, address, options.removeFactors === true),
        options,
      ),
    );
  withJson(users.command('vouch'))
    .description('say that an address is the person’s own, where no mail can prove it')
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

  const dns = program.command('dns').description('the DNS records of a domain that mail is sent from');
  withJson(dns.command('zone'))
    .description('print them as a zone file; asks no name server; beside a running server')
    .argument('<domain>', 'its name')
    .action((name: string, options: JsonOption) => run((config) => printZone(config, name), options));
  withJson(dns.command('check'))
    .description('ask the DNS for each and say what is wrong; exit code 1 where a needed one is not there')
    .argument('<domain>', 'its name')
    .action((name: string, options: JsonOption) => run((config) => checkDns(config, name), options));

  const dkim = program.command('dkim').description('the keys that sign mail');
  withJson(dkim.command('rotate'))
    .description('let the spare key of a domain sign, once DNS shows it; beside a running server')
    .argument('<domain>', 'its name')
    .action((domain: string, options: JsonOption) => run((config) => rotateDkim(config, domain), options));

  addQueue(program, run);
  addWebhooks(program, run);
  addTemplates(program, asClient);
  addMetrics(program, run);

  withJson(program.command('replay'))
    .description('rebuild read models from the log; the server must be stopped, unless engines are shared')
    .argument('[projection...]', 'which (default: all)')
    .option('--compare', 'change nothing: compare what is there with what the log gives, beside a running server')
    .action((names: string[], options: JsonOption & { readonly compare?: boolean }) =>
      run((config) => (options.compare === true ? compare(config, names) : replay(config, names)), options),
    );

  withJson(program.command('verify'))
    .description('recompute every digest, chain and seal of the log; beside a running server')
    .option('--head', 'verify nothing: print the head of the newest seal, to be published elsewhere')
    .option('--contains <head|file>', 'a head that was published: the log must still have it')
    .option('--no-record', 'write nothing: do not record in the log that it was verified')
    .action((options: VerifyOptions & JsonOption) => run((config) => verify(config, options), options));

  addAudit(program, run);
  addBroadcasts(program, run);
  addInsights(program, run);
  addConsent(program, run);

  withJson(program.command('activity'))
    .description('what people, API keys and commands changed, newest first; beside a running server')
    .option('--team <id>', 'in which team (default: the first team)')
    .option('--search <words>', 'beginnings of words: of names, ids, types of events')
    .option('--actor <id>', 'by this person or API key; cli: by a command; system: by the server')
    .option('--kind <kind>', 'of what was changed: domain, webhook, suppression, apikey, team, …')
    .option('--what <type>', 'the type of the event (DomainDeleted), or its verb (deleted)')
    .option('--resource <id>', 'of what was changed')
    .option('--since <time>', 'then or later (ISO 8601 with a zone, such as 2026-03-02T10:00:00Z)')
    .option('--until <time>', 'before (ISO 8601 with a zone)')
    .option('--limit <number>', 'how many at most', '20')
    .action((options: ActivityOptions & JsonOption) =>
      run(async (config) => (await import('./activity.js')).listTeamActivity(config, options), options),
    );

  withJson(program.command('erase'))
    .description('permanently erase a person from all emails, or whole emails; beside a running server')
    .argument('[address]', 'of the person, in every mail')
    .option('--email <id...>', 'whole emails instead')
    .action((address: string | undefined, options: JsonOption & { readonly email?: string[] }) =>
      run(async (config) => {
        // With what reads addresses, which no other command needs and which is slow to load.
        const { erase } = await import('./erase.js');
        return erase(config, address, options.email);
      }, options),
    );

  withJson(program.command('export'))
    .description('write what a team keeps about a person into one file; beside a running server')
    .argument('<address>', 'of the person')
    .option('--team <id>', 'which team (default: the first team)')
    .option('--out <file>', 'the HTML file to write, for people and for programs')
    .action((address: string, options: SheetOptions & JsonOption) =>
      run(async (config) => (await import('./export-person.js')).exportOf(config, address, options), options),
    );

  withBackup(withJson(program.command('backup')))
    .description('copy log and vault into two new folders; beside a running server')
    .action((options: JsonOption & BackupFolders) => run((config) => backup(config, options), options));

  withBackup(withJson(program.command('restore')))
    .description('put a backup in place; the server must be stopped, and delivery is held until resume')
    .option('--replace', 'move aside what lies in DATA_DIR')
    .option('--destroyed <file...>', 'further copies of destroyed-keys.log: what they name stays destroyed')
    .action((options: JsonOption & RestoreOptions) => run((config) => restore(config, options), options));

  withJson(program.command('migrate'))
    .description('copy the whole installation to other engines, where it goes on; every server must be stopped')
    .requiredOption('--from <place>', placeHelp)
    .requiredOption('--to <place>', 'the same; empty, or what an interrupted migrate has left there')
    .action((options: MigrateOptions & JsonOption) =>
      run(async (config) => {
        const { migrate } = await import('./migrate.js');
        return migrate(config, options);
      }, options),
    );

  withJson(program.command('resume'))
    .description('send mail again after a restore; beside a running server')
    .action((options: JsonOption) => run(resume, options));
  withJson(program.command('doctor'))
    .description(
      'what is wrong with this installation and what to do about it; changes nothing; beside a running server',
    )
    .option('--deep', 'read the database files to the end and check their structure')
    .action((options: DoctorOptions & JsonOption) => run((config) => doctor(config, options), options));

  return program;
}

function addAudit(program: Command, run: OnInstallation): void {
  const audits = withJson(program.command('audit'))
    .enablePositionalOptions()
    .description('what happened to a resource, who did it and why; beside a running server')
    .argument(
      '<id>',
      'of an email, an API key, a domain, a webhook, a team, a person, a contact, a segment, a session, an invitation or an erasure; or the full name of a stream',
    )
    .option('--at <time>', timeHelp)
    .action((id: string, options: AuditOptions & JsonOption) => run((config) => audit(config, id, options), options));
  withJson(audits.command('contact'))
    .description('what happened to the contacts that have or had an address')
    .argument('<address>', 'of the contact')
    .option('--team <id>', 'whose contact it is (default: the first team)')
    .option('--at <time>', timeHelp)
    .action((address: string, options: AuditContactOptions & JsonOption) =>
      run(async (config) => (await contactCommands()).auditContactOf(config, address, options), options),
    );
  addAuditOfSegment(audits, run);
}

function addAuditOfSegment(audits: Command, run: OnInstallation): void {
  withJson(audits.command('segment'))
    .description('who was in a segment that contacts are added to, and who joined and left')
    .argument('<id>', 'of the segment')
    .option('--at <time>', 'then, instead of now (ISO 8601 with a zone)')
    .option('--since <time>', 'who joined and left from then on')
    .option('--limit <number>', 'how many are listed; all are counted', '1000')
    .action((id: string, options: AuditSegmentOptions & JsonOption) =>
      run(async (config) => (await import('./audit-segment.js')).auditSegment(config, id, options), options),
    );
}

function addBroadcasts(program: Command, run: OnInstallation): void {
  const broadcasts = program.command('broadcasts').description('what became of a broadcast; beside a running server');
  withJson(broadcasts.command('verify'))
    .description('count from the log what became of each member, and name who is missing (then it ends with 1)')
    .argument('<id>', 'of the broadcast')
    .action((id: string, options: JsonOption) =>
      run(async (config) => (await import('./broadcasts.js')).verifyBroadcast(config, id), options),
    );
  withJson(broadcasts.command('why'))
    .description('why a person got it, or did not, with each event')
    .argument('<id>', 'of the broadcast')
    .argument('<address>', 'of the person')
    .option('--team <id>', 'whose broadcast it is (default: the first team)')
    .action((id: string, address: string, options: { readonly team?: string } & JsonOption) =>
      run(async (config) => (await import('./broadcasts.js')).whyBroadcast(config, id, address, options), options),
    );
}

function addInsights(program: Command, run: OnInstallation): void {
  withJson(program.command('insights'))
    .description('what may keep an email from the inbox, and what to do about it; beside a running server')
    .argument('<id>', 'of the email')
    .action((id: string, options: JsonOption) =>
      run(async (config) => (await import('./insights.js')).insightsOf(config, id), options),
    );
}

function addConsent(program: Command, run: OnInstallation): void {
  const consent = program.command('consent').description('what people agreed to; all beside a running server');
  withJson(consent.command('sheet'))
    .description('issue a signed sheet of each time a person subscribed or unsubscribed')
    .argument('<address>', 'of the person, also once deleted or erased')
    .option('--team <id>', 'whose contact it is (default: the first team)')
    .option('--out <file>', 'the HTML file to write, for people and for programs')
    .action((address: string, options: SheetOptions & JsonOption) =>
      run(async (config) => (await consentCommands()).consentSheet(config, address, options), options),
    );
  withJson(consent.command('verify'))
    .description('check a sheet against the log; exit code 1 where it is not proven')
    .argument('<file>', 'that `consent sheet` wrote, HTML or JSON')
    .action((file: string, options: JsonOption) =>
      run(async (config) => (await consentCommands()).verifyConsent(config, file), options),
    );
}

function addWebhooks(program: Command, run: OnInstallation): void {
  const webhooks = program
    .command('webhooks')
    .description('endpoints that are sent what happens; all beside a running server');
  withJson(webhooks.command('list'))
    .description('every endpoint, and how it stands')
    .option('--team <id>', 'of this team (default: of all)')
    .action((options: JsonOption & { readonly team?: string }) =>
      run((config) => listEndpoints(config, options), options),
    );
  withJson(webhooks.command('attempts'))
    .description('the requests to an endpoint, newest first')
    .argument('<id>', 'of the endpoint')
    .option('--message <id>', 'at this message: msg_…')
    .option('--email <id>', 'at all messages about this mail')
    .option('--status <status>', 'answered 503, 5xx, or none: no answer came')
    .option('--limit <number>', 'how many at most', '20')
    .action((id: string, options: AttemptsOptions & JsonOption) =>
      run((config) => listAttempts(config, id, options), options),
    );
  withJson(webhooks.command('replay'))
    .description('send messages again, under their ids; prints the id of the replay')
    .argument('<id>', 'of the endpoint')
    .option('--message <id>', 'this one: msg_…')
    .option('--failed-since <time>', 'those that failed, of events since then (ISO 8601 with a zone)')
    .option('--since <time>', 'everything since then that matches the endpoint, sent before or not')
    .option('--type <type...>', 'with --since: of these types only')
    .action((id: string, options: ReplayOptions & JsonOption) =>
      run((config) => replayWebhook(config, id, options), options),
    );
}

function addMetrics(program: Command, run: OnInstallation): void {
  const metrics = program.command('metrics').description('what figures are made of; beside a running server');
  withJson(metrics.command('rejudge'))
    .description('compare who opened and clicked with what another version of the rules says; changes nothing')
    .option('--rules <version>', 'the version (default: the one that judges hits as they come)')
    .option('--since <time>', 'only hits since then (ISO 8601 with a zone)')
    .option('--out <file>', 'a CSV file to write, with each hit and both judgements')
    .action((options: RejudgeOptions & JsonOption) =>
      run(async (config) => (await import('./rejudge.js')).rejudgeHits(config, options), options),
    );
}

function addQueue(program: Command, run: OnInstallation): void {
  const queue = program.command('queue').description('what waits to be sent; all beside a running server');
  const mx = '--mx <set>';
  const mxHelp = 'an MX set, as `queue list` names it';
  const destination = '--destination <domain>';
  const destinationHelp = 'the domain of recipients';
  withJson(queue.command('list'))
    .description('what waits, for whom, what the last answer was, and what is paused')
    .action((options: JsonOption) => run(showQueue, options));
  withJson(queue.command('pause'))
    .description('send nothing there; every process obeys within a second')
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
    withJson(queue.command(what))
      .description(says)
      .option(mx, mxHelp)
      .option(destination, destinationHelp)
      .option('--email <id>', 'one mail')
      .requiredOption('--reason <text>', 'why; it is kept in the log')
      .action((options: SelectionOptions & { readonly reason: string } & JsonOption) =>
        run((config) => moveQueue(config, what, options), options),
      );
  }
}

function withBackup(command: Command): Command {
  return command
    .requiredOption('--log <folder>', 'of the copy of the log')
    .requiredOption('--vault <folder>', 'of the copy of keys and bodies, kept apart from it');
}
