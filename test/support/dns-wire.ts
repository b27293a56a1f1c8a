import { isIPv6 } from 'node:net';

/** RFC 1035 §3.2.2, RFC 3596, RFC 8659, RFC 6698, RFC 6891: the types that the name server knows. */
export const typeNumbers = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  TLSA: 52,
  CAA: 257,
} as const;

export type WireType = keyof typeof typeNumbers;

/** What a record of each type holds. A TXT record is one string, or several. */
export interface WireValues {
  readonly A: string;
  readonly AAAA: string;
  readonly NS: string;
  readonly CNAME: string;
  readonly SOA: string;
  readonly PTR: string;
  readonly MX: readonly [priority: number, exchange: string];
  readonly TXT: string | readonly string[];
  readonly TLSA: readonly [usage: number, selector: number, matchingType: number, data: Buffer];
  readonly CAA: readonly [flags: number, tag: string, value: string];
}

/** One record of an answer. */
export type WireRecord = { [Type in WireType]: { name: string; type: Type; value: WireValues[Type] } }[WireType];

export const responseCodes = { ok: 0, serverFailure: 2, noSuchName: 3, refused: 5 } as const;

export interface Query {
  readonly id: number;
  readonly recursionDesired: boolean;
  /** As it was asked, whatever the case of its letters. */
  readonly name: string;
  readonly type: number;
  /** RFC 6891 §6.2.3: the largest UDP answer that the client takes; 512 without EDNS. */
  readonly udpPayloadSize: number;
}

export interface Reply {
  readonly code: number;
  readonly truncated: boolean;
  /** False when the server has it from another one. */
  readonly authoritative: boolean;
  /** RFC 4035 §3.2.3: it was validated. */
  readonly authenticated: boolean;
  readonly answers: readonly WireRecord[];
  readonly authority: readonly WireRecord[];
}

const internetClass = 1;
const optType = 41;
const ttlSeconds = 60;

/** RFC 1035 §4.1. Undefined where it is no query with one question. */
export function decodeQuery(message: Buffer): Query | undefined {
  if (message.length < 17 || message.readUInt16BE(4) !== 1) return undefined;
  const { name, end } = readName(message, 12);
  return {
    id: message.readUInt16BE(0),
    recursionDesired: (message.readUInt16BE(2) & 0x0100) !== 0,
    name,
    type: message.readUInt16BE(end),
    udpPayloadSize: payloadSize(message, end + 4),
  };
}

function readName(message: Buffer, start: number): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}

/**
 * The one additional record of a query is its OPT: the root's name, the type, and the size where others have a class.
 */
function payloadSize(message: Buffer, at: number): number {
  const hasOpt = message.length >= at + 5 && message.readUInt16BE(at + 1) === optType;
  return hasOpt ? Math.max(512, message.readUInt16BE(at + 3)) : 512;
}

/** RFC 1035 §4.1.1: an answer, its names written in full. */
export function encodeReply(query: Query, reply: Reply): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt16BE(query.id, 0);
  const flags =
    0x8000 |
    (reply.authoritative ? 0x0400 : 0) |
    (reply.truncated ? 0x0200 : 0) |
    (query.recursionDesired ? 0x0100 : 0) |
    (reply.authenticated ? 0x0020 : 0) |
    reply.code;
  header.writeUInt16BE(flags, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(reply.answers.length, 6);
  header.writeUInt16BE(reply.authority.length, 8);
  const question = [encodeName(query.name), uint16(query.type), uint16(internetClass)];
  return Buffer.concat([header, ...question, ...[...reply.answers, ...reply.authority].map(encodeRecord)]);
}

function encodeRecord(record: WireRecord): Buffer {
  const content = encodeValue(record);
  const ttl = Buffer.alloc(4);
  ttl.writeUInt32BE(ttlSeconds);
  const fixed = [uint16(typeNumbers[record.type]), uint16(internetClass), ttl, uint16(content.length)];
  return Buffer.concat([encodeName(record.name), ...fixed, content]);
}

function encodeValue(record: WireRecord): Buffer {
  switch (record.type) {
    case 'A':
      return Buffer.from(record.value.split('.').map(Number));
    case 'AAAA':
      return encodeIpv6(record.value);
    case 'NS':
    case 'CNAME':
    case 'PTR':
      return encodeName(record.value);
    case 'SOA':
      return Buffer.concat([encodeName(record.value), encodeName(`hostmaster.${record.value}`), Buffer.alloc(20)]);
    case 'MX':
      return Buffer.concat([uint16(record.value[0]), encodeName(record.value[1])]);
    case 'TXT':
      return Buffer.concat([record.value].flat().map(characterString));
    case 'TLSA':
      return Buffer.concat([Buffer.from(record.value.slice(0, 3) as number[]), record.value[3]]);
    case 'CAA':
      return Buffer.concat([
        Buffer.from([record.value[0]]),
        characterString(record.value[1]),
        Buffer.from(record.value[2]),
      ]);
  }
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '');
  return Buffer.concat([...labels.map(characterString), Buffer.from([0])]);
}

/** RFC 1035 §3.3: one octet of length, and at most 255 of content. */
function characterString(text: string): Buffer {
  const content = Buffer.from(text, 'latin1');
  if (content.length > 255) throw new Error(`a string of ${content.length} octets does not fit: split it`);
  return Buffer.concat([Buffer.from([content.length]), content]);
}

function encodeIpv6(address: string): Buffer {
  if (!isIPv6(address)) throw new Error(`${address} is no IPv6 address`);
  const [head = '', tail] = address.split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = new Array<string>(8 - before.length - after.length).fill('0');
  return Buffer.concat([...before, ...zeros, ...after].map((group) => uint16(Number.parseInt(group, 16))));
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
