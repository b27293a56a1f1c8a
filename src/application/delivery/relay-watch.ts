import type { SmtpStep } from '../../domain/email/judging/judgement.js';
import type { MailTransport, OutgoingTransaction, RecipientReply, TransactionResult } from '../ports/mail-transport.js';
import type { Clock } from '../ports/clock.js';
import { type RelayTroubleKind, relayTroubleOf } from './trouble/relay-trouble.js';

export interface RelayTrouble {
  readonly kind: RelayTroubleKind;
  readonly step: SmtpStep;
  readonly code: number | null;
  /** Only what we found ourselves: a relay's own text may name a user or an address. */
  readonly reason: string | null;
}

export interface RelayListeners {
  /** It begins, or another kind of it. Not for each mail. */
  readonly onTrouble: (trouble: RelayTrouble) => void;
  readonly onRecovered: () => void;
}

/** One sender of several may be refused, one connection of many fail: such a trouble comes and goes with each mail. */
const quietMs = 600_000;

/** How the operator's relay is, from what becomes of the mails that are offered to it. */
export class RelayWatch {
  #current: RelayTroubleKind | undefined;
  /** The trouble was reported, and not yet that it is over. */
  #isReported = false;
  /** When each was reported last, on the monotonic clock. */
  readonly #reportedMs = new Map<RelayTroubleKind, number>();

  constructor(
    private readonly clock: Pick<Clock, 'monotonicMs'>,
    private readonly listeners: RelayListeners,
  ) {}

  note({ replies, unknown }: TransactionResult): void {
    // A kept connection that was lost says nothing of the next one.
    const answers = [...replies, ...unknown];
    const [first] = replies;
    if (answers.some((reply) => relayTroubleOf(reply) === undefined && hasReached(reply))) {
      if (this.#isReported) this.listeners.onRecovered();
      this.#isReported = false;
      this.#current = undefined;
      return;
    }
    const kind = first && relayTroubleOf(first);
    if (first === undefined || kind === undefined || kind === this.#current) return;
    this.#current = kind;
    const nowMs = this.clock.monotonicMs();
    if (nowMs - (this.#reportedMs.get(kind) ?? Number.NEGATIVE_INFINITY) < quietMs) return;
    this.#reportedMs.set(kind, nowMs);
    this.#isReported = true;
    const { step, code, text } = first;
    this.listeners.onTrouble({ kind, step, code, reason: code === null ? text : null });
  }
}

/** The transport, with everything that comes of mails to the relay noted. */
export function watchingRelay(transport: MailTransport, watch: Pick<RelayWatch, 'note'>): MailTransport {
  return {
    reach: (transaction) => transport.reach(transaction),
    async send(transaction: OutgoingTransaction) {
      const result = await transport.send(transaction);
      if (transaction.route.kind === 'relay') watch.note(result);
      return result;
    },
    concurrency: (mxSet) => transport.concurrency(mxSet),
    close: (graceMs) => transport.close(graceMs),
  };
}

/** It took the sender, and was asked about a recipient. */
function hasReached({ step }: Pick<RecipientReply, 'step'>): boolean {
  return step === 'rcpt' || step === 'data' || step === 'dot';
}
