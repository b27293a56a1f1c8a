import { once } from 'node:events';
import type { SMTPServerDataStream } from 'smtp-server';
import { maxLineOctets, maxMessageBytes, minDataBytesPerSecond } from './limits.js';
import { createLineLengthCheck } from './line-endings.js';
import type { Fault } from './replies.js';

export interface ReceiveOptions<Result> {
  readonly stream: SMTPServerDataStream;
  readonly accept: (message: AsyncIterable<Buffer>) => Promise<Result>;
  readonly dataGraceMs: number;
  /** Without its CRLF; absent: {@link maxLineOctets}. */
  readonly mostLineOctets?: number;
  /** It comes too slowly, or goes on for ever after it was refused. */
  readonly onHopeless: (fault: 'data-timeout' | 'message-too-large') => void;
}

export interface ReceivedFault {
  readonly kind: 'fault';
  readonly fault: Fault;
  readonly cause?: unknown;
}

const paceCheckEveryMs = 1_000;

/** Hands a message on while it comes in, and resolves when both are over: it was judged, and its last octet is here. */
export async function receiveMessage<Result>({
  stream,
  accept,
  dataGraceMs,
  mostLineOctets = maxLineOctets,
  onHopeless,
}: ReceiveOptions<Result>): Promise<Result | ReceivedFault> {
  // The reader of the message gets its error; one without a listener would end the process.
  stream.on('error', () => undefined);
  const startedAtMs = performance.now();
  const pace = setInterval(
    () => {
      const elapsedMs = performance.now() - startedAtMs;
      const behindMs = elapsedMs - (stream.byteLength / minDataBytesPerSecond) * 1_000;
      if (stream.byteLength > 2 * maxMessageBytes) onHopeless('message-too-large');
      else if (!stream.writableEnded && behindMs > dataGraceMs) onHopeless('data-timeout');
    },
    Math.min(paceCheckEveryMs, dataGraceMs),
  );
  try {
    const received = await judge(stream, accept, mostLineOctets);
    await drained(stream);
    return received;
  } finally {
    clearInterval(pace);
  }
}

async function judge<Result>(
  stream: SMTPServerDataStream,
  accept: ReceiveOptions<Result>['accept'],
  mostLineOctets: number,
): Promise<Result | ReceivedFault> {
  let refused: Fault | undefined;
  const message = sound(stream, mostLineOctets, (fault) => {
    refused = fault;
  });
  try {
    const result = await accept(message);
    // What the reader made of half a message is of no account.
    return refused === undefined ? result : { kind: 'fault', fault: refused };
  } catch (cause) {
    return refused === undefined ? { kind: 'fault', fault: 'failed', cause } : { kind: 'fault', fault: refused };
  }
}

/** Throws in the middle of a message that will not be taken, and says why. */
async function* sound(
  stream: SMTPServerDataStream,
  mostLineOctets: number,
  onRefused: (fault: Fault) => void,
): AsyncGenerator<Buffer> {
  const fits = createLineLengthCheck(mostLineOctets);
  let bytes = 0;
  // Left alone when the reader stops early: what is still to come has to be drained.
  const chunks = stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    const fault = bytes > maxMessageBytes ? 'message-too-large' : fits(chunk) ? undefined : 'line-too-long';
    if (fault !== undefined) {
      onRefused(fault);
      throw new Error(fault);
    }
    yield chunk;
  }
}

/** The reply to a message comes after its end: a client that is still sending does not look for one. */
async function drained(stream: SMTPServerDataStream): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return;
  const over = new AbortController();
  const { signal } = over;
  stream.resume();
  await Promise.race([once(stream, 'end', { signal }), once(stream, 'close', { signal })]).catch(() => undefined);
  over.abort();
}
