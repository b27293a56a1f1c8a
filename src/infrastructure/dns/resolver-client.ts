import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';
import {
  AUTHENTIC_DATA,
  type DecodedPacket,
  decode,
  DNSSEC_OK,
  encode,
  type Packet,
  RECURSION_DESIRED,
} from 'dns-packet';
import type { DnsType, UnansweredReason } from '../../application/ports/dns.js';
import { plainName } from './query.js';

export interface ResolverSettings {
  readonly address: string;
  readonly port: number;
  /** For one try. */
  readonly timeoutMs: number;
  readonly tries: number;
}

export interface Unanswered {
  readonly kind: 'unanswered';
  readonly reason: UnansweredReason;
}

/** What fits into every path without fragments (DNS flag day 2020). */
const udpPayloadBytes = 1232;

/** One question to one resolver, over TCP where the answer does not fit into UDP. Never rejects. */
export async function askResolver(
  settings: ResolverSettings,
  name: string,
  type: DnsType | 'TLSA',
): Promise<DecodedPacket | Unanswered> {
  let reason: UnansweredReason = 'timeout';
  for (let left = settings.tries; left > 0; left -= 1) {
    try {
      const question = questionOf(name, type);
      const brief = await within(settings.timeoutMs, (end) => overUdp(settings, question, end));
      if (brief === undefined) continue;
      const answer = brief.flag_tc
        ? await within(settings.timeoutMs, (end) => overTcp(settings, question, end))
        : brief;
      if (answer !== undefined) return answer;
    } catch (error) {
      if (error instanceof RangeError) return { kind: 'unanswered', reason: 'malformed' };
      reason = 'unreachable';
    }
  }
  return { kind: 'unanswered', reason };
}

/** RFC 4035 §3.2.1, RFC 6840 §5.7: that we understand what a validator says. */
function questionOf(name: string, type: DnsType | 'TLSA'): Packet & { readonly id: number } {
  return {
    type: 'query',
    id: randomInt(0x1_0000),
    flags: RECURSION_DESIRED | AUTHENTIC_DATA,
    questions: [{ name, type, class: 'IN' }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: udpPayloadBytes,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: DNSSEC_OK,
        flag_do: true,
        options: [],
      },
    ],
  };
}

interface Ending {
  readonly signal: AbortSignal;
  readonly answer: (packet: DecodedPacket) => void;
  readonly fail: (error: Error) => void;
}

/** @returns undefined where nothing came in time. */
function within(timeoutMs: number, ask: (ending: Ending) => void): Promise<DecodedPacket | undefined> {
  const over = new AbortController();
  return new Promise<DecodedPacket | undefined>((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), timeoutMs);
    over.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    ask({ signal: over.signal, answer: resolve, fail: reject });
  }).finally(() => over.abort());
}

function overUdp({ address, port }: ResolverSettings, question: Packet, { signal, answer, fail }: Ending): void {
  const socket = createSocket({ type: isIPv6(address) ? 'udp6' : 'udp4', signal });
  socket.on('error', fail);
  socket.on('message', (message) => {
    const packet = answerTo(question, message);
    if (packet !== undefined) answer(packet);
  });
  // Connected, so that the kernel drops what any other address sends.
  socket.on('connect', () => socket.send(encode(question)));
  socket.connect(port, address);
}

/** RFC 1035 §4.2.2: two octets of length before each message. */
function overTcp({ address, port }: ResolverSettings, question: Packet, { signal, answer, fail }: Ending): void {
  const socket = connect({ host: address, port });
  signal.addEventListener('abort', () => socket.destroy(), { once: true });
  let received = Buffer.alloc(0);
  socket.on('error', fail);
  socket.on('end', () => fail(new Error('the resolver closed the connection')));
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
    const packet = answerTo(question, received.subarray(2, 2 + received.readUInt16BE(0)));
    if (packet === undefined) fail(new RangeError('no answer to the question'));
    else answer(packet);
  });
  const asked = encode(question);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(asked.length);
  socket.write(Buffer.concat([length, asked]));
}

/** @returns undefined where it answers another question, or cannot be read. */
function answerTo(asked: Packet, message: Buffer): DecodedPacket | undefined {
  try {
    const packet = decode(message);
    const [question] = asked.questions ?? [];
    const [echo] = packet.questions ?? [];
    const isSame = echo?.type === question?.type && plainName(echo?.name ?? '') === plainName(question?.name ?? '');
    return packet.flag_qr && packet.id === asked.id && isSame ? packet : undefined;
  } catch {
    return undefined;
  }
}
