import type { LogSealed } from '../../domain/log-seal/events.js';
import type { Position, Recorded } from '../../domain/shared/recorded.js';
import { logSealStream } from '../../domain/shared/stream-name.js';
import { isCopied, lastArrival } from '../shared/arrival.js';
import type { LogPorts } from '../shared/handle.js';

type SealReadPorts = Pick<LogPorts, 'store' | 'codec'>;

/** The newest seal of the log; undefined while there is none. */
export async function lastSeal({ store, codec }: SealReadPorts): Promise<Recorded<LogSealed> | undefined> {
  const stored = await store.readLast(logSealStream);
  if (stored === undefined) return undefined;
  const [seal] = codec.decode<LogSealed>([stored]);
  return seal;
}

/**
 * Up to where the log is sealed; undefined: nowhere. A stream may be retired only when its last event lies at or before
 * this: otherwise nothing would say how it ended.
 */
export async function sealedThrough(ports: SealReadPorts): Promise<Position | undefined> {
  const seal = await lastSeal(ports);
  return seal && endOf(ports, seal);
}

/** The position of the last event that the newest seal covers; undefined: it says none. */
export async function endOf(ports: SealReadPorts, seal: Recorded<LogSealed>): Promise<Position | undefined> {
  const arrival = await lastArrival(ports);
  // A copied seal names a place in the log that it was copied from.
  const end = isCopied(seal, arrival) ? arrival?.sealedThrough : seal.metadata.causation?.position;
  return end ?? undefined;
}
