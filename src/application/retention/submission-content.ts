import type { EmailAccepted } from '../../domain/email/events.js';
import { type AcceptedEmail, vaultContentOf } from '../../domain/shared/accepted-email.js';
import { type Kid, rowOf } from '../../domain/shared/personal.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { SubmissionAccepted } from '../../domain/submission/events.js';
import type { LogPorts } from '../shared/handle.js';
import { listedEmails, type ListedEmailsPorts } from '../submission/seal-submission.js';

export interface VaultContent {
  readonly kids: readonly Kid[];
  readonly blobIds: readonly string[];
}

/** What the vault holds for the submission itself: the key of its errors, and its list where that lies in a blob. */
export function ownContent({ errors, emails }: SubmissionAccepted['data']): VaultContent {
  const list = 'blobId' in emails ? [emails] : [];
  const kids = new Set([...(errors === null ? [] : [errors.kid]), ...list.map(({ kid }) => kid)]);
  return { kids: [...kids], blobIds: list.map(({ blobId }) => blobId) };
}

/** Ids of vault entries. */
export interface ListedEntries {
  readonly rows: ReadonlySet<string>;
  readonly blobIds: ReadonlySet<string>;
}

/** Every vault entry that a submission lists, its mails' and its own. */
export async function listedEntries(
  ports: LogPorts & ListedEmailsPorts,
  accepted: SubmissionAccepted['data'],
): Promise<ListedEntries> {
  const listed = await listedEmails(ports, accepted);
  const mails =
    listed === 'erased' ? await openedEmails(ports, accepted.emailIds) : listed.map((email) => email.accepted);
  const contents = [ownContent(accepted), ...mails.map(vaultContentOf)];
  return {
    rows: new Set(contents.flatMap(({ kids }) => kids.map(rowOf))),
    blobIds: new Set(contents.flatMap(({ blobIds }) => blobIds)),
  };
}

/** For an erased list only the opened emails are known; the rest can never be opened. */
async function openedEmails(ports: LogPorts, emailIds: readonly string[]): Promise<readonly AcceptedEmail[]> {
  const mails: AcceptedEmail[] = [];
  for (const emailId of emailIds) {
    const stored = await ports.store.readStream(streamName('email', emailId), { limit: 1 });
    const [opened] = ports.codec.decode<EmailAccepted>(stored);
    if (opened?.event.type === 'EmailAccepted') mails.push(opened.event.data);
  }
  return mails;
}
