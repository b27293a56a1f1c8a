import type { LogVerified } from '../../domain/log-verification/events.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { logVerificationStream } from '../../domain/shared/stream-name.js';
import type { LogPorts } from '../shared/handle.js';

/** When the log was last verified and what came of it; undefined: never, as far as it was recorded. */
export async function lastVerification({
  store,
  codec,
}: Pick<LogPorts, 'store' | 'codec'>): Promise<Recorded<LogVerified> | undefined> {
  const stored = await store.readLast(logVerificationStream);
  // Nothing else is in this stream.
  const [verified] = codec.decode(stored === undefined ? [] : [stored]) as Recorded<LogVerified>[];
  return verified;
}
