import type { Answer, DecodedPacket } from 'dns-packet';
import { z } from 'zod';
import type { DnsAnswer, DnsValues, TlsaRecord } from '../../application/ports/dns.js';
import { plainName } from './query.js';
import type { Unanswered } from './resolver-client.js';

/** What each type of record holds. */
export type WireValues = DnsValues & { readonly TLSA: TlsaRecord };

type Readers = { readonly [Type in keyof WireValues]: z.ZodType<WireValues[Type]> };

const name = z.string().transform(plainName);
const bytes = z.instanceof(Buffer);

/** As the decoder gives them. */
const readers: Readers = {
  A: z.string(),
  AAAA: z.string(),
  CNAME: name,
  NS: name,
  PTR: name,
  TXT: z
    .union([z.array(bytes), bytes.transform((one) => [one])])
    .transform((strings) => strings.map((string) => string.toString())),
  MX: z
    .object({ preference: z.number().default(0), exchange: name })
    .transform(({ preference, exchange }) => ({ priority: preference, exchange: exchange === '.' ? '' : exchange })),
  CAA: z
    .object({ flags: z.number().default(0), tag: z.string(), value: z.string() })
    .transform(({ flags, tag, value }) => ({ critical: (flags & 0x80) !== 0, tag, value })),
  TLSA: z
    .object({ usage: z.number(), selector: z.number(), matchingType: z.number(), certificate: bytes })
    .transform(({ certificate, ...rest }) => ({ ...rest, data: Buffer.from(certificate) })),
};

/** RFC 1035 §4.1.1. */
const responseCodes: Readonly<Record<string, Unanswered['reason']>> = {
  SERVFAIL: 'server-failure',
  REFUSED: 'refused',
};

/** What a resolver's answer says of a name, through the aliases that stand in it. */
export function readRecords<Type extends keyof WireValues>(
  packet: DecodedPacket,
  asked: string,
  type: Type,
): DnsAnswer<WireValues[Type]> | Unanswered {
  const answers = packet.answers ?? [];
  const aliases = type === 'CNAME' ? [] : aliasesOf(answers, asked);
  const owner = aliases.at(-1) ?? asked;
  const code = rcodeOf(packet);
  const isSecure = packet.flag_ad;
  if (code === 'NXDOMAIN') return { kind: 'missing', reason: 'no-such-name', aliases, isSecure };
  if (code !== 'NOERROR') return { kind: 'unanswered', reason: responseCodes[code] ?? 'malformed' };
  const values: WireValues[Type][] = [];
  for (const answer of answers) {
    if (answer.type !== type || plainName(answer.name) !== owner) continue;
    const read = readers[type].safeParse('data' in answer ? answer.data : undefined);
    if (!read.success) return { kind: 'unanswered', reason: 'malformed' };
    values.push(read.data);
  }
  if (values.length === 0) return { kind: 'missing', reason: 'no-record', aliases, isSecure };
  return { kind: 'found', values, aliases, isSecure };
}

function aliasesOf(answers: readonly Answer[], asked: string): readonly string[] {
  const next = new Map(
    answers.flatMap((answer) =>
      answer.type === 'CNAME' ? [[plainName(answer.name), plainName(answer.data)] as const] : [],
    ),
  );
  const aliases: string[] = [];
  for (let at = next.get(asked); at !== undefined && !aliases.includes(at); at = next.get(at)) aliases.push(at);
  return aliases;
}

/** The decoder gives it, and its types do not say so. */
function rcodeOf(packet: DecodedPacket): string {
  return z.object({ rcode: z.string() }).parse(packet).rcode;
}
