import { categories } from '../../src/programs/resources/resources.js';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventStore } from '../../src/application/ports/event-store.js';
import { openEventStoreDb } from '../../src/infrastructure/event-store/eventstoredb/eventstoredb-event-store.js';
import { type StandIn, startEventStoreStandIn } from '../support/eventstore-stand-in/index.mjs';
import { loopbackCertificate } from '../support/loopback-certificate.js';
import { newStream, write } from './event-store/writes.js';

const credentials = { user: 'posthorn', password: 'a p@ss:word' };

describe('EventStoreDB over TLS, with a user', () => {
  let folder: string;
  let server: StandIn;
  let store: EventStore | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-eventstore-'));
    await writeFile(join(folder, 'ca.pem'), loopbackCertificate.certificate);
    server = await startEventStoreStandIn({ dir: join(folder, 'log'), tls: loopbackCertificate, credentials });
  });
  afterEach(() => store?.close());
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const open = (user: string, options: string, scheme = 'esdb') => {
    store = openEventStoreDb({
      categories,
      url: `${scheme}://${user}@localhost:${server.port}${options}`,
      timings: { appendDeadlineMs: 2_000 },
    });
    return store;
  };
  const encoded = `${credentials.user}:${encodeURIComponent(credentials.password)}`;
  const trusting = () => `?tlsCAFile=${encodeURIComponent(join(folder, 'ca.pem'))}`;

  it.each(['esdb', 'esdb+discover', 'kurrentdb'])('%s: writes, reads and follows', async (scheme) => {
    const opened = open(encoded, trusting(), scheme);
    const stream = newStream();
    expect(await opened.append([write(stream, 'no-stream', 'Opened', 'Closed')])).toMatchObject({ result: 'written' });
    expect((await opened.readStream(stream)).map(({ type }) => type)).toEqual(['Opened', 'Closed']);
    for await (const { events, atEnd } of opened.subscribe({ filter: {}, signal: new AbortController().signal })) {
      if (events.some((event) => event.stream === stream)) return;
      if (atEnd) throw new Error('the end was reached without it');
    }
  });

  it('writes and reads nothing with a wrong password, and says so without it', async () => {
    const opened = open(`${credentials.user}:wrong-secret`, trusting());
    const stream = newStream();
    const appended = await opened.append([write(stream, 'no-stream', 'Opened')]).catch((error: unknown) => error);
    expect(appended).not.toMatchObject({ result: 'written' });
    const failure = await opened.readStream(stream).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(`${String(failure)} ${JSON.stringify(appended)}`).not.toContain('wrong-secret');
    expect(await open(encoded, trusting()).readStream(stream)).toEqual([]);
  });

  it('talks to nobody whose certificate no known authority has signed', async () => {
    const opened = open(encoded, '');
    expect(await opened.append([write(newStream(), 'no-stream', 'Opened')])).toMatchObject({ result: 'unknown' });
    await expect(opened.readStream(newStream())).rejects.toThrow();
  });
});
