import { createPublicKey } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ARCData, DNSResolver } from 'mailauth';
import { arc } from 'mailauth/lib/arc/index.js';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { dmarc } from 'mailauth/lib/dmarc/index.js';
import { spf } from 'mailauth/lib/spf/index.js';
import type { Arrival } from '../../application/ports/mail-authentication.js';
import { type Authenticated, type Verdict, verdictResults } from '../../domain/shared/verdicts.js';

/** What an email proves of itself (RFC 8601 results). Its time grows with its size, and with what the DNS takes. */
export async function verifyMessage(message: Readable, arrival: Arrival, names: DNSResolver): Promise<Authenticated> {
  const resolver = withReadRecords(names);
  const { helo, address: ip } = arrival;
  const sender = arrival.sender ?? '';
  const signatures = await dkimVerify(message, { resolver, sender });
  const [origin, chain] = await Promise.all([
    spf({ sender, ip, helo, mta: 'localhost', resolver }),
    // What the package hands from one to the other, which its types spell in two ways.
    arc(signatures.arc as ARCData, { resolver }),
  ]);
  const spfVerdict = resultOf(origin.status.result);
  const passed = signatures.results.filter(({ status }) => status.result === 'pass');
  // RFC 7489 §6.6.1: an email of several authors, or none, has no policy.
  const policy = await dmarc({
    headerFrom: signatures.headerFrom,
    spfDomains: spfVerdict === 'pass' ? [origin.domain] : [],
    dkimDomains: passed.map(({ signingDomain }) => ({ domain: signingDomain })),
    resolver,
  });
  const dmarcVerdict = policy === false ? 'none' : resultOf(policy.status.result);
  return {
    verdicts: {
      spf: spfVerdict,
      dkim: bestOf(signatures.results.map(({ status }) => ofSignature(status))),
      dmarc: dmarcVerdict,
      arc: resultOf(chain.status.result),
    },
    passed: {
      spf: spfVerdict === 'pass' ? domainOf(origin.domain) : null,
      dkim: [...new Set(passed.flatMap(({ signingDomain }) => domainOf(signingDomain) ?? []))],
      dmarc: dmarcVerdict === 'pass' && policy !== false ? domainOf(signatures.headerFrom[0]?.split('@').at(-1)) : null,
    },
  };
}

/**
 * Two spellings that the package does not read are handed on as the ones that it does. RFC 6376 §3.6.1 asks for a bare
 * RSAPublicKey (RFC 8017) as a key, and most write a SubjectPublicKeyInfo. RFC 7208 §7.1 lets a name end in a dot.
 */
const withReadRecords =
  (names: DNSResolver): DNSResolver =>
  async (name, type) => {
    const records = await names(name, type);
    if (type !== 'TXT') return records;
    return records.map((record) => {
      const text = [record].flat().join('');
      if (name.includes('._domainkey.')) return [withWrappedKey(text)];
      return [text.startsWith('v=spf1 ') ? text.replaceAll(finalDot, '') : text];
    });
  };

const finalDot = /(?<=[\w}-])\.(?=[ /]|$)/g;
const derSequence = 0x30;
const derInteger = 0x02;

/** Tag by tag: a pattern for all of a record takes time for each two of its characters, and it is a stranger's. */
function withWrappedKey(record: string): string {
  const tags = record.split(';');
  const at = tags.findIndex((tag) => /^\s*p\s*=/.test(tag));
  const tag = tags[at];
  if (tag === undefined) return record;
  const start = tag.indexOf('=') + 1;
  return tags.with(at, tag.slice(0, start) + wrapped(tag.slice(start))).join(';');
}

/** In base64; what is no bare RSA key comes back as it is. */
function wrapped(key: string): string {
  const bytes = Buffer.from(key, 'base64');
  // From 128 bytes on a length begins with how many bytes it has.
  const firstInside = (bytes[1] ?? 0) < 0x80 ? 2 : 2 + ((bytes[1] ?? 0) & 0x7f);
  if (bytes[0] !== derSequence || bytes[firstInside] !== derInteger) return key;
  try {
    const known = createPublicKey({ key: bytes, format: 'der', type: 'pkcs1' });
    return known.export({ format: 'der', type: 'spki' }).toString('base64');
  } catch {
    return key;
  }
}

/** As it is compared; null where the package says none. */
function domainOf(written: string | undefined): string | null {
  return written === undefined || written === '' ? null : written.toLowerCase();
}

/** One that is right is enough; a wrong one is ignored beside it (RFC 6376 §6.1). */
const order: readonly Verdict[] = ['pass', 'temperror', 'fail', 'policy', 'permerror', 'neutral'];

function bestOf(results: readonly Verdict[]): Verdict {
  return order.find((result) => results.includes(result)) ?? 'none';
}

interface Status {
  readonly result: string;
  readonly comment?: string | false;
}

/** What the package calls neutral is more than that: the email was altered, or its key is not there. */
function ofSignature({ result, comment }: Status): Verdict {
  if (result !== 'neutral') return resultOf(result);
  if (comment === 'body hash did not verify') return 'fail';
  return comment === 'no key' || /^(?:unknown|invalid) .*key/.test(comment || '') ? 'permerror' : 'neutral';
}

function resultOf(written: string): Verdict {
  return verdictResults.find((known) => known === written) ?? 'neutral';
}
