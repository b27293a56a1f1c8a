import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { collectBytes } from '../../../src/infrastructure/http/edge/collect-bytes.js';
import { IncomingBody } from '../../../src/infrastructure/http/edge/incoming-body.js';
import { UploadBody } from '../../../src/infrastructure/http/edge/upload-body.js';

const pace = { periodMs: 10_000, minBytesPerSecond: 1_000 };
const freely = { hold: () => true, release: () => undefined };
const never = async (): Promise<void> => undefined;

/** Streams go on; only periods are ours. */
function fakeClock(): void {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
}

/** A client that sends what it is told to, when it is told to. */
function client() {
  const stream = new Readable({ read: () => undefined });
  return { stream, send: (bytes: number) => stream.push(Buffer.alloc(bytes)) };
}

/** Whichever way a body is read: what it ends with, as a status where it is one. */
const readers: readonly (readonly [string, (stream: Readable) => Promise<unknown>])[] = [
  ['as a whole', (stream) => collectBytes(stream, { announcedBytes: 0, maxBytes: 1_000_000, memory: freely, pace })],
  [
    'as a whole whose size is known',
    (stream) => collectBytes(stream, { announcedBytes: 900_000, maxBytes: 1_000_000, memory: freely, pace }),
  ],
  [
    'as a form',
    (stream) =>
      new UploadBody(stream, 'x', { pace, hold: () => true })
        .read({ maxBytes: 1_000_000, fields: [], file: 'file', take: never })
        .catch((error: { statusCode: number }) => ({ 408: 'too-slow', 413: 'too-large' })[error.statusCode]),
  ],
];

describe.each(readers)('a body that is read %s', (_how, read) => {
  beforeEach(fakeClock);
  afterEach(() => void jest.useRealTimers());

  it.each([
    ['is silent from the beginning', 0, 0],
    ['is silent after a while', 50_000, 0],
    ['drips', 100, 900],
  ])('is given up where its client %s', async (_what, atFirst, eachSecond) => {
    const { stream, send } = client();
    const outcome = read(stream);
    send(atFirst);
    for (let second = 0; second < 30; second += 1) {
      if (eachSecond > 0 && !stream.destroyed) send(eachSecond);
      await jest.advanceTimersByTimeAsync(1_000);
    }
    expect(await outcome).toBe('too-slow');
    // It was answered, and nothing comes: the connection is not kept.
    expect(stream.destroyed).toBe(true);
  });

  it('goes on while it keeps coming', async () => {
    const { stream, send } = client();
    let ended: unknown;
    void read(stream).then(
      (outcome) => (ended = outcome),
      () => undefined,
    );
    for (let second = 0; second < 60; second += 1) {
      send(1_100);
      await jest.advanceTimersByTimeAsync(1_000);
    }
    expect(ended).toBeUndefined();
    stream.destroy();
  });

  it('is refused once it is too large, and its rest dropped', async () => {
    const { stream, send } = client();
    const outcome = read(stream);
    for (let count = 0; count < 5; count += 1) send(250_000);
    await jest.advanceTimersByTimeAsync(1);
    expect(await outcome).toBe('too-large');
    expect(stream.readableLength).toBe(0);
    stream.destroy();
  });
});

describe('a body whose reader takes long', () => {
  beforeEach(fakeClock);
  afterEach(() => void jest.useRealTimers());

  it('makes its client wait, and is not too slow for that', async () => {
    const { stream, send } = client();
    const body = new IncomingBody(stream, { maxBytes: 100_000_000, pace });
    for (let count = 0; count < 100; count += 1) send(64 * 1024);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(stream.readableLength).toBeGreaterThan(90 * 64 * 1024);
    expect(await body.next()).toHaveLength(64 * 1024);
    stream.destroy();
  });
});
