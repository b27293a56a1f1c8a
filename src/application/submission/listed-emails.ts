import type { SubmissionAccepted, SubmittedEmail } from '../../domain/submission/events.js';
import type { BodySealer } from '../ports/body-sealer.js';
import type { BlobStore, KeyStore } from '../ports/vault.js';

export interface ListedEmailsPorts {
  readonly keys: Pick<KeyStore, 'getMany'>;
  readonly blobs: Pick<BlobStore, 'get'>;
  readonly sealer: BodySealer;
}

/**
 * The mails of a submission, as listed in its event or in the encrypted blob that it names; `erased` where that blob's
 * key was destroyed. Personal values stay sealed. Throws where the vault lacks what the event names.
 */
export async function listedEmails(
  ports: ListedEmailsPorts,
  { emails }: Pick<SubmissionAccepted['data'], 'emails'>,
): Promise<readonly SubmittedEmail[] | 'erased'> {
  if (!('blobId' in emails)) return emails;
  const [keys, bytes] = await Promise.all([ports.keys.getMany([emails.kid]), ports.blobs.get(emails.blobId)]);
  const key = keys.get(emails.kid);
  if (key?.state === 'destroyed') return 'erased';
  if (key?.state !== 'present' || bytes === undefined) throw new Error('a submission cannot be read from the vault');
  const { text } = ports.sealer.open(emails.kid, key.key, bytes);
  // Written by our own accept, under this key.
  return JSON.parse(text ?? '[]') as SubmittedEmail[];
}
