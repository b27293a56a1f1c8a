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
    .description('broadcasts, with their results and schedules; the server can be running or stopped');
  withJson(broadcasts.command('verify'))
    .description('count every recipient of a broadcast from the log, and name missing recipients (exit code 1)')
    .argument('<id>', 'ID of the broadcast')
    .action((id: string, options: JsonOption) =>
      run(async (config) => (await import('./broadcasts.js')).verifyBroadcast(config, id), options),
    );
  withJson(broadcasts.command('why'))
    .description('explain why a person did or did not get a broadcast, with each event')
    .argument('<id>', 'ID of the broadcast')
    .argument('<address>', 'address of the person')
    .option('--team <id>', 'team of the broadcast (default: the first team)')
    .action((id: string, address: string, options: { readonly team?: string } & JsonOption) =>
      run(async (config) => (await import('./broadcasts.js')).whyBroadcast(config, id, address, options), options),
    );
  for (const [step, says] of [
    [
      'cancel',
      'cancel a broadcast; a scheduled broadcast becomes a draft again, and a broadcast that is being sent ends',
    ],
    ['pause', 'pause a broadcast; no further email is created until you resume it'],
    ['resume', 'resume a paused broadcast'],
  ] as const) {
    const command = withJson(broadcasts.command(step)).description(says);
    if (step === 'cancel') withConfirmation(command);
    command.argument('<id>', 'ID of the broadcast').action((id: string, options: IrreversibleOptions & JsonOption) =>
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
    .description('unfinished broadcasts, imports, and exports; the server can be running or stopped');
  withJson(jobs.command('list'))
    .description('list all unfinished jobs from the log, oldest first')
    .action((options: JsonOption) => run(async (config) => (await jobsCommands()).showJobs(config), options));
  withConfirmation(withJson(jobs.command('stop')))
    .description('end a job permanently, even if it prevents the server from running')
    .argument('<id>', 'ID of the job in `posthorn jobs list`')
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
    .description('stop an import; imported rows remain; the server can be running or stopped')
    .argument('<id>', 'ID of the import')
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
    .description(
      'show the name and the filter of a segment without evaluating the filter; the server can be running or stopped',
    )
    .argument('<id>', 'ID of the segment')
    .action((id: string, options: JsonOption) =>
      run(async (config) => (await jobsCommands()).showSegment(config, id), options),
    );
}

/** `posthorn insights` */
export function addInsights(program: Command, run: Run['onInstallation']): void {
  withJson(program.command('insights'))
    .description(
      'report problems that can keep an email from the inbox, with their solutions; the server can keep running',
    )
    .argument('<id>', 'ID of the email')
    .action((id: string, options: JsonOption) =>
      run(async (config) => (await import('./insights.js')).insightsOf(config, id), options),
    );
}

/** `posthorn metrics …` */
export function addMetrics(program: Command, run: Run['onInstallation']): void {
  const metrics = program.command('metrics').description('rules for opens and clicks; the server can keep running');
  withJson(metrics.command('rejudge'))
    .description(
      'compare the recorded opens and clicks with the result of another version of the rules; changes nothing',
    )
    .option('--rules <version>', 'version of the rules (default: the version that the server uses)')
    .option('--since <time>', 'only hits since this time (ISO 8601 with a zone)')
    .option('--out <file>', 'CSV file to write, with each hit and both classifications')
    .action((options: RejudgeOptions & JsonOption) =>
      run(async (config) => (await import('./rejudge.js')).rejudgeHits(config, options), options),
    );
}
