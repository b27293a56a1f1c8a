import type { Recorded } from '../../domain/shared/recorded.js';
import { idOf, type StreamName } from '../../domain/shared/stream-name.js';
import type { SubmissionEvent } from '../../domain/submission/events.js';
import type { LogPorts } from '../shared/handle.js';
import type { Erasable } from './erase-listed.js';

/**
 * The refused items that a permissive batch remembers may quote what they were about; they go with any of its mails. The
 * list of the batch stays: what it says of each mail lies under that mail's own keys.
 */
export async function errorsToErase(
  ports: LogPorts,
  submission: StreamName,
  email: StreamName,
): Promise<Pick<Erasable, 'streams' | 'kids'> | undefined> {
  const stored = await ports.store.readStream(submission);
  for (const { event } of ports.codec.decode(stored) as Recorded<SubmissionEvent>[]) {
    if (event.type !== 'SubmissionAccepted' || !event.data.emailIds.includes(idOf(email))) continue;
    const { errors, emails } = event.data;
    const listKid = 'blobId' in emails ? emails.kid : undefined;
    return errors === null || errors.kid === listKid ? undefined : { streams: [submission], kids: [errors.kid] };
  }
  return undefined;
}
