import type { Command } from 'commander';
import { type JsonOption, type Run, withJson } from './shared/command.js';
import { type AttemptsOptions, listAttempts } from './webhook-attempts.js';
import { listEndpoints, type ReplayOptions, replayWebhook } from './webhooks.js';

/** `posthorn webhooks …` */
export function addWebhooks(program: Command, run: Run['onInstallation']): void {
  const webhooks = program
    .command('webhooks')
    .description('endpoints that are sent what happens; all beside a running server');
  withJson(webhooks.command('list'))
    .description('webhook endpoints and their state')
    .option('--team <id>', 'of this team (default: of all)')
    .action((options: JsonOption & { readonly team?: string }) =>
      run((config) => listEndpoints(config, options), options),
    );
  withJson(webhooks.command('attempts'))
    .description('the requests to an endpoint, newest first')
    .argument('<id>', 'of the endpoint')
    .option('--message <id>', 'at this message: msg_…')
    .option('--email <id>', 'at all messages about this email')
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
