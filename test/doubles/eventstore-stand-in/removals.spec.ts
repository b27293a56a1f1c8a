import { BACKWARDS, END, type EventStoreDBClient, START } from '@eventstore/db-client';
import { eventOf, type OpenedStandIn, openStandIn } from '../../support/eventstore-client.js';
import { waitFor } from '../../support/wait-for.js';

const LAST_REVISION = 9_223_372_036_854_775_807n;
const withCredentials = { credentials: { username: 'admin', password: 'secret' } };

describe('removed and hidden events of the EventStoreDB stand-in', () => {
  let opened: OpenedStandIn;
  let client: EventStoreDBClient;

  beforeEach(async () => {
    opened = await openStandIn();
    client = opened.client;
    await client.appendToStream('order-1', [eventOf('A'), eventOf('B'), eventOf('C')], {
      expectedRevision: 'no_stream',
    });
  });
  afterEach(() => opened.close());

  const revisions = async (options: Parameters<EventStoreDBClient['readStream']>[1] = {}) => {
    const read: bigint[] = [];
    for await (const { event } of client.readStream('order-1', options)) read.push(event!.revision);
    return read;
  };

  const typesOfAll = async () => {
    const types: string[] = [];
    for await (const { event } of client.readAll()) types.push(`${event!.streamId} ${event!.type}`);
    return types;
  };

  describe('a soft delete', () => {
    it('hides the stream, says so in its metadata and keeps its events in $all', async () => {
      await client.deleteStream('order-1', { expectedRevision: 2n });
      await expect(revisions()).rejects.toMatchObject({ type: 'stream-not-found', streamName: 'order-1' });
      const { metadata } = await client.getStreamMetadata('order-1');
      expect(metadata).toEqual({ truncateBefore: Number(LAST_REVISION) });
      expect(await typesOfAll()).toEqual([
        '$$$scavenges $metadata',
        'order-1 A',
        'order-1 B',
        'order-1 C',
        '$$order-1 $metadata',
      ]);
    });

    it.each(['no_stream', 'any', 2n] as const)(
      'goes on after the last revision, expecting %s',
      async (expectedRevision) => {
        await client.deleteStream('order-1');
        const again = await client.appendToStream('order-1', [eventOf('D'), eventOf('E')], { expectedRevision });
        expect(again.nextExpectedRevision).toBe(4n);
        expect(await revisions()).toEqual([3n, 4n]);
        await opened.restart();
        expect(await revisions()).toEqual([3n, 4n]);
      },
    );

    it('refuses "stream_exists" and an older revision', async () => {
      await client.deleteStream('order-1');
      const append = (expectedRevision: 'stream_exists' | bigint) =>
        client.appendToStream('order-1', eventOf('D'), { expectedRevision });
      await expect(append('stream_exists')).rejects.toMatchObject({ type: 'stream-deleted', streamName: 'order-1' });
      await expect(append(1n)).rejects.toMatchObject({ type: 'wrong-expected-version', actualVersion: 2n });
    });

    it('is refused for an absent stream and at another revision', async () => {
      await expect(client.deleteStream('order-2')).rejects.toMatchObject({
        type: 'wrong-expected-version',
        code: 9,
        streamName: 'order-2',
        expectedVersion: -2n,
        actualVersion: -1n,
      });
      await expect(client.deleteStream('order-1', { expectedRevision: 1n })).rejects.toMatchObject({
        type: 'wrong-expected-version',
        expectedVersion: 1n,
        actualVersion: 2n,
      });
      expect(await revisions()).toEqual([0n, 1n, 2n]);
    });
  });

  describe('a tombstone', () => {
    it('refuses everything for ever, also after a restart', async () => {
      await client.tombstoneStream('order-1', { expectedRevision: 2n });
      const refuses = async () => {
        const refused = { type: 'stream-deleted', streamName: 'order-1' };
        await expect(revisions()).rejects.toMatchObject(refused);
        await expect(client.appendToStream('order-1', eventOf('D'))).rejects.toMatchObject(refused);
        await expect(client.appendToStream('order-1', eventOf('D'), withCredentials)).rejects.toMatchObject(refused);
        await expect(client.tombstoneStream('order-1')).rejects.toMatchObject(refused);
        await expect(client.deleteStream('order-1')).rejects.toMatchObject(refused);
        await expect(client.getStreamMetadata('order-1')).rejects.toMatchObject({ type: 'stream-deleted' });
        const error = await new Promise((resolve) => client.subscribeToStream('order-1').on('error', resolve));
        expect(error).toMatchObject(refused);
      };
      await refuses();
      await opened.restart();
      await refuses();
    });

    it('is refused at another revision', async () => {
      await expect(client.tombstoneStream('order-1', { expectedRevision: 1n })).rejects.toMatchObject({
        type: 'wrong-expected-version',
        actualVersion: 2n,
      });
      expect(await revisions()).toEqual([0n, 1n, 2n]);
    });

    it('is an event in $all behind those of the stream', async () => {
      const { position } = await client.tombstoneStream('order-1');
      expect((await typesOfAll()).slice(1)).toEqual(['order-1 A', 'order-1 B', 'order-1 C', 'order-1 $streamDeleted']);
      for await (const { event } of client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })) {
        expect(event).toMatchObject({ type: '$streamDeleted', revision: LAST_REVISION, position });
      }
    });

    it('reaches a live subscriber as an event, then as an error', async () => {
      const heard: unknown[] = [];
      const subscription = client.subscribeToStream('order-1', { fromRevision: END });
      subscription.on('data', ({ event }) => heard.push(event!.type, event!.revision));
      subscription.on('error', ({ type }: Error & { type?: string }) => heard.push(type));
      await new Promise((resolve) => subscription.once('caughtUp', resolve));
      await client.tombstoneStream('order-1');
      await waitFor(
        async () => heard.length,
        (length) => length === 3,
      );
      expect(heard).toEqual(['$streamDeleted', LAST_REVISION, 'stream-deleted']);
    });
  });

  describe('metadata', () => {
    it.each([
      [{ truncateBefore: 2 }, [2n]],
      [{ maxCount: 2 }, [1n, 2n]],
      [{ maxAge: 60 }, []],
      [{ maxCount: 2, truncateBefore: 2 }, [2n]],
    ])('%j hides events from reads of the stream at once, not from $all', async (metadata, visible) => {
      opened.standIn.faults.moveClock(120_000);
      await client.setStreamMetadata('order-1', metadata, withCredentials);
      opened.standIn.faults.moveClock(0);
      const { metadata: stored } = await client.getStreamMetadata('order-1');
      expect(stored).toEqual(metadata);
      opened.standIn.faults.moveClock(61_000);
      expect(await revisions()).toEqual(visible);
      expect(await revisions({ direction: BACKWARDS, fromRevision: END })).toEqual(visible.toReversed());
      const subscribed: bigint[] = [];
      const subscription = client.subscribeToStream('order-1', { fromRevision: START });
      subscription.on('data', ({ event }) => subscribed.push(event!.revision));
      await new Promise((resolve) => subscription.once('caughtUp', resolve));
      expect(subscribed).toEqual(visible);
      await subscription.unsubscribe();
      expect(await typesOfAll()).toEqual(expect.arrayContaining(['order-1 A', 'order-1 B', 'order-1 C']));
      const next = await client.appendToStream('order-1', eventOf('D'), { expectedRevision: 2n, ...withCredentials });
      expect(next.nextExpectedRevision).toBe(3n);
    });
  });
});
