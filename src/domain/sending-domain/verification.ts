import { unreachable } from '../shared/decider.js';
import type {
  CapabilityStatus,
  CheckedRecord,
  DomainCapabilities,
  DomainChecked,
  DomainCheckRequested,
  DomainSettings,
  DomainUpdated,
  DomainVerified,
} from './events.js';

/** As the public API has it, and `temporary_failure`, which the API shows of records only. */
export type DomainStatus = CapabilityStatus | 'partially_verified' | 'partially_failed';

export interface CapabilityState {
  readonly status: CapabilityStatus;
  /** ISO 8601: of this status. A pending one counts from the last time that a check was asked for. */
  readonly since: string;
}

/** How far a domain's proof has come. */
export interface Verification {
  /** The operator vouches for the domain, which replaces the proof in DNS. */
  readonly vouched: boolean;
  readonly sending: CapabilityState;
  readonly receiving: CapabilityState;
  /** Records as the last check found them. */
  readonly records: readonly CheckedRecord[];
  /** A check was asked for, and none was made since. */
  readonly checkAwaited: boolean;
  /** ISO 8601; null: never. */
  readonly lastCheckedAt: string | null;
}

export function unverified(at: string): Verification {
  const state = { status: 'not_started', since: at } as const;
  return { vouched: false, sending: state, receiving: state, records: [], checkAwaited: false, lastCheckedAt: null };
}

/** One status for what the domain is for. */
export function domainStatus(
  { vouched, sending, receiving }: Pick<Verification, 'vouched' | 'sending' | 'receiving'>,
  capabilities: DomainCapabilities,
): DomainStatus {
  if (vouched) return 'verified';
  if (!capabilities.receiving) return sending.status;
  if (!capabilities.sending) return receiving.status;
  const both = [sending.status, receiving.status];
  if (sending.status === receiving.status) return sending.status;
  if (both.includes('verified')) {
    return both.includes('pending') || both.includes('not_started') ? 'partially_verified' : 'partially_failed';
  }
  if (both.includes('temporary_failure')) return 'temporary_failure';
  return both.includes('pending') ? 'pending' : 'not_started';
}

/** A record that is gone since a moment ago stops nothing: DNS providers have bad days. */
export function maySend({ vouched, sending }: Verification, capabilities: DomainCapabilities): boolean {
  if (!capabilities.sending) return false;
  return vouched || sending.status === 'verified' || sending.status === 'temporary_failure';
}

/** As {@link maySend}: what was verified goes on while a record of it is missing for a while. */
export function mayReceive({ vouched, receiving }: Verification, capabilities: DomainCapabilities): boolean {
  if (!capabilities.receiving) return false;
  return vouched || receiving.status === 'verified' || receiving.status === 'temporary_failure';
}

/**
 * A record as the check saw it, and the capability that it is needed for; null: it is recommended and holds nothing
 * back.
 */
export interface Finding {
  readonly record: CheckedRecord;
  readonly neededFor: 'sending' | 'receiving' | null;
}

/** The next status of one capability after a check. No answer is not "missing": only time makes it a failure. */
export function nextStatus(
  { status, since }: CapabilityState,
  findings: readonly CheckedRecord[],
  at: string,
  patienceMs: number,
): CapabilityStatus {
  // Nothing was looked for: it was switched on while the check ran.
  if (findings.length === 0) return status;
  const outOfPatience = Date.parse(at) - Date.parse(since) >= patienceMs;
  const complete = findings.every((finding) => finding.status === 'verified');
  const broken = findings.some((finding) => finding.status === 'missing' || finding.status === 'different');
  switch (status) {
    case 'not_started':
      return 'not_started';
    case 'failed':
      return 'failed';
    case 'verified':
      return broken ? 'temporary_failure' : 'verified';
    case 'pending':
    case 'temporary_failure':
      if (complete) return 'verified';
      return outOfPatience ? 'failed' : status;
    default:
      return unreachable(status);
  }
}

export type VerificationEvent = DomainVerified | DomainCheckRequested | DomainChecked | DomainUpdated;

/** `settings`: those before the event. */
export function evolveVerification(
  before: Verification,
  event: VerificationEvent,
  at: string,
  settings: Pick<DomainSettings, 'capabilities' | 'trackingSubdomain'>,
): Verification {
  const { capabilities } = settings;
  switch (event.type) {
    case 'DomainVerified':
      return { ...before, vouched: true };
    case 'DomainCheckRequested': {
      const sending = capabilities.sending ? asked(before.sending, at) : before.sending;
      const receiving = capabilities.receiving ? asked(before.receiving, at) : before.receiving;
      return { ...before, sending, receiving, checkAwaited: true };
    }
    case 'DomainChecked': {
      const { sending, receiving, records } = event.data;
      return {
        ...before,
        records,
        checkAwaited: false,
        lastCheckedAt: at,
        sending: turned(before.sending, sending, at),
        receiving: turned(before.receiving, receiving, at),
      };
    }
    case 'DomainUpdated':
      return enabled(
        { ...before, records: recordsAfter(before.records, settings, event.data) },
        event.data.capabilities,
        at,
      );
    default:
      return unreachable(event);
  }
}

/** What was found at one tracking subdomain says nothing about another. */
function recordsAfter(
  records: readonly CheckedRecord[],
  { trackingSubdomain }: Pick<DomainSettings, 'trackingSubdomain'>,
  settings: Pick<DomainSettings, 'trackingSubdomain'>,
): readonly CheckedRecord[] {
  if (trackingSubdomain === settings.trackingSubdomain) return records;
  return records.filter(({ key }) => !key.startsWith('tracking-'));
}

function asked(state: CapabilityState, at: string): CapabilityState {
  const wasVerified = state.status === 'verified' || state.status === 'temporary_failure';
  return wasVerified ? state : { status: 'pending', since: at };
}

function turned(state: CapabilityState, status: CapabilityStatus, at: string): CapabilityState {
  return state.status === status ? state : { status, since: at };
}

/** What is switched on later is looked for at once where the other one has been; what is switched off starts over. */
function enabled(before: Verification, { sending, receiving }: DomainCapabilities, at: string): Verification {
  const started = before.sending.status !== 'not_started' || before.receiving.status !== 'not_started';
  const next = (state: CapabilityState, isOn: boolean): CapabilityState => {
    if (!isOn) return state.status === 'not_started' ? state : { status: 'not_started', since: at };
    return started && state.status === 'not_started' ? { status: 'pending', since: at } : state;
  };
  return { ...before, sending: next(before.sending, sending), receiving: next(before.receiving, receiving) };
}
