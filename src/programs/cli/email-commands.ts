import type { Command } from 'commander';
import { type JsonOption, type Run, withJson } from './command.js';
import type { RejudgeOptions } from './rejudge.js';

/** `posthorn broadcasts …` */
export function addBroadcasts(program: Command, run: Run['onInstallation']): void {
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
