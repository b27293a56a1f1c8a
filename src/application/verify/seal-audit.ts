import type { LogSealed } from '../../domain/log-seal/events.js';
import type { StreamRetired } from '../../domain/retention/events.js';
import type { Position } from '../../domain/shared/recorded.js';
import { logSealStream, type StreamName } from '../../domain/shared/stream-name.js';
import type { EventCodec } from '../ports/event-codec.js';
import type { EventStore, StoredEvent } from '../ports/event-store.js';
import type { SealMath } from '../ports/seal-signing.js';
import { isCovered } from '../seal/seal-content.js';
import { about, type Finding } from './finding.js';
import { headOf, isSameHead, type LogHead } from './log-head.js';
import { type Boundary, boundaryOf, endsBefore, problemOfSeal } from './seal-boundary.js';
import { Span } from './span.js';
import { StreamEnds } from './stream-ends.js';
import { type ChainLink, problemInWords, type StreamHead } from './succession.js';

export interface SealAuditPorts {
  readonly store: Pick<EventStore, 'readAll' | 'readStream'>;
  readonly codec: Pick<EventCodec, 'decode'>;
  readonly math: SealMath;
  readonly linkOf: (stored: StoredEvent) => ChainLink;
}

export interface SealAuditOptions {
  /** Where the log ended when the verification began. */
  readonly head: Position;
  /** A head that was published, to be found again. */
  readonly published: LogHead | undefined;
  /**
   * Seals at this position or before it were copied from other engines: where they end they say in places of the log
   * there.
   */
  readonly copiedThrough: Position | undefined;
  /** How a stream stands in the log, as far as that was read. */
  readonly headOf: (stream: StreamName) => StreamHead | undefined;
}

const retirementsPerPage = 500;

/**
 * What the seals say against what the log has, event by event in the log's order. Holds one seal at a time, one line
 * for each stream that it covers, and one for each stream that is gone.
 */
export class SealAudit {
  readonly #ports: SealAuditPorts;
  readonly #options: SealAuditOptions;
  readonly #ends = new StreamEnds();
  #span = new Span();
  /** The seal that the log is read up to; undefined: there is none any more. */
  #next: Boundary | undefined | 'unread' = 'unread';
  #previous: Boundary | undefined;
  /** Position of the last event that the seals closed so far cover. */
  #sealedThrough: Position | undefined;
  #seals = 0;
  #foundPublished = false;

