import { Argument, Command } from 'commander';
import type { ActivityOptions } from './activity.js';
import { addAccounts } from './account-commands.js';
import { addAudit } from './audit-commands.js';
import { backup, type BackupFolders } from './backup.js';
import { checkBackup } from './check-backup.js';
import type { SheetOptions } from './consent.js';
import {
  irreversible,
  type IrreversibleOptions,
  type JsonOption,
  type Run,
  withConfirmation,
  withJson,
} from './shared/command.js';
import { addConsent } from './consent-commands.js';
import { checkDns, printZone } from './dns.js';
import { rotateDkim } from './dkim.js';
import type { EraseOptions } from './erase.js';
import { addBroadcasts, addInsights, addJobs, addMetrics } from './email-commands.js';
import type { MigrateOptions } from './migrate.js';
import { exitCodeMeanings, manualOf } from './help/manual.js';
import { hold } from './hold.js';
import { addOperations } from './operations/operation-commands.js';
import { exitCodes, type ProgramOutput } from './shared/outcome.js';
import { addClients, addServer } from './server-commands.js';
import { programVersion } from '../manifest.js';
import { addQueue } from './queue-commands.js';
import { compare, replay } from './replay.js';
import { restore, type RestoreOptions } from './restore.js';
import { resume, type ResumeOptions } from './resume.js';
import { addSuppressions } from './suppressions-commands.js';
import { addTemplates } from './templates-commands.js';
import { addWebhooks } from './webhooks-commands.js';
import { type VerifyOptions, verify } from './verify.js';
import { completionFor, shells, type Shell } from './help/completion.js';
import { treeOf } from './help/tree.js';

const exitCodeHelp = `
Exit codes:
${Object.entries(exitCodeMeanings)
  .map(([name, meaning]) => `  ${String(exitCodes[name as keyof typeof exitCodes]).padEnd(3)} ${meaning}`)
  .join('\n')}
Configuration: that of the server, from the environment and .env. POSTHORN_URL and POSTHORN_KEY name another server.
Run it as node dist/bundle/cli.js <command> in the folder of Posthorn, and never by npx: that may run another package.`;

const placeHelp = 'embedded:<folder>, or engines: for the engines in EVENTSTOREDB_URL and MONGODB_URL';

/** Every command of `posthorn`. It throws commander's errors instead of ending the process. */
export function createProgram(runs: Run, { out, error }: ProgramOutput): Command {
  const { onInstallation: run, asClient } = runs;
  const program = new Command('posthorn')
    // Before the commands, which take it over.
    .configureOutput({ writeOut: out, writeErr: error, outputError: (text, write) => write(usageError(text)) })
    .description('Manages the Posthorn installation in DATA_DIR, or on the shared engines.')
    .addHelpText('after', exitCodeHelp)
    .version(programVersion, '--version', 'print the version of Posthorn')
    // Options behind the name of a command are that one's, not those of the command above it.
    .enablePositionalOptions()
    .exitOverride();

  addServer(program, runs);
  addAccounts(program, runs);

  addDns(program, run);
  addQueue(program, runs);
  addWebhooks(program, run);
  addTemplates(program, asClient);
  addMetrics(program, run);
  addJobs(program, runs);
  addSuppressions(program, runs);

  addLog(program, run);
  addAudit(program, run);
  addBroadcasts(program, runs);
  addInsights(program, run);
  addConsent(program, run);

  addActivity(program, run);
  addPeople(program, runs);
  addCopies(program, runs);
  addOperations(program, runs);
  addClients(program, runs);
  addHelp(program, { out, error });
  return program;
}

/** Records of a domain, and the keys that sign its email. */
function addDns(program: Command, run: Run['onInstallation']): void {
  const dns = program.command('dns').description('the DNS records of a sending domain');
  withJson(dns.command('zone'))
    .description('print the DNS records of a domain as a zone file, without DNS queries; the server can keep running')
    .argument('<domain>', 'the name of the domain')
    .action((name: string, options: JsonOption) => run((config) => printZone(config, name), options));
  withJson(dns.command('check'))
    .description('look up the DNS records of a domain and report problems; exit code 1 if a required record is missing')
    .argument('<domain>', 'the name of the domain')
    .action((name: string, options: JsonOption) => run((config) => checkDns(config, name), options));

  const dkim = program.command('dkim').description('DKIM keys');
  withJson(dkim.command('rotate'))
    .description('sign with the spare key of a domain if this key is published in DNS; the server can keep running')
    .argument('<domain>', 'the name of the domain')
    .action((domain: string, options: JsonOption) => run((config) => rotateDkim(config, domain), options));
}

/** What the log holds, and what is made from it. */
function addLog(program: Command, run: Run['onInstallation']): void {
  withJson(program.command('replay'))
    .description('rebuild read models from the log; the server must be stopped, unless the engines are shared')
    .argument('[projection...]', 'names of the projections (default: all projections)')
    .option('--compare', 'change nothing, and compare the read models with the log; the server can keep running')
    .action((names: string[], options: JsonOption & { readonly compare?: boolean }) =>
      run((config) => (options.compare === true ? compare(config, names) : replay(config, names)), options),
    );

  withJson(program.command('verify'))
    .description('verify every digest, chain, and seal of the log; the server can keep running')
    .option('--head', 'verify nothing, and print the head of the newest seal, so that you can publish it')
    .option(
      '--contains <head|file>',
      'a published head, or a file with it: verify that the log still contains this head',
    )
    .option('--no-record', 'do not record the result in the log')
    .action((options: VerifyOptions & JsonOption) => run((config) => verify(config, options), options));
}

