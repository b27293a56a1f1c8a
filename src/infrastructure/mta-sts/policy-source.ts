import { z } from 'zod';
import type { KeptStsPolicy, StsPolicyMemory, StsPolicySource } from '../../application/ports/sts-policies.js';
import type { KeyStore } from '../../application/ports/vault.js';
import { createOutboundHttp, type Guard } from '../outbound-http/outbound-http.js';
import { createSealedFile } from '../system/sealed-file.js';

export interface PolicySourceSettings {
  /** Anyone who has a domain names the server: where connections may lead. */
  readonly guard: Guard;
  /** 443 but for tests. */
  readonly port: number;
}

/** RFC 8461 §3.3 suggests a minute; an email waits for it, and goes without a policy that cannot be had. */
const timeoutMs = 15_000;
const connectTimeoutMs = 10_000;
/** RFC 8461 §3.3. */
const mostPolicyBytes = 64 * 1024;

/** Over HTTPS with a certificate that is valid for the name; redirects are not followed (RFC 8461 §3.3). */
export function createPolicySource({ guard, port }: PolicySourceSettings): StsPolicySource {
  return {
    async fetch(domain) {
      const http = createOutboundHttp({ guard, keepAliveMs: 0, connectTimeoutMs, mostAnswerBytes: mostPolicyBytes });
      try {
        const url = new URL(`https://mta-sts.${domain}:${port}/.well-known/mta-sts.txt`);
        const headers = { accept: 'text/plain', 'user-agent': 'posthorn (fetches an MTA-STS policy)' };
        const signal = AbortSignal.timeout(timeoutMs);
        const { statusCode, headers: answered, body } = await http.request(url, { method: 'GET', headers, signal });
        const text = await body.text();
        const type = String(answered['content-type'] ?? '');
        const isPolicy = statusCode === 200 && /^text\/plain\s*(;|$)/i.test(type);
        return isPolicy ? { text } : { failed: 'sts-policy-fetch-error' };
      } catch (error) {
        return { failed: isAboutCertificate(error) ? 'sts-webpki-invalid' : 'sts-policy-fetch-error' };
      } finally {
        await http.close();
      }
    },
  };
}

/** Node's codes for a server that does not prove its name: `CERT_HAS_EXPIRED`, `UNABLE_TO_VERIFY_LEAF_SIGNATURE`, … */
function isAboutCertificate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /CERT|ISSUER|LEAF_SIGNATURE/.test(String(error.code));
}

const keptPolicies = z.array(
  z.object({
    domain: z.string(),
    id: z.string(),
    policy: z.object({
      mode: z.enum(['enforce', 'testing', 'none']),
      mx: z.array(z.string()),
      maxAgeSeconds: z.number(),
    }),
    fetchedAtMs: z.number(),
  }),
);

/** A file of the data folder, sealed: it shows which domains email goes to. */
export function createPolicyFile(dataDir: string, keys: KeyStore): StsPolicyMemory {
  const file = createSealedFile<readonly KeptStsPolicy[]>({ dataDir, keys, name: 'mta-sts' }, keptPolicies);
  return { read: async () => (await file.read()) ?? [], write: file.write };
}
