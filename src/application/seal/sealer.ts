import type { LogSealed } from '../../domain/log-seal/events.js';
import type { Cause, Position, Recorded } from '../../domain/shared/recorded.js';
import { categoryOf, logSealStream } from '../../domain/shared/stream-name.js';
import type { EventHead } from '../ports/event-store.js';
import type { SealKey, SealMath } from '../ports/seal-signing.js';
import { delay } from '../shared/delay.js';
import { every } from '../shared/every.js';
import { retryAppend, encodeOne, type LogPorts, metadataOf, requestPatience } from '../shared/handle.js';
import { endOf, lastSeal } from './last-seal.js';
import { isCovered, sealData, type SealedRange } from './seal-content.js';
import { Unsealed } from './unsealed.js';

export interface SealerPorts extends LogPorts {
  readonly key: SealKey;
  readonly math: SealMath;
}

export interface SealerOptions {
  /** The longest that an event waits for its seal while the sealer runs. */
  readonly sealEveryMs: number;
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
}

const stepEveryMs = 1_000;

/** A stop waits so long for the last seal; a log with much to seal is sealed by the next start. */
const lastStepMs = 1_000;

/** Small: reading them keeps the thread from everything else. */
const headsPerPage = 500;

/** Seals the log until the signal aborts, and once more then. */
export async function runSealer(ports: SealerPorts, { sealEveryMs, signal, onFailure }: SealerOptions): Promise<void> {
  const sealer = new Sealer(ports, sealEveryMs);
  await every(stepEveryMs, signal, () => sealer.step(false, signal), onFailure);
  await sealer.step(true, AbortSignal.timeout(lastStepMs)).catch(onFailure);
}

/** What one process knows of the log's end. */
interface Progress {
  /** The newest seal that it has seen. */
  readonly seal: Pick<Recorded, 'revision' | 'digest'> | undefined;
  readonly unsealed: Unsealed;
  /** On the clock that never jumps, when the first of the unsealed was seen. */
  since: number | undefined;
  /** Everything up to here is sealed, or among the unsealed. */
  considered: Position | undefined;
}

/**
 * A seal begins where the one before it ended, which only that seal says; it is appended under that one's revision. So
 * after a crash, and beside another process, no event is left out and none is sealed twice.
 */
export class Sealer {
  readonly #ports: SealerPorts;
  readonly #sealEveryMs: number;
  /** Undefined until the log was asked where to begin. */
  #progress: Progress | undefined;

  constructor(ports: SealerPorts, sealEveryMs: number) {
    this.#ports = ports;
    this.#sealEveryMs = sealEveryMs;
  }

  /** Takes in what is new and seals what is due; with `now`, everything. What `stop` cuts off is for a later step. */
  async step(now = false, stop?: AbortSignal): Promise<void> {
    const { store, clock } = this.#ports;
    for (let atEnd = false; !atEnd; ) {
      if (stop?.aborted === true) return;
      this.#progress ??= await this.#resume();
      const { considered } = this.#progress;
      const page = await store.readHeads({
        limit: headsPerPage,
        ...(considered === undefined ? {} : { after: considered }),
      });
      // Another seal came in between, or ours was not written: the next step begins where the log says.
      for (const head of page.heads) if (!(await this.#take(head))) return;
      atEnd = page.atEnd;
      if (!atEnd) await delay(0);
    }
    const progress = this.#progress;
    if (progress?.since === undefined) return;
    if (now || clock.monotonicMs() - progress.since >= this.#sealEveryMs) await this.#seal(progress);
  }

  async #resume(): Promise<Progress> {
    const seal = await lastSeal(this.#ports);
    return startingBehind(seal, seal && (await endOf(this.#ports, seal)));
  }

  /**
   * What it knows behind that seal. Undefined when it was not written, or that is unknown; the next step looks at the
   * log again.
   */
  async #seal(progress: Progress): Promise<Progress | undefined> {
    const content = progress.unsealed.content();
    if (content === undefined) return progress;
    this.#progress = undefined;
    const written = await appendSeal(this.#ports, progress.seal, content.range, content.last);
    if (written !== undefined) this.#progress = startingBehind(written, content.last.position ?? undefined);
    return this.#progress;
  }

  /** @returns false when what was gathered is worth nothing any more. */
  async #take(head: EventHead): Promise<boolean> {
    let progress = this.#progress;
    if (progress === undefined) return false;
    if (isNewerSeal(head, progress)) {
      this.#progress = undefined;
      return false;
    }
    if (isCovered(head.stream)) {
      if (progress.unsealed.isFullFor(head)) progress = await this.#seal(progress);
      if (progress === undefined) return false;
      progress.unsealed.take(head);
      progress.since ??= this.#ports.clock.monotonicMs();
    }
    progress.considered = head.position;
    return true;
  }
}

function startingBehind(seal: Progress['seal'], considered: Position | undefined): Progress {
  return { seal, unsealed: new Unsealed(), since: undefined, considered };
}

/** Another process was faster: what we gathered is sealed already, or in part. */
function isNewerSeal({ stream, revision }: EventHead, { seal }: Progress): boolean {
  return categoryOf(stream) === 'logseal' && revision > (seal?.revision ?? -1);
}

async function appendSeal(
  ports: SealerPorts,
  previous: Progress['seal'],
  range: SealedRange,
  cause: Cause,
): Promise<Progress['seal']> {
  const data = sealData(ports.key, ports.math, range, previous?.digest ?? null);
  const event: LogSealed = { type: 'LogSealed', data };
  const actor = { kind: 'system', id: 'sealer' } as const;
  const provenance = { context: { teamId: null, actor, correlationId: ports.ids.next() }, region: null, cause };
  const events = [{ id: ports.ids.next(), event, metadata: metadataOf(ports.clock, provenance) }];
  const predecessor = previous?.digest ?? null;
  const encoded = encodeOne(ports.codec, { stream: logSealStream, predecessor, events });
  const expected = previous?.revision ?? 'no-stream';
  const write = { stream: logSealStream, expected, events: encoded.events } as const;
  const appended = await retryAppend(ports, [write], requestPatience);
  return appended.result === 'written' ? { revision: appended.revision, digest: encoded.headDigest } : undefined;
}
