import type { Clock } from '../../ports/clock.js';
import type { ValidatingDns } from '../../ports/dns.js';

/** A resolver that validates vouches for the root (RFC 4035 §3.2.3), and answers nothing of a zone that is forged. */
const known = { signed: '.', forged: 'dnssec-failed.org' } as const;
/** Tried again so long after it was not enough. */
const againAfterMs = 60_000;

export interface ProvenDnsSettings {
  readonly dns: ValidatingDns;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  /** Its answers are not enough for DANE: said each time that it was tried. */
  readonly onDoubt: (doubt: string) => void;
}

/**
 * The resolver, whose word counts once it has proved that it validates; until then nothing is secure, and all else is
 * answered as it comes. Once proved it stays so: what it does not answer then is deferred, and never sent with less.
 */
export function createProvenDns({ dns, clock, onDoubt }: ProvenDnsSettings): ValidatingDns {
  let isProven = false;
  let checking: Promise<void> | undefined;
  let checkedAtMs = Number.NEGATIVE_INFINITY;
  const check = async (): Promise<void> => {
    const doubt = await doubtOf(dns);
    checkedAtMs = clock.monotonicMs();
    isProven = doubt === undefined;
    if (doubt !== undefined) onDoubt(doubt);
    checking = undefined;
  };
  /** The first email waits for it: it may be one that DANE protects. */
  const proved = async (): Promise<boolean> => {
    if (!isProven && clock.monotonicMs() - checkedAtMs >= againAfterMs) await (checking ??= check());
    return isProven;
  };
  return {
    async resolve(name, type) {
      const isSure = await proved();
      const answer = await dns.resolve(name, type);
      return isSure || answer.kind === 'unanswered' ? answer : { ...answer, isSecure: false };
    },
    async resolveTlsa(name) {
      if (await proved()) return dns.resolveTlsa(name);
      return { kind: 'missing', reason: 'no-record', aliases: [], isSecure: false };
    },
  };
}

/** Undefined where there is none. */
async function doubtOf(dns: ValidatingDns): Promise<string | undefined> {
  const signed = await dns.resolve(known.signed, 'NS');
  if (signed.kind === 'unanswered') return `it does not answer (${signed.reason})`;
  if (signed.isSecure !== true) return 'it does not vouch for the root zone: it does not validate';
  const forged = await dns.resolve(known.forged, 'A');
  if (forged.kind === 'unanswered' && forged.reason === 'server-failure') return undefined;
  if (forged.kind === 'unanswered') return `it does not answer (${forged.reason})`;
  return `it answers for ${known.forged}, whose signatures are wrong: it does not validate`;
}
