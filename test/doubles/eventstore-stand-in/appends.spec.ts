import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { binaryEvent, type EventData, EventStoreDBClient } from '@eventstore/db-client';
import { eventOf, type OpenedStandIn, openStandIn } from '../../support/eventstore-client.js';
import { loopbackCertificate } from '../../support/loopback-certificate.js';

/** `credentials` make the client take the other of its two paths. */
const paths: [string, { credentials?: { username: string; password: string } }][] = [
  ['batch', {}],
  ['single', { credentials: { username: 'admin', password: 'changeit' } }],
];

describe('appends to the EventStoreDB stand-in', () => {
  let opened: OpenedStandIn;
  let client: EventStoreDBClient;

  beforeEach(async () => {
    opened = await openStandIn();
    client = opened.client;
  });
  afterEach(() => opened.close());

  const idsOf = async (stream: string, reader = client) => {
    const ids: string[] = [];
    for await (const { event } of reader.readStream(stream)) ids.push(event!.id);
    return ids;
  };

  describe.each(paths)('on the %s path', (_, options) => {
    it('gives back what was appended, in order, as it was', async () => {
      const data = Buffer.from([0, 255, 1]);
      const appended = await client.appendToStream(
        'order-1',
        [eventOf('Placed'), binaryEvent({ type: 'Paid', data, metadata: data })],
        { expectedRevision: 'no_stream', ...options },
      );
      const read = [];
      for await (const { event } of client.readStream('order-1')) read.push(event!);
      expect(read).toMatchObject([
        { type: 'Placed', revision: 0n, data: 'x'.repeat(8), metadata: undefined },
        { type: 'Paid', revision: 1n, data: new Uint8Array(data), metadata: new Uint8Array(data) },
      ]);
      expect(appended).toEqual({ success: true, nextExpectedRevision: 1n, position: read[1]!.position });
    });

    it.each<['no_stream' | 'stream_exists' | bigint, string, bigint | 'no_stream']>([
      ['no_stream', 'order-1', 0n],
      [3n, 'order-1', 0n],
      [0n, 'absent-1', 'no_stream'],
      ['stream_exists', 'absent-1', 'no_stream'],
    ])('refuses %s for %s and writes nothing', async (expectedRevision, stream, actualVersion) => {
      await client.appendToStream('order-1', eventOf('Placed'));
      const late = client.appendToStream(stream, eventOf('Late'), { expectedRevision, ...options });
      await expect(late).rejects.toMatchObject({
        type: 'wrong-expected-version',
        streamName: stream,
        expectedVersion: expectedRevision,
        actualVersion,
      });
      expect(await idsOf('order-1')).toHaveLength(1);
    });

    it('takes 1 MiB in one append over all its events, and no more', async () => {
      const most = Array.from({ length: 900 }, () => eventOf('Line', 1024));
      const tooMuch = Array.from({ length: 1200 }, () => eventOf('Line', 1024));
      const tooLarge = { type: 'maximum-append-size-exceeded', maxAppendSize: 1_048_576 };
      await client.appendToStream('order-1', most, options);
      await expect(client.appendToStream('order-2', tooMuch, options)).rejects.toMatchObject(tooLarge);
      await expect(client.appendToStream('order-3', eventOf('Line', 1_048_577), options)).rejects.toMatchObject(
        tooLarge,
      );
      await client.appendToStream('order-3', eventOf('Line', 1_048_000), options);
      await expect(idsOf('order-2')).rejects.toMatchObject({ type: 'stream-not-found' });
      expect([(await idsOf('order-1')).length, (await idsOf('order-3')).length]).toEqual([900, 1]);
    });

    describe('a repeated id', () => {
      const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()] as const;
      const append = async (ids: readonly string[], expectedRevision: EventRevision) =>
        (await client.appendToStream('order-1', events(ids), { expectedRevision, ...options })).nextExpectedRevision;

      beforeEach(() => append([one, two], 'no_stream'));

      it.each<[string, string[], EventRevision, bigint]>([
        ['all of them, "no_stream"', [one, two], 'no_stream', 1n],
        ['all of them, any revision', [one, two], 'any', 1n],
        ['the first, "no_stream"', [one], 'no_stream', 0n],
        ['the last, at its place', [two], 0n, 1n],
        ['in another order, any revision', [two, one], 'any', 0n],
      ])('counts as done: %s', async (_, ids, expectedRevision, next) => {
        await append([three], 1n);
        expect(await append(ids, expectedRevision)).toBe(next);
        expect(await idsOf('order-1')).toEqual([one, two, three]);
      });

      it.each<[string, string[], EventRevision]>([
        ['a known one before a new one, any revision', [two, three], 'any'],
        ['a new one between known ones, any revision', [one, three, two], 'any'],
        ['a known one before a new one at their place', [two, three], 0n],
        ['another place', [two], 'no_stream'],
      ])('is refused: %s', async (_, ids, expectedRevision) => {
        await expect(append(ids, expectedRevision)).rejects.toMatchObject({
          type: 'wrong-expected-version',
          expectedVersion: expectedRevision,
          actualVersion: 1n,
        });
        expect(await idsOf('order-1')).toEqual([one, two]);
      });

      it('is written again at the current revision', async () => {
        expect(await append([two], 1n)).toBe(2n);
        expect(await idsOf('order-1')).toEqual([one, two, two]);
      });
    });
  });

  it('lets one of many appends with one expected revision win', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        client.appendToStream('order-1', eventOf('Placed'), { expectedRevision: 'no_stream' }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await idsOf('order-1')).toHaveLength(1);
  });

  it('is found by a client that asks for the leader first', async () => {
    const discovering = EventStoreDBClient.connectionString(
      `esdb+discover://127.0.0.1:${opened.standIn.port}?tls=false`,
    );
    await discovering.appendToStream('order-1', eventOf('Placed'), { requiresLeader: true });
    await discovering.dispose();
    expect(await idsOf('order-1')).toHaveLength(1);
  });

  it('is reached over TLS', async () => {
    const secure = await openStandIn({ tls: loopbackCertificate });
    const authority = join(secure.dir, 'authority.pem');
    await writeFile(authority, loopbackCertificate.certificate);
    const { port, connectionString } = secure.standIn;
    const trusting = EventStoreDBClient.connectionString(
      `esdb://admin:secret@localhost:${port}?tls=true&tlsCAFile=${authority}`,
    );
    await trusting.appendToStream('order-1', eventOf('Placed'));
    expect(await idsOf('order-1', trusting)).toHaveLength(1);
    expect(connectionString).toBe(`esdb://127.0.0.1:${port}?tls=true`);
    await expect(idsOf('order-1', secure.client)).rejects.toMatchObject({ code: 14 });
    await trusting.dispose();
    await secure.close();
  });

  it('compares a batch deadline with its own clock', async () => {
    const append = () => client.appendToStream('order-1', eventOf('Placed'));
    opened.standIn.faults.moveClock(11_000);
    await expect(append()).rejects.toMatchObject({ type: 'deadline-exceeded' });
    opened.standIn.faults.moveClock(-60_000);
    await append();
    expect(await idsOf('order-1')).toHaveLength(1);
  });
});

type EventRevision = 'no_stream' | 'any' | bigint;

const events = (ids: readonly string[]): EventData[] => ids.map((id) => eventOf('Line', 10, id));
