import type { TlsUsed } from '../../domain/email/events.js';
import { email } from '../../domain/email/email.js';
import type { EmailState } from '../../domain/email/state.js';
import type { Cause } from '../../domain/shared/recorded.js';
import { factPatience, handle, type Loaded, type Provenance, requestPatience } from '../shared/handle.js';
import type { Attempt } from './attempt.js';
import type { DeliveryPorts } from './delivery-ports.js';

/** The right to send the final dot. */
export interface Claim {
  /** Appends the claim; true only for the caller whose own append was acknowledged, in time. */
  readonly beforeDot: (asked: {
    readonly recipients: readonly number[];
    readonly tls: TlsUsed | null;
  }) => Promise<boolean>;
  /** The stream as it stands after the claim. */
  loaded(): Loaded<EmailState>;
  /** Whether the log holds an open claim of this attempt. */
  isOpen(): boolean;
  /** For what became of the attempt: it follows from the claim; without one from what the claim would have followed from. */
  provenance(): Provenance;
  /** The dot was certainly not sent: frees the recipients. */
  abandon(
    recipients: readonly number[],
    reason: 'append-unknown' | 'deadline-passed' | 'lease-lost' | 'connection-lost',
  ): Promise<void>;
}

export function createClaim(ports: DeliveryPorts, initial: Loaded<EmailState>, attempt: Attempt): Claim {
  const { settings, clock, workers } = ports;
  const { attemptId, route, provenance } = attempt;
  let loaded = initial;
  let open = false;
  let claimed: Cause | undefined;
  const following = (): Provenance => (claimed === undefined ? provenance : { ...provenance, causedBy: claimed });

  const abandon: Claim['abandon'] = async (recipients, reason) => {
    open = false;
    const command = { type: 'AbandonAttempt', attemptId, recipients, reason } as const;
    // Loaded afresh: the claim may have been written although nobody told us.
    const handled = await handle(ports, email, initial.stream, command, following(), {
      patience: factPatience,
      personal: true,
    });
    loaded = handled.loaded;
    ports.onAttempt('abandoned');
  };

  return {
    async beforeDot({ recipients, tls }) {
      const worker = workers.own();
      // The process that has taken its lease would not wait for this claim.
      if (!worker.isHeld()) return false;
      const lifeMs = settings.afterDotTimeoutMs + settings.claimMarginMs;
      const deadlineMonotonicMs = clock.monotonicMs() + settings.claimMarginMs;
      const nowMs = clock.now();
      const deadline = new Date(nowMs + lifeMs).toISOString();
      const command = {
        type: 'ClaimDelivery',
        attemptId,
        recipients,
        mxSet: route.mxSet,
        worker: worker.id,
        deadline,
        tls,
        nowMs,
      } as const;
      const patience = { ...requestPatience, unknowns: 0 };
      const handled = await handle(ports, email, initial.stream, command, provenance, {
        patience,
        loaded,
        personal: true,
      });
      loaded = handled.loaded;
      if ('refused' in handled) {
        if (handled.refused === 'unavailable') await abandon(recipients, 'append-unknown');
        return false;
      }
      open = handled.events.length > 0;
      claimed = handled.last;
      // It stands although its own append was not acknowledged: the dot is not ours to send.
      if (!open) await abandon(recipients, 'append-unknown');
      // The dot leaves with time to spare for its reply, or not at all.
      if (open && clock.monotonicMs() > deadlineMonotonicMs) await abandon(recipients, 'deadline-passed');
      // Another process may have recorded by now that its outcome is unknown.
      if (open && !worker.isHeld()) await abandon(recipients, 'lease-lost');
      return open;
    },
    loaded: () => loaded,
    isOpen: () => open,
    provenance: following,
    abandon,
  };
}