  constructor(ports: SealAuditPorts, options: SealAuditOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  get sealed(): { readonly seals: number; readonly unsealed: number } {
    return { seals: this.#seals, unsealed: this.#span.count };
  }

  /** For every event that is in order, with its digest and how its stream stood before it. */
  async take(event: StoredEvent, digest: string, before: StreamHead | undefined): Promise<Finding | undefined> {
    const { stream, revision } = event;
    const finding = await this.#reach(event);
    if (finding !== undefined || !isCovered(stream)) return finding;
    const passed = this.#ends.unexplained.get(stream);
    if (passed !== undefined && revision <= passed.revision) {
      return about(event, `seal ${passed.seal} covers it, and events before it are not covered`);
    }
    if (before === undefined && revision > 0 && !this.#ends.mayGoOnBehind(stream, revision - 1)) {
      return about(event, 'its stream goes on behind a removal, and no StreamRetired says so');
    }
    this.#span.take(event);
    if (this.#next !== undefined) this.#span.remember(event, digest);
    return event.type === 'StreamRetired' ? this.#retire(event) : undefined;
  }

  /** After the last event. */
  async finish(): Promise<Finding | undefined> {
    const { published } = this.#options;
    const finding = (await this.#reach(undefined)) ?? (await this.#missingEnd()) ?? (await this.#stillReadable());
    if (finding !== undefined || published === undefined || this.#foundPublished) return finding;
    const problem = `a head of seal ${published.seal} was published, and the log has only ${this.#seals}`;
    return { stream: logSealStream, revision: published.seal - 1, position: null, id: null, problem };
  }

  /** Closes every seal that ends before this event; all of them where there is none. */
  async #reach(event: StoredEvent | undefined): Promise<Finding | undefined> {
    for (;;) {
      if (this.#next === 'unread') {
        const next = await this.#readSeal();
        if (next !== undefined && 'problem' in next) return next;
        this.#next = next;
      }
      const boundary = this.#next;
      const { last } = this.#span;
      if (boundary === undefined || (event !== undefined && !endsBefore(boundary, event, last))) return undefined;
      const finding = this.#span.compare(boundary, this.#ends);
      if (finding !== undefined) return finding;
      this.#previous = boundary;
      this.#sealedThrough = last?.position ?? this.#sealedThrough;
      this.#next = 'unread';
      this.#seals += 1;
      this.#span = new Span();
    }
  }

  /** The seal behind the last one, once what it says of itself is checked; undefined: there is none. */
  async #readSeal(): Promise<Boundary | Finding | undefined> {
    const { store, codec, math, linkOf } = this.#ports;
    const { head, published, copiedThrough } = this.#options;
    const [stored] = await store.readStream(logSealStream, { from: this.#seals, limit: 1 });
    if (stored === undefined || stored.position > head) return undefined;
    const boundary = problemInWords(() => {
      const link = linkOf(stored);
      if (link.digest !== link.computed) return 'its digest does not fit its content';
      const [seal] = codec.decode<LogSealed>([stored]);
      if (seal === undefined) return 'it cannot be read';
      const read = boundaryOf(seal, stored, copiedThrough);
      return typeof read === 'string' ? read : (problemOfSeal(math, read, this.#previous) ?? read);
    });
    if (typeof boundary === 'string') return about(stored, boundary);
    if (published === undefined || published.seal !== this.#seals + 1) return boundary;
    this.#foundPublished = isSameHead(headOf(boundary.seal), published);
    return this.#foundPublished ? boundary : about(stored, 'it is not the seal whose head was published');
  }

  #retire(event: StoredEvent): Finding | undefined {
    const problem = problemInWords(() => {
      const [recorded] = this.#ports.codec.decode<StreamRetired>([event]);
      if (recorded === undefined) return 'it cannot be read';
      const { data } = recorded.event;
      return this.#ends.retire(data, this.#options.headOf(data.stream), event.position);
    });
    return problem === undefined ? undefined : about(event, problem);
  }

  /** What was removed while we read is explained behind the end that the log had. */
  async #readLateRetirements(): Promise<void> {
    let after = this.#options.head;
    for (let atEnd = false; !atEnd && this.#ends.unexplained.size > 0; ) {
      const filter = { categories: ['retention'], types: ['StreamRetired'] } as const;
      const page = await this.#ports.store.readAll({ limit: retirementsPerPage, after, filter });
      // What lies behind the end is not judged: it only explains.
      for (const event of page.events) this.#retire(event);
      after = page.position ?? after;
      atEnd = page.atEnd;
    }
  }

  async #missingEnd(): Promise<Finding | undefined> {
    await this.#readLateRetirements();
    const [found] = this.#ends.unexplained;
    if (found === undefined) return undefined;
    const [stream, { revision, seal }] = found;
    const stored = await this.#ports.store.readStream(stream, { limit: 1 });
    const problem =
      stored.length === 0
        ? `seal ${seal} names it; the whole stream is gone, and no StreamRetired says so`
        : `seal ${seal} names it as the last event of its stream, and it is not there`;
    return { stream, revision, position: null, id: null, problem };
  }

  /** A retirement that is sealed has had the time to be carried out. */
  async #stillReadable(): Promise<Finding | undefined> {
    for (const [stream, { position, lastRevision }] of this.#ends.unremoved) {
      if (position > (this.#sealedThrough ?? '')) continue;
      const [event] = await this.#ports.store.readStream(stream, { limit: 1 });
      if (event !== undefined && event.revision <= lastRevision) {
        return about(event, 'its stream is retired, and can still be read');
      }
    }
    return undefined;
  }
}
