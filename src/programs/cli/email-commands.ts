import type { Command } from 'commander';
import {
  irreversible,
  type IrreversibleOptions,
  type JsonOption,
  type Run,
  withConfirmation,
  withJson,
} from './shared/command.js';
import type { RejudgeOptions } from './rejudge.js';

/** `posthorn broadcasts …` */
export function addBroadcasts(program: Command, { onInstallation: run, confirm }: Run): void {
  const broadcasts = program
    .command('broadcasts')
    .description('what became of a broadcast, and what is to; beside a running server, and without one');
  withJson(broadcasts.command('verify'))
    .description('count each recipient from the log and name who is missing (exit code 1)')
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
  for (const [step, says] of [
    ['cancel', 'send it to no one else: a scheduled one is a draft again, one that is being sent ends'],
    ['pause', 'open no further email until it is resumed'],
    ['resume', 'let a paused one go on'],
  ] as const) {
    const command = withJson(broadcasts.command(step)).description(says);
    if (step === 'cancel') withConfirmation(command);
    command.argument('<id>', 'of the broadcast').action((id: string, options: IrreversibleOptions & JsonOption) =>
      run(async (config) => {
        const { previewStop, stepBroadcast } = await jobsCommands();
        const work = () => stepBroadcast(config, step, id);
        return step === 'cancel' ? irreversible(confirm, options, () => previewStop(config, id), work) : work();
      }, options),
    );
  }
}

const jobsCommands = () => import('./jobs.js');

/** `posthorn jobs …`, `posthorn imports …` and `posthorn segments …` */
export function addJobs(program: Command, { onInstallation: run, confirm }: Run): void {
  const jobs = program
    .command('jobs')
    .description('broadcasts, imports and exports that are not through; beside a running server, and without one');
  withJson(jobs.command('list'))
    .description('all of them, the oldest first, from the log alone')
    .action((options: JsonOption) => run(async (config) => (await jobsCommands()).showJobs(config), options));
  withConfirmation(withJson(jobs.command('stop')))
    .description('end one permanently, also one that keeps a server from running')
    .argument('<id>', 'as `jobs list` names it')
    .action((id: string, options: IrreversibleOptions & JsonOption) =>
      run(async (config) => {
        const { previewStop, stopOneJob } = await jobsCommands();
        return irreversible(
          confirm,
          options,
          () => previewStop(config, id),
          () => stopOneJob(config, id),
        );
      }, options),
    );
  withConfirmation(withJson(program.command('imports').description('imports of contacts').command('cancel')))
    .description('import no further row; what is imported stays; beside a running server, and without one')
    .argument('<id>', 'of the import')
    .action((id: string, options: IrreversibleOptions & JsonOption) =>
      run(async (config) => {
        const { cancelImport, previewStop } = await jobsCommands();
        return irreversible(
          confirm,
          options,
          () => previewStop(config, id),
          () => cancelImport(config, id),
        );
      }, options),
    );
  withJson(program.command('segments').description('segments of contacts').command('show'))
    .description('its name and its filter, as written; looks for no contact; beside a running server, and without one')
    .argument('<id>', 'of the segment')
    .action((id: string, options: JsonOption) =>
      run(async (config) => (await jobsCommands()).showSegment(config, id), options),
    );
}

/** `posthorn insights` */
export function addInsights(program: Command, run: Run['onInstallation']): void {
  withJson(program.command('insights'))
    .description('what may keep an email from the inbox, and what to do about it; beside a running server')
    .argument('<id>', 'of the email')
    .action((id: string, options: JsonOption) =>
      run(async (config) => (await import('./insights.js')).insightsOf(config, id), options),
    );
}

/** `posthorn metrics …` */
export function addMetrics(program: Command, run: Run['onInstallation']): void {
  const metrics = program.command('metrics').description('how opens and clicks are judged; beside a running server');
  withJson(metrics.command('rejudge'))
    .description('compare who opened and clicked with what another version of the rules says; changes nothing')
    .option('--rules <version>', 'the version (default: the one that judges hits as they come)')
    .option('--since <time>', 'only hits since then (ISO 8601 with a zone)')
    .option('--out <file>', 'a CSV file to write, with each hit and both judgements')
    .action((options: RejudgeOptions & JsonOption) =>
      run(async (config) => (await import('./rejudge.js')).rejudgeHits(config, options), options),
    );
}
