import type { Recorded } from '../../domain/shared/recorded.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import { foldReceived } from '../../projections/received/received.projection.js';
import type { LogPorts } from '../shared/handle.js';
import { once, type RetentionGates } from './judge-mail.js';
import type { Judgement } from './retire-streams.js';

/** What no event follows may go when it is sealed and not younger than `ripeBeforeMs`. */
function judge(
  ports: LogPorts,
  gates: Pick<RetentionGates, 'sealedThrough'>,
  ripeBeforeMs: number,
  retirable: (last: Recorded) => Judgement,
): (stream: StreamName) => Promise<Judgement> {
  const sealed = once(() => gates.sealedThrough());
  return async (stream) => {
    const stored = await ports.store.readLast(stream);
    const [last] = stored === undefined ? [] : ports.codec.decode([stored]);
    if (last === undefined || Date.parse(last.metadata.time) > ripeBeforeMs) return 'keep';
    const through = await sealed();
    return through === undefined || through < last.position ? 'wait' : retirable(last);
  };
}

/** Received emails go for ever, with key and text. */
export function receivedJudge(ports: LogPorts, gates: Pick<RetentionGates, 'sealedThrough'>, ripeBeforeMs: number) {
  return judge(ports, gates, ripeBeforeMs, (last) => {
    const received = foldReceived([last]);
    if (received === undefined) return 'keep';
    const { stream, revision, digest } = last;
    const { kid, blobId } = received.body;
    const retired = { stream, lastRevision: revision, headDigest: digest, mode: 'tombstone' } as const;
    return { retired, kids: [kid], blobIds: [blobId] };
  });
}

/** Receipts and reports go softly: so late no server sends one again, and one that does is taken. */
export function softJudge(ports: LogPorts, gates: Pick<RetentionGates, 'sealedThrough'>, ripeBeforeMs: number) {
  return judge(ports, gates, ripeBeforeMs, ({ stream, revision, digest }) => {
    const retired = { stream, lastRevision: revision, headDigest: digest, mode: 'soft' } as const;
    return { retired, kids: [], blobIds: [] };
  });
}
