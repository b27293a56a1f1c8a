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

const placeHelp = 'embedded:<folder>, or engines: for those that EVENTSTOREDB_URL and MONGODB_URL name';

/** Every command of `posthorn`. It throws commander's errors instead of ending the process. */
export function createProgram(runs: Run, { out, error }: ProgramOutput): Command {
  const { onInstallation: run, asClient, confirm } = runs;
  const program = new Command('posthorn')
    // Before the commands, which take it over.
    .configureOutput({ writeOut: out, writeErr: error, outputError: (text, write) => write(usageError(text)) })
    .description('Looks after the Posthorn installation in DATA_DIR, or on the shared engines.')
    .addHelpText('after', exitCodeHelp)
    .version(programVersion, '--version', 'print the version of Posthorn')
    // Options behind the name of a command are that one's, not those of the command above it.
    .enablePositionalOptions()
    .exitOverride();

  addServer(program, runs);
  addAccounts(program, runs);

  const dns = program.command('dns').description('the DNS records of a domain that email is sent from');
  withJson(dns.command('zone'))
    .description('print them as a zone file; asks no name server; beside a running server')
    .argument('<domain>', 'its name')
    .action((name: string, options: JsonOption) => run((config) => printZone(config, name), options));
  withJson(dns.command('check'))
    .description('ask the DNS for each and say what is wrong; exit code 1 where a needed one is not there')
    .argument('<domain>', 'its name')
    .action((name: string, options: JsonOption) => run((config) => checkDns(config, name), options));

  const dkim = program.command('dkim').description('the keys that sign email');
  withJson(dkim.command('rotate'))
    .description('let the spare key of a domain sign, once DNS shows it; beside a running server')
    .argument('<domain>', 'its name')
    .action((domain: string, options: JsonOption) => run((config) => rotateDkim(config, domain), options));

  addQueue(program, runs);
  addWebhooks(program, run);
  addTemplates(program, asClient);
  addMetrics(program, run);
  addJobs(program, runs);
  addSuppressions(program, runs);

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
  addBroadcasts(program, runs);
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

  withConfirmation(withJson(program.command('erase')))
    .description('permanently erase a person from all emails, or whole emails; beside a running server')
    .argument('[address]', 'of the person, in every email')
    .option('--email <id...>', 'whole emails instead')
    .action((address: string | undefined, options: JsonOption & EraseOptions) =>
      run(async (config) => {
        // With what reads addresses, which no other command needs and which is slow to load.
        const { erase, previewErase } = await import('./erase.js');
        const preview = () => previewErase(config, address, options.email);
        return irreversible(confirm, options, preview, () => erase(config, address, options.email));
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
    .option('--check', 'take none: read every byte of the one in these folders')
    .action(({ check, ...options }: JsonOption & BackupFolders & { readonly check?: boolean }) =>
      run((config) => (check === true ? checkBackup : backup)(config, options), options),
    );

  withBackup(withJson(program.command('restore')))
    .description('put a backup in place; the server must be stopped, and delivery is held until resume')
    .option('--replace', 'move aside what lies in DATA_DIR')
    .option('--destroyed <file...>', 'further copies of destroyed-keys.log: what they name stays destroyed')
    .action((options: JsonOption & RestoreOptions) => run((config) => restore(config, options), options));

  withConfirmation(withJson(program.command('migrate')))
    .description('copy the whole installation to other engines, where it goes on; every server must be stopped')
    .requiredOption('--from <place>', placeHelp)
    .requiredOption('--to <place>', 'the same; empty, or what an interrupted migrate has left there')
    .action((options: MigrateOptions & IrreversibleOptions & JsonOption) =>
      run(async (config) => {
        const { migrate, previewMigrate } = await import('./migrate.js');
        const preview = () => previewMigrate(config, options);
        return irreversible(confirm, options, preview, () => migrate(config, options));
      }, options),
    );

  withJson(program.command('hold'))
    .description('after engines were put back from a copy: send nothing until resume; every server must be stopped')
    .action((options: JsonOption) => run(hold, options));
  const decision = 'send, cancel, or <id>=send and <id>=cancel; what is not named waits on';
  withJson(program.command('resume'))
    .description('resume delivery after a restore, and decide about what was unfinished; beside a running server')
    .option('--broadcasts <decision...>', decision)
    .option('--imports <decision...>', decision)
    .option('--confirmations <decision...>', `${decision} (emails that confirm a sign-up by a form)`)
    .option('--emails <decision...>', decision)
    .action((options: JsonOption & ResumeOptions) => run((config) => resume(config, options), options));
  addOperations(program, runs);
  addClients(program, runs);
  addHelp(program, { out, error });
  return program;
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
    .requiredOption('--log <folder>', 'of the copy of the log')
    .requiredOption('--vault <folder>', 'of the copy of keys and bodies, kept apart from it');
}

/** `completion` and `man`, made from the commands that there are. */
function addHelp(program: Command, { out }: ProgramOutput): void {
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
