import { tagOfToken, tagTokens } from '../../projections/emails/email-tokens.js';
import { emailsProjection } from '../../projections/emails/emails.projection.js';
import type { MailMetrics } from '../../projections/metrics/metrics.document.js';
import type { ReadStore } from '../ports/read-store.js';
import { mailPages, type MetricsRange } from './metrics-documents.js';

export interface KeptPorts {
  readonly readStore: Pick<ReadStore, 'get' | 'getMany' | 'list' | 'tokens'>;
}

export interface KeptMail {
  readonly mail: MailMetrics;
  /** `name=value`; empty when they are not requested. */
  readonly tags: readonly string[];
}

/** What stands for a mail's tags where it has none. */
export const noTag = '';

/**
 * The mails of the range that are kept, a page at a time. Tags are personal: they lie in each mail's own document,
 * encrypted in the log, and are in no sum, id or index; so they are looked up mail by mail when somebody asks: among
 * what the mail is found by, for the document is far larger.
 */
export async function* keptMails(
  ports: KeptPorts,
  range: MetricsRange,
  withTags: boolean,
): AsyncGenerator<readonly KeptMail[]> {
  for await (const page of mailPages(ports, range)) {
    const tags = withTags ? await tagsOf(ports, range.teamId, page) : undefined;
    yield page.map((mail) => ({ mail, tags: tags?.get(mail.id) ?? [] }));
  }
}

async function tagsOf(
  { readStore }: KeptPorts,
  teamId: string,
  mails: readonly MailMetrics[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = mails.map(({ id }) => id);
  const found = await readStore.tokens(emailsProjection, { within: teamId, ids, prefix: tagTokens });
  return new Map([...found].map(([id, tokens]) => [id, tokens.map(tagOfToken)]));
}
