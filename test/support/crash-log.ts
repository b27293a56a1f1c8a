import { openDatabase } from '../../src/infrastructure/sqlite/database.js';

/** What the log itself says of each mail, by its id. */
export interface LoggedMails {
  readonly accepted: readonly string[];
  /** How many outcomes of a mail nobody knows. */
  readonly unknowns: ReadonlyMap<string, number>;
}

/** Reads `eventlog.sqlite` of a folder that no server uses. */
export function loggedMails(path: string): LoggedMails {
  const log = openDatabase(path, { readOnly: true });
  try {
    const streams = log.prepare("SELECT stream FROM events WHERE category = 'email' AND type = ? ORDER BY position");
    const mailsOf = (type: string): string[] =>
      (streams.all(type) as unknown as { stream: string }[]).map(({ stream }) => stream.slice('email-'.length));
    const unknowns = new Map<string, number>();
    for (const id of mailsOf('DeliveryOutcomeUnknown')) unknowns.set(id, (unknowns.get(id) ?? 0) + 1);
    return { accepted: mailsOf('EmailAccepted'), unknowns };
  } finally {
    log.close();
  }
}
