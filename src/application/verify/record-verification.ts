import { installation } from '../../domain/installation/installation.js';
import { logVerification } from '../../domain/log-verification/log-verification.js';
import { installationStream, logVerificationStream } from '../../domain/shared/stream-name.js';
import { handle, load, type LogPorts, type Provenance } from '../shared/handle.js';
import type { LogHead } from './log-head.js';
import type { Verification } from './verify-log.js';
import type { LogVerified } from '../../domain/log-verification/events.js';
import type { Recorded } from '../../domain/shared/recorded.js';

/**
 * `moved-away`: nothing is written to this log any more. `unavailable`: it could not be written, or that is unknown.
 */
export type Recording = 'recorded' | 'moved-away' | 'unavailable';

/** Appends what a verification found, so that people see when the log was last verified. Seals do not wait for it. */
export async function recordVerification(
  ports: LogPorts,
  { events, streams, seals, unsealed, bad }: Verification,
  published: LogHead | undefined,
  provenance: Provenance,
): Promise<Recording> {
  const { state } = await load(ports, installation, installationStream);
  if (state.status === 'created' && state.movedAway !== null) return 'moved-away';
  const verification = {
    result: bad === undefined ? 'sound' : 'broken',
    ...{ events, streams, seals, unsealed },
    publishedSeal: published?.seal ?? null,
    bad: bad === undefined ? null : { stream: bad.stream, revision: bad.revision, problem: bad.problem },
  } as const;
  const command = { type: 'RecordVerification', verification } as const;
  const handled = await handle(ports, logVerification, logVerificationStream, command, provenance);
  return 'refused' in handled ? 'unavailable' : 'recorded';
}

/** When the log was last verified and what came of it; undefined: never, as far as it was recorded. */
export async function lastVerification({
  store,
  codec,
}: Pick<LogPorts, 'store' | 'codec'>): Promise<Recorded<LogVerified> | undefined> {
  const stored = await store.readLast(logVerificationStream);
  // Nothing else is in this stream.
  const [verified] = codec.decode<LogVerified>(stored === undefined ? [] : [stored]);
  return verified;
}
