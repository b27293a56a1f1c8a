import type { Command } from 'commander';
import { type JsonOption, type Run, withJson } from './shared/command.js';
import { type AttemptsOptions, listAttempts } from './webhook-attempts.js';
import { listEndpoints, type ReplayOptions, replayWebhook } from './webhooks.js';

/** `posthorn webhooks …` */
export function addWebhooks(program: Command, run: Run['onInstallation']): void {
  const webhooks = program.command('webhooks').description('webhook endpoints; the server can keep running');
  withJson(webhooks.command('list'))
    .description('list webhook endpoints and their state')
    .option('--team <id>', 'team (default: all teams)')
    .action((options: JsonOption & { readonly team?: string }) =>
      run((config) => listEndpoints(config, options), options),
    );
  withJson(webhooks.command('attempts'))
    .description('list the requests to an endpoint, newest first')
    .argument('<id>', 'ID of the endpoint')
    .option('--message <id>', 'requests with this message: msg_…')
    .option('--email <id>', 'requests with messages about this email')
    .option('--status <status>', 'response status, such as 503 or 5xx; none: no response')
    .option('--limit <number>', 'maximum number of rows', '20')
    .action((id: string, options: AttemptsOptions & JsonOption) =>
      run((config) => listAttempts(config, id, options), options),
    );
  withJson(webhooks.command('replay'))
    .description('send messages again with their original IDs, and print the ID of the replay')
    .argument('<id>', 'ID of the endpoint')
    .option('--message <id>', 'send this message: msg_…')
    .option('--failed-since <time>', 'send the failed messages of events since this time (ISO 8601 with a zone)')
    .option(
      '--since <time>',
      'send the messages of all events since this time to which the endpoint is subscribed, even if they were sent before',
    )
    .option('--type <type...>', 'with --since: only events of these types')
    .action((id: string, options: ReplayOptions & JsonOption) =>
      run((config) => replayWebhook(config, id, options), options),
    );
}
