import { openDatabase } from '../../src/infrastructure/sqlite/database.js';

/** What the log itself says of each mail, by its id. */
export interface LoggedMails {
  readonly accepted: readonly string[];
  /** How many outcomes of a mail nobody knows. */
  readonly unknowns: ReadonlyMap<string, number>;
}

/** Reads `eventlog.sqlite` of a folder that no server uses. */
export function loggedMails(path: string): LoggedMails {
  return reading(path, (log) => {
    const streams = log.prepare("SELECT stream FROM events WHERE category = 'email' AND type = ? ORDER BY position");
    const mailsOf = (type: string): string[] =>
      (streams.all(type) as unknown as { stream: string }[]).map(({ stream }) => mailIn(stream));
    const unknowns = new Map<string, number>();
    for (const id of mailsOf('DeliveryOutcomeUnknown')) unknowns.set(id, (unknowns.get(id) ?? 0) + 1);
    return { accepted: mailsOf('EmailAccepted'), unknowns };
  });
}

export interface LoggedRecipient {
  /** Every last word about it, by event type. */
  readonly lastWords: readonly string[];
  /** How many of its outcomes nobody knows. */
  readonly unknowns: number;
}

const lastWordTypes = ['EmailDelivered', 'EmailBounced', 'EmailFailed', 'EmailSuppressed'];

/** What the log says of the recipients, by the email's id and the recipient's number. */
export function loggedRecipients(path: string): ReadonlyMap<string, readonly LoggedRecipient[]> {
  return reading(path, (log) => {
    const found = new Map<string, { lastWords: string[]; unknowns: number }[]>();
    const events = log.prepare("SELECT stream, type, data FROM events WHERE category = 'email' ORDER BY position");
    for (const row of events.iterate() as unknown as Iterable<{ stream: string; type: string; data: string }>) {
      const id = mailIn(row.stream);
      // The codec's own shape, of which only the numbers are looked at.
      const data = JSON.parse(row.data) as { recipients?: (number | object)[]; recipient?: number };
      if (row.type === 'EmailAccepted') {
        found.set(
          id,
          (data.recipients ?? []).map(() => ({ lastWords: [], unknowns: 0 })),
        );
      } else if (row.type === 'DeliveryOutcomeUnknown') {
        for (const number of data.recipients ?? []) recipientOf(found, id, number as number).unknowns += 1;
      } else if (lastWordTypes.includes(row.type)) {
        recipientOf(found, id, data.recipient).lastWords.push(row.type);
      }
    }
    return found;
  });
}

/**
 * How many recipients have their last word by now; a server may be writing meanwhile. Reads what is new since it was
 * asked last.
 */
export function lastWordCounter(path: string): () => number {
  const types = lastWordTypes.map((type) => `'${type}'`).join(', ');
  let upTo = 0;
  let counted = 0;
  return () =>
    reading(path, (log) => {
      const { head } = log.prepare('SELECT coalesce(max(position), 0) AS head FROM events').get() as unknown as {
        head: number;
      };
      const query = `SELECT count(*) AS count FROM events WHERE position > ? AND position <= ? AND type IN (${types})`;
      counted += (log.prepare(query).get(upTo, head) as unknown as { count: number }).count;
      upTo = head;
      return counted;
    });
}

function recipientOf<Logged>(
  found: ReadonlyMap<string, readonly Logged[]>,
  id: string,
  number: number | undefined,
): Logged {
  const recipient = found.get(id)?.[number ?? -1];
  if (recipient === undefined) throw new Error(`an event of ${id} names recipient ${number}, whom nobody accepted`);
  return recipient;
}

const mailIn = (stream: string): string => stream.slice('email-'.length);

function reading<Result>(path: string, read: (log: ReturnType<typeof openDatabase>) => Result): Result {
  const log = openDatabase(path, { readOnly: true });
  try {
    return read(log);
  } finally {
    log.close();
  }
}
