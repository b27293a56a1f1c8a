import { installation } from '../../domain/installation/installation.js';
import { logVerification } from '../../domain/log-verification/log-verification.js';
import { installationStream, logVerificationStream } from '../../domain/shared/stream-name.js';
import { handle, load, type LogPorts, type Provenance } from '../shared/handle.js';
import type { LogHead } from './log-head.js';
import type { Verification } from './verify-log.js';

/** `moved-away`: nothing is written to this log any more. `unavailable`: it could not be written, or that is unknown. */
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
