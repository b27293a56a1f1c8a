import { parseStsPolicy, type StsPolicy, stsRecordId } from '../../../domain/shared/mta-sts.js';
import type { Clock } from '../../ports/clock.js';
import type { Dns } from '../../ports/dns.js';
import type { KeptStsPolicy, StsFailure, StsPolicyMemory, StsPolicySource } from '../../ports/sts-policies.js';
import { BoundedMap } from '../../shared/bounded-map.js';
import { ExpiringCache } from './expiring-cache.js';

export interface StsPoliciesSettings {
  readonly dns: Dns;
  readonly clock: Pick<Clock, 'now' | 'monotonicMs'>;
  readonly source: StsPolicySource;
  readonly memory: StsPolicyMemory;
  /** How long the answer to a question for the TXT record is good. */
  readonly recordLifeMs: number;
  /** What was learned could not be kept: a restart may forget it. */
  readonly onFailure: (error: unknown) => void;
}

/** The MTA-STS policies of receiving domains (RFC 8461). */
export interface StsPolicies {
  /** What holds for the domain now; undefined where it publishes none. Never rejects. */
  policyOf(domain: string): Promise<StsPolicy | undefined>;
  /** Why the domain has none, though it announces one; undefined where none is announced, or one holds. */
  failureOf(domain: string): StsFailure | undefined;
  /** Writes what is not kept yet. */
  close(): Promise<void>;
}

const mostDomains = 10_000;
/** RFC 8461 §3.3: a policy that could not be fetched is not asked for again at each email. */
const failedLifeMs = 300_000;
/** RFC 8461 §3.3: fetched again long before its end, so that an outage then does not strip the TLS. */
const refreshAfterMs = 86_400_000;
const writeAfterMs = 10_000;

/** Reads what an earlier process kept. */
export async function openStsPolicies(settings: StsPoliciesSettings): Promise<StsPolicies> {
  const { dns, clock, source, memory, recordLifeMs, onFailure } = settings;
  const kept = new BoundedMap<string, KeptStsPolicy>(mostDomains);
  for (const policy of await memory.read()) kept.set(policy.domain, policy);
  const ids = new ExpiringCache<string | undefined>({ clock, maxEntries: mostDomains, lifeMs: () => recordLifeMs });
  const failed = new ExpiringCache<'failed' | 'fetched'>({
    clock,
    maxEntries: mostDomains,
    lifeMs: (outcome) => (outcome === 'failed' ? failedLifeMs : 0),
  });
  const failures = new BoundedMap<string, StsFailure>(mostDomains);
  const saving = saver(() => memory.write([...kept.values()]), onFailure);

  /** One fetch at a time for a domain, and none for a while after one that failed. */
  const fetch = (domain: string, id: string) =>
    failed.get(`${domain} ${id}`, async () => {
      const answer = await source.fetch(domain);
      const policy = 'text' in answer ? parseStsPolicy(answer.text) : undefined;
      if (policy === undefined) {
        failures.set(domain, 'failed' in answer ? answer.failed : 'sts-policy-invalid');
        return 'failed';
      }
      failures.delete(domain);
      kept.set(domain, { domain, id, policy, fetchedAtMs: clock.now() });
      saving.soon();
      return 'fetched';
    });
  const heldFor = (domain: string): KeptStsPolicy | undefined => {
    const one = kept.get(domain);
    return one !== undefined && clock.now() < one.fetchedAtMs + one.policy.maxAgeSeconds * 1000 ? one : undefined;
  };

  return {
    async policyOf(domain) {
      const id = await ids.get(domain, async () => stsRecordId(await recordsOf(dns, domain)));
      const known = heldFor(domain);
      // RFC 8461 §5.1: what is known holds to its end, though the record or the file is gone.
      if (id === undefined) {
        failures.delete(domain);
        return known?.policy;
      }
      if (known?.id !== id) {
        // Even one whose time is over at once holds for the email that asked.
        if ((await fetch(domain, id)) === 'fetched') return kept.get(domain)?.policy;
      } else if (clock.now() - known.fetchedAtMs > refreshAfterMs) void fetch(domain, id);
      return heldFor(domain)?.policy;
    },
    failureOf: (domain) => (heldFor(domain) === undefined ? failures.get(domain) : undefined),
    close: () => saving.close(),
  };
}

async function recordsOf(dns: Dns, domain: string): Promise<readonly string[]> {
  const answer = await dns.resolve(`_mta-sts.${domain}`, 'TXT');
  return answer.kind === 'found' ? answer.values.map((strings) => strings.join('')) : [];
}

/** Many policies are learned at one moment: they are written together. */
function saver(write: () => Promise<void>, onFailure: (error: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  const now = (): void => {
    timer = undefined;
    last = last.then(write).catch(onFailure);
  };
  return {
    soon(): void {
      timer ??= setTimeout(now, writeAfterMs).unref();
    },
    async close(): Promise<void> {
      if (timer !== undefined) {
        clearTimeout(timer);
        now();
      }
      await last;
    },
  };
}
