import { isMxOfPolicy, writeStsPolicy } from '../../domain/shared/mta-sts.js';
import type { StsState } from '../delivery/mx/mx-directory.js';
import type { TlsSession } from '../ports/mail-transport.js';

/** A connection, and what MTA-STS demands of its domain; `sts` undefined: nothing. */
export interface JudgedSession {
  readonly session: TlsSession;
  readonly sts: StsState | undefined;
}

/** One line of a report (RFC 8460 §4.3), as far as it is known. */
export interface FailedSessions {
  readonly result: string;
  readonly host?: string | undefined;
  readonly address?: string | undefined;
  readonly localAddress?: string | undefined;
  readonly reason?: string | undefined;
  sessions: number;
}

export interface PolicyCounts {
  readonly type: 'sts' | 'tlsa' | 'no-policy-found';
  /** With TLSA records this is the mail host (RFC 8460 §1.1). */
  readonly domain: string;
  /** Lines of a policy file, or records as zone files have them. */
  readonly strings: readonly string[];
  readonly mx: readonly string[];
  succeeded: number;
  failed: number;
  readonly failures: FailedSessions[];
}

/** What was counted of one domain in one day. */
export interface DomainCounts {
  /** In UTC: `2026-11-28`. */
  readonly day: string;
  readonly domain: string;
  readonly policies: PolicyCounts[];
  /** Where the report has still to go; absent: not begun. */
  left?: readonly string[] | undefined;
}

/** What outlives the process. */
export interface KeptTlsCounts {
  /** The data folder's id: processes that share engines report what each has seen. */
  readonly id: string;
  readonly domains: readonly DomainCounts[];
}

const mostDomains = 10_000;
const mostPolicies = 20;
const mostFailures = 100;

/** Connections by day, domain and policy. Beyond its limits nothing is counted. */
export class TlsCounts {
  readonly #domains = new Map<string, DomainCounts>();

  constructor(kept: readonly DomainCounts[]) {
    for (const counts of kept) this.#domains.set(keyOf(counts), counts);
  }

  /** @param isShown whether a report names an address of ours: private ones say nothing outside. */
  note({ session, sts }: JudgedSession, nowMs: number, isShown: (address: string) => boolean): void {
    const day = new Date(nowMs).toISOString().slice(0, 10);
    const key = keyOf({ day, domain: session.domain });
    const known = this.#domains.get(key);
    if (known === undefined && this.#domains.size >= mostDomains) return;
    const counts = known ?? { day, domain: session.domain, policies: [] };
    this.#domains.set(key, counts);
    const policy = policyIn(counts.policies, appliedTo(session, sts));
    if (policy === undefined) return;
    const failure = failureOf(session, sts);
    if (failure === undefined) policy.succeeded += 1;
    else noteFailure(policy, detailOf(session, failure, isShown));
  }

  all(): readonly DomainCounts[] {
    return [...this.#domains.values()];
  }

  remove(counts: Pick<DomainCounts, 'day' | 'domain'>): void {
    this.#domains.delete(keyOf(counts));
  }
}

function keyOf({ day, domain }: Pick<DomainCounts, 'day' | 'domain'>): string {
  return `${day} ${domain}`;
}

type AppliedPolicy = Pick<PolicyCounts, 'type' | 'domain' | 'strings' | 'mx'>;

/** DANE goes before MTA-STS (RFC 8461 §2). */
function appliedTo({ domain, host, dane }: TlsSession, sts: StsState | undefined): AppliedPolicy {
  if (dane !== null) return { type: 'tlsa', domain: host ?? domain, strings: dane.records, mx: [] };
  if (sts === undefined) return { type: 'no-policy-found', domain, strings: [], mx: [] };
  if ('failure' in sts) return { type: 'sts', domain, strings: [], mx: [] };
  const { policy } = sts;
  if (policy.mode === 'none') return { type: 'no-policy-found', domain, strings: [], mx: [] };
  return { type: 'sts', domain, strings: writeStsPolicy(policy).trimEnd().split('\r\n'), mx: policy.mx };
}

function policyIn(policies: PolicyCounts[], applied: AppliedPolicy): PolicyCounts | undefined {
  const isSame = ({ type, domain, strings }: PolicyCounts): boolean =>
    type === applied.type && domain === applied.domain && strings.join('\n') === applied.strings.join('\n');
  const known = policies.find(isSame);
  if (known !== undefined || policies.length >= mostPolicies) return known;
  const counts = { ...applied, succeeded: 0, failed: 0, failures: [] };
  policies.push(counts);
  return counts;
}

interface Failure {
  readonly result: string;
  readonly reason?: string | undefined;
}

/** RFC 8460 §4.3. Undefined where the session is as its policy demands; without one, where it is encrypted. */
function failureOf(session: TlsSession, sts: StsState | undefined): Failure | undefined {
  const { tls, dane, reason, host, certificateProblem } = session;
  if (dane !== null && tls === 'withheld') return { result: 'dnssec-invalid' };
  if (dane === null && sts !== undefined) {
    if ('failure' in sts) return { result: sts.failure };
    const isApplied = sts.policy.mode !== 'none';
    if (isApplied && (host === null || !isMxOfPolicy(sts.policy, host)))
      return { result: 'validation-failure', reason: 'MX host not in policy' };
  }
  if (tls === 'not-offered') return { result: 'starttls-not-supported' };
  if (tls !== 'encrypted') return { result: 'validation-failure', reason: reason ?? undefined };
  if (dane !== null) {
    if (dane.records.length === 0) return { result: 'tlsa-invalid' };
    return dane.isProven ? undefined : { result: 'certificate-not-trusted', reason: 'no TLSA record matches' };
  }
  const isDemanded = sts !== undefined && 'policy' in sts && sts.policy.mode !== 'none';
  return isDemanded && certificateProblem !== null ? ofCertificate(certificateProblem) : undefined;
}

function ofCertificate(problem: string): Failure {
  if (problem.includes('CERT_HAS_EXPIRED')) return { result: 'certificate-expired' };
  if (/ALTNAME|does not match/i.test(problem)) return { result: 'certificate-host-mismatch' };
  return { result: 'certificate-not-trusted', reason: problem };
}

function detailOf(
  { host, address, localAddress }: TlsSession,
  { result, reason }: Failure,
  isShown: (address: string) => boolean,
): Omit<FailedSessions, 'sessions'> {
  return {
    result,
    ...(host === null ? {} : { host }),
    ...(address === null ? {} : { address }),
    ...(localAddress === null || !isShown(localAddress) ? {} : { localAddress }),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Too many different ones: their results alone. */
function noteFailure(policy: PolicyCounts, detail: Omit<FailedSessions, 'sessions'>): void {
  policy.failed += 1;
  const { failures } = policy;
  const shown = failures.length < mostFailures || failures.some(isLike(detail)) ? detail : { result: detail.result };
  const known = failures.find(isLike(shown));
  if (known === undefined) failures.push({ ...shown, sessions: 1 });
  else known.sessions += 1;
}

function isLike(detail: Omit<FailedSessions, 'sessions'>): (other: FailedSessions) => boolean {
  return ({ result, host, address, localAddress, reason }) =>
    result === detail.result &&
    host === detail.host &&
    address === detail.address &&
    localAddress === detail.localAddress &&
    reason === detail.reason;
}