/** Who changed what. */
function addActivity(program: Command, run: Run['onInstallation']): void {
  withJson(program.command('activity'))
    .description('list the changes by people, API keys, and commands, newest first; the server can keep running')
    .option('--team <id>', 'team (default: the first team)')
    .option('--search <words>', 'beginnings of words in names, IDs, and event types')
    .option('--actor <id>', 'ID of the person or API key that made the change; cli: a command; system: the server')
    .option('--kind <kind>', 'kind of the changed object: domain, webhook, suppression, apikey, team, …')
    .option('--what <type>', 'event type (DomainDeleted), or its verb (deleted)')
    .option('--resource <id>', 'ID of the changed object')
    .option('--since <time>', 'changes at or after this time (ISO 8601 with a zone, such as 2026-03-02T10:00:00Z)')
    .option('--until <time>', 'entries before this time (ISO 8601 with a zone)')
    .option('--limit <number>', 'maximum number of rows', '20')
    .action((options: ActivityOptions & JsonOption) =>
      run(async (config) => (await import('./activity.js')).listTeamActivity(config, options), options),
    );
}

/** What is kept about a person. */
function addPeople(program: Command, { onInstallation: run, confirm }: Run): void {
  withConfirmation(withJson(program.command('erase')))
    .description('permanently erase a person from all emails, or erase complete emails; the server can keep running')
    .argument('[address]', 'address of the person, who is erased from every email')
    .option('--email <id...>', 'IDs of emails to erase completely, instead of a person')
    .action((address: string | undefined, options: JsonOption & EraseOptions) =>
      run(async (config) => {
        // With what reads addresses, which no other command needs and which is slow to load.
        const { erase, previewErase } = await import('./erase.js');
        const preview = () => previewErase(config, address, options.email);
        return irreversible(confirm, options, preview, () => erase(config, address, options.email));
      }, options),
    );

  withJson(program.command('export'))
    .description('write all data that a team stores about a person to a file; the server can keep running')
    .argument('<address>', 'address of the person')
    .option('--team <id>', 'team (default: the first team)')
    .option('--out <file>', 'HTML file to write; it also contains the data as JSON')
    .action((address: string, options: SheetOptions & JsonOption) =>
      run(async (config) => (await import('./export-person.js')).exportOf(config, address, options), options),
    );
}

/** Copies of the installation, and what goes on from one. */
function addCopies(program: Command, { onInstallation: run, confirm }: Run): void {
  withBackup(withJson(program.command('backup')))
    .description('copy the log and the vault to two new folders; the server can keep running')
    .option('--check', 'take no backup, and read every byte of the backup in these folders')
    .action(({ check, ...options }: JsonOption & BackupFolders & { readonly check?: boolean }) =>
      run((config) => (check === true ? checkBackup : backup)(config, options), options),
    );

  withBackup(withJson(program.command('restore')))
    .description('restore a backup; the server must be stopped, and email waits until you run posthorn resume')
    .option('--replace', 'move the existing files in DATA_DIR aside')
    .option('--destroyed <file...>', 'further copies of destroyed-keys.log; the keys that they name stay destroyed')
    .action((options: JsonOption & RestoreOptions) => run((config) => restore(config, options), options));

  withConfirmation(withJson(program.command('migrate')))
    .description('move the whole installation to other engines; every server must be stopped')
    .requiredOption('--from <place>', placeHelp)
    .requiredOption(
      '--to <place>',
      'the target, in the same form; it must be empty, or contain an interrupted run of this command',
    )
    .action((options: MigrateOptions & IrreversibleOptions & JsonOption) =>
      run(async (config) => {
        const { migrate, previewMigrate } = await import('./migrate.js');
        const preview = () => previewMigrate(config, options);
        return irreversible(confirm, options, preview, () => migrate(config, options));
      }, options),
    );

  withJson(program.command('hold'))
    .description(
      'hold all email until you run posthorn resume, after you have restored engines from a copy; every server must be stopped',
    )
    .action((options: JsonOption) => run(hold, options));
  const decision = 'send, cancel, or a decision per ID: <id>=send, <id>=cancel; everything else continues to wait';
  withJson(program.command('resume'))
    .description('resume delivery after a restore, and decide about unfinished deliveries; the server can keep running')
    .option('--broadcasts <decision...>', decision)
    .option('--imports <decision...>', decision)
    .option('--confirmations <decision...>', `${decision} (emails that confirm a sign-up by a form)`)
    .option('--emails <decision...>', decision)
    .action((options: JsonOption & ResumeOptions) => run((config) => resume(config, options), options));
}

/** Commander's sentence on one line, with what may have been meant. */
function usageError(text: string): string {
  const [problem = '', ...hints] = text
    .trim()
    .replace(/^error: /, '')
    .split('\n');
  const hint = hints.map((line) => line.replace(/^\((.*)\)$/, '$1')).join(' ');
  const sentence = /[.?!]$/.test(problem) ? problem : `${problem}.`;
  return `posthorn: ${sentence}${hint === '' ? ' Run posthorn --help for all commands.' : ` ${hint}`}\n`;
}

function withBackup(command: Command): Command {
  return command
    .requiredOption('--log <folder>', 'folder for the copy of the log')
    .requiredOption('--vault <folder>', 'folder for the copy of the keys and bodies; keep it separate from the log');
}

/** `completion` and `man`, made from the commands that there are. */
function addHelp(program: Command, { out }: ProgramOutput): void {
  program
    .command('completion')
    .description('print the completion script for a shell')
    .addArgument(new Argument('<shell>', shells.join(', ')).choices(shells))
    .action((shell: Shell) => out(completionFor(shell, treeOf(program))));
  program
    .command('man')
    .description('print the manual page: posthorn man | man -l -')
    .action(() => out(manualOf(treeOf(program))));
}
