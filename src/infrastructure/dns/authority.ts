import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { DnsType } from '../../application/ports/dns.js';

/** `lame`: it answered, and not as one that the zone is kept on. `silent`: nothing came. */
export type Authority = 'authoritative' | 'lame' | 'silent';

export interface ServerAddress {
  readonly address: string;
  readonly port: number;
}

/** RFC 1035 §3.2.2, RFC 3596, RFC 8659. */
const typeNumbers: Readonly<Record<DnsType, number>> = {
  A: 1,
  NS: 2,
  CNAME: 5,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  CAA: 257,
};

const headerOctets = 12;
/** RFC 1035 §4.1.1. */
const responseBit = 0x8000;
const authoritativeBit = 0x0400;

/**
 * Whether a server speaks for the zone of a name: a parent zone's refers to others, and a resolver repeats what it
 * heard. Node's library hides that bit, so that one question is asked by hand; of the answer only the header is read.
 */
export async function authorityOf(
  { address, port }: ServerAddress,
  name: string,
  type: DnsType,
  timeoutMs: number,
): Promise<Authority> {
  const question = questionOf(name, type);
  if (question === undefined) return 'lame';
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  try {
    // Connected, so that the kernel drops what any other address sends.
    return await answerTo(socket, { address, port }, question, timeoutMs);
  } catch {
    return 'silent';
  } finally {
    socket.close();
  }
}

function answerTo(
  socket: Socket,
  { address, port }: ServerAddress,
  question: Buffer,
  timeoutMs: number,
): Promise<Authority> {
  const message = Buffer.concat([headerWith(randomInt(0x1_0000)), question]);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('silent'), timeoutMs);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      settle();
    };
    socket.on('error', (error) => end(() => reject(error)));
    socket.on('message', (answer) => {
      const authority = readAnswer(answer, message);
      if (authority !== undefined) end(() => resolve(authority));
    });
    socket.on('connect', () => socket.send(message));
    socket.connect(port, address);
  });
}

/** @returns undefined when it does not answer this question. */
function readAnswer(answer: Buffer, asked: Buffer): Authority | undefined {
  if (answer.length < headerOctets || answer.readUInt16BE(0) !== asked.readUInt16BE(0)) return undefined;
  const flags = answer.readUInt16BE(2);
  if ((flags & responseBit) === 0) return undefined;
  return (flags & authoritativeBit) === 0 ? 'lame' : 'authoritative';
}

/** One question, and no wish for recursion: what a resolver has from others is of no use. */
function headerWith(id: number): Buffer {
  const header = Buffer.alloc(headerOctets);
  header.writeUInt16BE(id, 0);
  header.writeUInt16BE(1, 4);
  return header;
}

/** RFC 1035 §4.1.2. Undefined where the name cannot be written on the wire. */
function questionOf(name: string, type: DnsType): Buffer | undefined {
  const labels = name.split('.').map((label) => Buffer.from(label, 'latin1'));
  if (name.length > 253 || labels.some(({ length }) => length === 0 || length > 63)) return undefined;
  const [internetClass, number] = [1, typeNumbers[type]];
  const written = labels.flatMap((label) => [Buffer.from([label.length]), label]);
  return Buffer.concat([...written, Buffer.from([0, number >> 8, number & 0xff, 0, internetClass])]);
}
