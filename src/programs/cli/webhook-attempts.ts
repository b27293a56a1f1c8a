import { load } from '../../application/shared/handle.js';
import { type AttemptFilter, listTeamAttempts } from '../../application/webhook/attempt-log.js';
import { webhook } from '../../domain/webhook/webhook.js';
import type { ReadStoreReader } from '../../application/ports/read-store.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { Config } from '../../infrastructure/config/config.js';
import { parseWholeNumber } from '../../infrastructure/config/fields/parse.js';
import type { WebhookAttemptDocument } from '../../projections/webhooks/webhooks.document.js';
import { withExisting } from './shared/installation.js';
import { Declined, Misused, type Outcome } from './shared/outcome.js';
import { withReadModels } from './read-models.js';
import { tableOf } from './shared/table.js';

export interface AttemptsOptions {
  readonly message?: string;
  readonly email?: string;
  readonly status?: string;
  readonly limit: string;
}

/** One attempt, without what was answered. */
export type ShownAttempt = ReturnType<typeof shown>;

const most = 1_000;

/** `webhooks attempts <id>` */
export async function listAttempts(config: Config, webhookId: string, options: AttemptsOptions): Promise<Outcome> {
  const limit = parseWholeNumber(options.limit, 1, most);
  if (limit === undefined) throw new Misused(`--limit takes a whole number from 1 to ${most}.`);
  const filter = filterOf(options);
  return withExisting(config, (opened) =>
    withReadModels(config, opened, async (readStore) => {
      // Also where it was deleted since.
      const { events } = await load(opened.ports, webhook, streamName('webhook', webhookId));
      const [first] = events;
      if (first?.event.type !== 'WebhookRegistered') throw new Declined(`There is no endpoint ${webhookId}.`);
      const { teamId } = first.event.data;
      const attempts = await attemptsOf(readStore, teamId, { webhookId, ...filter }, limit);
      return { result: { attempts }, text: attempts.length === 0 ? 'There are no attempts.' : attemptTable(attempts) };
    }),
  );
}

/** The newest first. */
export async function attemptsOf(
  readStore: Pick<ReadStoreReader, 'get' | 'list' | 'count'>,
  teamId: string,
  filter: AttemptFilter,
  limit: number,
): Promise<readonly ShownAttempt[]> {
  const page = await listTeamAttempts({ readStore }, { teamId, page: { limit }, filter });
  return 'refused' in page ? [] : page.documents.map(shown);
}

export function attemptTable(attempts: readonly ShownAttempt[]): string {
  return tableOf(headings, attempts.map(cells));
}

function filterOf({ message, email, status }: AttemptsOptions): AttemptFilter {
  return {
    ...(message === undefined ? {} : { messageId: message }),
    ...(email === undefined ? {} : { emailId: email.toLowerCase() }),
    ...(status === undefined ? {} : statusOf(status)),
  };
}

function statusOf(text: string): Pick<AttemptFilter, 'status' | 'statusClass'> {
  if (text === 'none') return { statusClass: 0 };
  if (/^[1-5]xx$/i.test(text)) return { statusClass: Number(text[0]) };
  if (/^[1-5]\d\d$/.test(text)) return { status: Number(text) };
  throw new Misused('--status takes a status such as 503, a class such as 5xx, or none.');
}

function shown({
  stream: _stream,
  revision: _revision,
  index: _index,
  statusClass: _class,
  ...attempt
}: WebhookAttemptDocument) {
  return attempt;
}

const headings = ['time', 'message', 'type', 'attempt', 'answer', 'ms', 'outcome', 'email'];

function cells(attempt: ShownAttempt): string[] {
  const { at, messageId, type, number, status, failure, durationMs, outcome, emailId } = attempt;
  const answer = status === null ? (failure ?? '-') : String(status);
  return [at, messageId, type, String(number), answer, String(durationMs), outcome, emailId ?? '-'];
}
