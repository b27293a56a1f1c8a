import type { TlsUsed, EmailEvent } from '../../domain/email/events.js';
import { email } from '../../domain/email/email.js';
import { type TlsProof, tlsProofOf } from '../../domain/shared/tls-proof.js';
import type { EmailState } from '../../domain/email/state.js';
import type { Cause } from '../../domain/shared/recorded.js';
import { mxSetOf, type Route } from '../ports/mail-transport.js';
import { factPatience, handle, type Loaded, type Provenance, requestPatience } from '../shared/handle.js';
import type { Attempt } from './attempt.js';
import type { DeliveryPorts } from './delivery-ports.js';

type ClaimPorts = Pick<
  DeliveryPorts,
  'store' | 'codec' | 'keys' | 'ids' | 'clock' | 'serialise' | 'settings' | 'workers' | 'onAttempt'
>;

/** The right to send the final dot. */
export class Claim {
  private state: Loaded<EmailState, EmailEvent>;
  private open = false;
  private claimed: Cause | undefined;
  private proof: TlsProof | null = null;

  constructor(
    private readonly ports: ClaimPorts,
    loaded: Loaded<EmailState, EmailEvent>,
    private readonly attempt: Attempt,
    readonly route: Route,
  ) {
    this.state = loaded;
  }

  /** How the connection of the last claim was protected; null before one. */
  get tls(): TlsProof | null {
    return this.proof;
  }

  /** The stream as it stands after the claim. */
  get loaded(): Loaded<EmailState, EmailEvent> {
    return this.state;
  }

  /** Whether the log holds an open claim of this attempt. */
  get isOpen(): boolean {
    return this.open;
  }

  /**
   * For what became of the attempt: it follows from the claim; without one from what the claim would have followed
   * from.
   */
  get provenance(): Provenance {
    const { provenance } = this.attempt;
    return this.claimed === undefined ? provenance : { ...provenance, causedBy: this.claimed };
  }

  /** Appends the claim; true only where this very append was acknowledged, in time. */
  async beforeDot(asked: { readonly recipients: readonly number[]; readonly tls: TlsUsed | null }): Promise<boolean> {
    const { settings, clock, workers } = this.ports;
    const { recipients, tls } = asked;
    const worker = workers.own();
    // The process that has taken its lease would not wait for this claim.
    if (!worker.isHeld()) return false;
    const lifeMs = settings.afterDotTimeoutMs + settings.claimMarginMs;
    const deadlineMonotonicMs = clock.monotonicMs() + settings.claimMarginMs;
    const nowMs = clock.now();
    const used = tls && withPolicy(tls, this.route);
    this.proof = tlsProofOf(used);
    const command = {
      type: 'ClaimDelivery',
      attemptId: this.attempt.attemptId,
      recipients,
      mxSet: mxSetOf(this.route),
      worker: worker.id,
      deadline: new Date(nowMs + lifeMs).toISOString(),
      tls: used,
      nowMs,
    } as const;
    const handled = await handle(this.ports, email, this.state.stream, command, this.attempt.provenance, {
      patience: { ...requestPatience, unknowns: 0 },
      loaded: this.state,
      personal: true,
    });
    this.state = handled.loaded;
    if ('refused' in handled) {
      if (handled.refused === 'unavailable') await this.abandon(recipients, 'append-unknown');
      return false;
    }
    this.open = handled.events.length > 0;
    this.claimed = handled.last;
    // It stands although its own append was not acknowledged: the dot is not ours to send.
    if (!this.open) await this.abandon(recipients, 'append-unknown');
    // The dot leaves with time to spare for its reply, or not at all.
    if (this.open && clock.monotonicMs() > deadlineMonotonicMs) await this.abandon(recipients, 'deadline-passed');
    // Another process may have recorded by now that its outcome is unknown.
    if (this.open && !worker.isHeld()) await this.abandon(recipients, 'lease-lost');
    return this.open;
  }

  /** Certainly no recipient got the email: frees them. */
  async abandon(
    recipients: readonly number[],
    reason: 'append-unknown' | 'deadline-passed' | 'lease-lost' | 'connection-lost' | 'refused-together',
  ): Promise<void> {
    this.open = false;
    const { attemptId } = this.attempt;
    const command = { type: 'AbandonAttempt', attemptId, recipients, reason } as const;
    // Loaded afresh: the claim may have been written although its append was not acknowledged.
    const options = { patience: factPatience, personal: true };
    const handled = await handle(this.ports, email, this.state.stream, command, this.provenance, options);
    this.state = handled.loaded;
    this.ports.onAttempt('abandoned');
  }
}

/** What the connection was opened by counts, then what its way demands. */
function withPolicy(tls: TlsUsed, route: Route): TlsUsed {
  const policy = tls.policy ?? (route.kind === 'mx' ? route.policy : undefined);
  return policy === undefined ? tls : { ...tls, policy };
}
