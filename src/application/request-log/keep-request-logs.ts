import { retirements } from '../../domain/retention/retention.js';
import type { Position } from '../../domain/shared/recorded.js';
import { idOf, streamName, type StreamName } from '../../domain/shared/stream-name.js';
import { lowestIdAt } from '../../domain/shared/uuid-time.js';
import type { StoredEvent } from '../ports/event-store.js';
import type { AnchoredRow, KeyStore } from '../ports/vault.js';
import { every } from '../shared/every.js';
import { handle, type LogPorts } from '../shared/handle.js';

export type KeepRequestLogsPorts = LogPorts & {
  readonly keys: Pick<KeyStore, 'requestLogRows' | 'destroy'>;
  /** How long a request is kept. */
  readonly days: number;
  /** Up to here the log is sealed: what lies behind could be removed without a trace, and stays for now. */
  readonly sealedThrough: () => Promise<Position | undefined>;
};

const everyMs = 10 * 60_000;
const hourMs = 3_600_000;
const rowsAtOnce = 200;

/** Removes what is older than it may be, until the signal aborts. */
export function keepRequestLogs(
  ports: KeepRequestLogsPorts,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  const round = async (): Promise<void> => {
    await removeOldRequestLogs(ports, signal);
  };
  return every(everyMs, signal, round, onFailure);
}

/**
 * Retires each stream whose hour is past the age, removes it and destroys its keys. The vault's rows list what there
 * is: they are written first and destroyed last, so that what a crash cut off is found again, also a key whose stream
 * was never written. Answers how many keys were destroyed.
 */
export async function removeOldRequestLogs(ports: KeepRequestLogsPorts, signal?: AbortSignal): Promise<number> {
  const { keys, days } = ports;
  const now = ports.clock.settledNow();
  const cutoffMs = now - days * 24 * hourMs;
  const isDue = ({ anchor }: AnchoredRow): boolean => endOfHour(anchor) <= cutoffMs;
  let destroyed = 0;
  for (;;) {
    const due = (await keys.requestLogRows(lowestIdAt(cutoffMs), rowsAtOnce)).filter(isDue);
    const sealed = await ports.sealedThrough();
    const gone = new Set<StreamName>();
    for (const stream of new Set(due.map(({ anchor }) => anchor))) {
      if (signal?.aborted !== true && (await retire(ports, stream, sealed))) gone.add(stream);
    }
    if (gone.size === 0) return destroyed;
    const kids = due.filter(({ anchor }) => gone.has(anchor)).flatMap((row) => row.kids);
    await keys.destroy(kids, new Date(now).toISOString());
    destroyed += kids.length;
  }
}

/** Milliseconds since the epoch, from `<instance>-<yyyy-mm-ddThh>`. */
function endOfHour(stream: StreamName): number {
  return Date.parse(`${idOf(stream).slice(-13)}:00:00.000Z`) + hourMs;
}

/** The fact that it ended, then its end. Repeatable: a stream that is gone needs neither. False: it must wait. */
async function retire(ports: LogPorts, stream: StreamName, sealed: Position | undefined): Promise<boolean> {
  const last = await ports.store.readLast(stream);
  if (last === undefined) return true;
  if (sealed === undefined || last.position > sealed) return false;
  const day = new Date(ports.clock.now()).toISOString().slice(0, 10);
  const context = {
    teamId: null,
    actor: { kind: 'system', id: 'request-log-retention' } as const,
    correlationId: ports.ids.next(),
  };
  const retired = {
    stream,
    lastRevision: last.revision,
    headDigest: headDigestOf(ports, last),
    mode: 'tombstone',
  } as const;
  const command = { type: 'RetireStream', retired } as const;
  const stated = await handle(ports, retirements, streamName('retention', `requestlog-${day}`), command, {
    context,
    region: null,
  });
  if ('refused' in stated) throw new Error(`the retirement of ${stream} could not be written`);
  const removed = await ports.store.removeStream(stream, 'tombstone', last.revision);
  if (removed.result !== 'written') throw new Error(`${stream} could not be removed: ${removed.result}`);
  return true;
}

function headDigestOf({ codec }: LogPorts, last: StoredEvent): string {
  const [recorded] = codec.decode([last]);
  if (recorded === undefined) throw new Error('one event in, one event out');
  return recorded.digest;
}
