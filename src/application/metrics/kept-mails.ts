import type { EmailDocument } from '../../projections/emails/emails.document.js';
import { emailsProjection } from '../../projections/emails/emails.projection.js';
import type { MailMetrics } from '../../projections/metrics/metrics.document.js';
import type { ReadStore } from '../ports/read-store.js';
import { mailPages, type MetricsRange } from './metrics-documents.js';

export interface KeptPorts {
  readonly readStore: Pick<ReadStore, 'get' | 'getMany' | 'list'>;
}

export interface KeptMail {
  readonly mail: MailMetrics;
  /** `name=value`; empty where nobody asked for them. */
  readonly tags: readonly string[];
}

/** They pass between threads. */
const documentsAtOnce = 200;

/** What stands for a mail's tags where it has none. */
export const noTag = '';

/**
 * The mails of the range that are kept, a page at a time. Tags are personal: they lie in each mail's own document, encrypted in the log, and are
 * in no sum, id or index; so they are looked up mail by mail when somebody asks.
 */
export async function* keptMails(
  ports: KeptPorts,
  range: MetricsRange,
  withTags: boolean,
): AsyncGenerator<readonly KeptMail[]> {
  for await (const page of mailPages(ports, range)) {
    const tags = withTags ? await tagsOf(ports, page) : undefined;
    yield page.map((mail) => ({ mail, tags: tags?.get(mail.id) ?? [] }));
  }
}

async function tagsOf(
  { readStore }: KeptPorts,
  mails: readonly MailMetrics[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const tags = new Map<string, readonly string[]>();
  for (let from = 0; from < mails.length; from += documentsAtOnce) {
    const ids = mails.slice(from, from + documentsAtOnce).map(({ id }) => id);
    for (const [id, { document }] of await readStore.getMany(emailsProjection, ids)) {
      // The read store keeps what the projection of this shape wrote.
      const mail = document as EmailDocument;
      tags.set(
        id,
        mail.tags.map(({ name, value }) => `${name}=${value}`),
      );
    }
  }
  return tags;
}
