import type { Api } from '../api/client.js';
import { RequestRefused } from '../api/failures.js';
import type { Kind } from './export-formats.js';
import type { ExportEntry } from './read-export.js';

export interface Refused {
  readonly address: string;
  readonly why: string;
}

/** What the server takes at once. */
const batchSize = 100;

/** How each kind is entered: a person who unsubscribed still gets receipts and codes. */
const entered: Readonly<Record<Exclude<Kind, 'block'>, { readonly origin: string; readonly scope: string }>> = {
  complaint: { origin: 'complaint', scope: 'all' },
  bounce: { origin: 'bounce', scope: 'all' },
  manual: { origin: 'manual', scope: 'all' },
  unsubscribe: { origin: 'manual', scope: 'bulk' },
};

/**
 * Adds the entries in batches. Sending them again changes nothing.
 * @returns those that the server refuses, with why.
 */
export async function sendEntries(
  api: Pick<Api, 'send'>,
  entries: readonly ExportEntry[],
): Promise<readonly Refused[]> {
  const refused: Refused[] = [];
  for (const [kind, how] of Object.entries(entered)) {
    const addresses = entries.filter((entry) => entry.kind === kind).map(({ address }) => address);
    for (let start = 0; start < addresses.length; start += batchSize) {
      refused.push(...(await sendBatch(api, addresses.slice(start, start + batchSize), how)));
    }
  }
  return refused;
}

/** A batch is refused whole: it is halved until what is wrong stands alone. */
async function sendBatch(api: Pick<Api, 'send'>, emails: readonly string[], how: object): Promise<readonly Refused[]> {
  try {
    await api.send('POST', '/suppressions/batch/add', { emails, ...how });
    return [];
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    const [address] = emails;
    if (emails.length === 1 && address !== undefined) return [{ address, why: error.message }];
    const half = Math.ceil(emails.length / 2);
    return [...(await sendBatch(api, emails.slice(0, half), how)), ...(await sendBatch(api, emails.slice(half), how))];
  }
}
