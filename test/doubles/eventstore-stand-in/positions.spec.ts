import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  type Position,
  START,
  streamNameFilter,
  type SubscribeToAllOptions,
} from '@eventstore/db-client';
import { eventOf, type OpenedStandIn, openStandIn } from '../../support/eventstore-client.js';

describe('positions of the EventStoreDB stand-in', () => {
  let opened: OpenedStandIn;
  let client: EventStoreDBClient;

  beforeEach(async () => {
    opened = await openStandIn();
    client = opened.client;
  });
  afterEach(() => opened.close());

  const readAll = async (options: Parameters<EventStoreDBClient['readAll']>[0] = {}) => {
    const events = [];
    for await (const { event } of client.readAll(options)) events.push(event!);
    return events;
  };

  /** Types and checkpoints until the subscription has caught up. */
  async function caughtUpFrom(fromPosition: Position | typeof START, filter?: SubscribeToAllOptions['filter']) {
    const types: string[] = [];
    const subscription = client.subscribeToAll({ fromPosition, ...(filter && { filter }) });
    subscription.on('data', ({ event }) => types.push(event!.type));
    await new Promise((resolve, reject) => subscription.once('caughtUp', resolve).once('error', reject));
    await subscription.unsubscribe();
    return types;
  }

  const appendOne = async (stream: string, type: string) =>
    (await client.appendToStream(stream, eventOf(type))).position!;

  it('are where the event is in the log; an append answers its last one', async () => {
    const { position } = await client.appendToStream('order-1', [eventOf('A'), eventOf('B', 1000), eventOf('C')]);
    const events = await readAll();
    const log = await readFile(join(opened.dir, 'log'));
    for (const [index, { id, position: at }] of events.entries()) {
      const end = events[index + 1]?.position?.commit ?? BigInt(log.length);
      expect(log.subarray(Number(at.commit), Number(end)).includes(id)).toBe(true);
      expect(at.prepare).toBe(at.commit);
    }
    expect(position).toEqual(events.at(-1)!.position);
  });

  it('begin with a system event behind the very start', async () => {
    const [first] = await readAll();
    expect(first!.type).toMatch(/^\$/);
    expect(first!.position.commit).toBeGreaterThan(0n);
    await appendOne('order-1', 'A');
    expect(await caughtUpFrom({ commit: 0n, prepare: 0n })).toEqual(['$metadata', 'A']);
    expect(await caughtUpFrom(first!.position)).toEqual(['A']);
  });

  it('are inclusive forwards, exclusive backwards and for subscriptions', async () => {
    await appendOne('order-1', 'A');
    const fromPosition = await appendOne('order-1', 'B');
    await appendOne('order-1', 'C');
    const types = async (options: Parameters<EventStoreDBClient['readAll']>[0]) =>
      (await readAll(options)).map(({ type }) => type);
    expect(await types({ fromPosition })).toEqual(['B', 'C']);
    expect(await types({ fromPosition, maxCount: 1 })).toEqual(['B']);
    expect(await types({ fromPosition, direction: BACKWARDS, maxCount: 1 })).toEqual(['A']);
    expect(await types({ fromPosition: END, direction: BACKWARDS, maxCount: 2 })).toEqual(['C', 'B']);
    expect(await caughtUpFrom(fromPosition)).toEqual(['C']);
  });

  it('that are no record’s start are refused, those behind the end are live', async () => {
    const { commit } = await appendOne('order-1', 'A');
    const off = { commit: commit + 1n, prepare: commit + 1n };
    const far = { commit: commit + 1_000_000n, prepare: commit + 1_000_000n };
    await expect(readAll({ fromPosition: off })).rejects.toMatchObject({ type: 'unknown', code: 2 });
    await expect(caughtUpFrom(off)).rejects.toMatchObject({ type: 'unknown', code: 2 });
    expect(await readAll({ fromPosition: far })).toEqual([]);
    expect(await caughtUpFrom(far)).toEqual([]);
  });

  it('of a checkpoint behind a page without matches have commit != prepare; resuming there loses and repeats nothing', async () => {
    await client.appendToStream(
      'noise-1',
      Array.from({ length: 150 }, () => eventOf('Noise')),
    );
    const sought = ['One', 'Two', 'Three'];
    for (const type of sought) {
      await appendOne('order-1', type);
      await client.appendToStream(
        'noise-1',
        Array.from({ length: 100 }, () => eventOf('Noise')),
      );
    }
    const reached: { position: Position; seen: number }[] = [];
    const seen: string[] = [];
    const filter = (checkpointReached?: (_: unknown, position: Position) => void) =>
      streamNameFilter({
        prefixes: ['order-'],
        maxSearchWindow: 10,
        checkpointInterval: 1,
        ...(checkpointReached && { checkpointReached }),
      });
    const subscription = client.subscribeToAll({
      filter: filter((_, position) => reached.push({ position, seen: seen.length })),
    });
    subscription.on('data', ({ event }) => seen.push(event!.type));
    await new Promise((resolve) => subscription.once('caughtUp', resolve));
    await subscription.unsubscribe();
    expect(seen).toEqual(sought);
    expect(reached.filter(({ position }) => position.commit !== position.prepare).length).toBeGreaterThan(30);
    expect(reached.filter(({ position }) => position.commit === position.prepare)).toHaveLength(3);
    for (const { position, seen: before } of reached) {
      expect(await caughtUpFrom(position, filter())).toEqual(sought.slice(before));
    }
  });

  it('of a checkpoint while live are those of the newest event looked at', async () => {
    const reached: Position[] = [];
    const subscription = client.subscribeToAll({
      fromPosition: END,
      filter: streamNameFilter({
        prefixes: ['order-'],
        maxSearchWindow: 2,
        checkpointReached: (_, position) => void reached.push(position),
      }),
    });
    await new Promise((resolve) => subscription.once('caughtUp', resolve));
    await appendOne('noise-1', 'Noise');
    const second = await appendOne('noise-1', 'Noise');
    await appendOne('noise-1', 'Noise');
    const heard = new Promise((resolve) => subscription.once('data', resolve));
    await appendOne('order-1', 'One');
    await heard;
    expect(reached[0]).toEqual(second);
  });
});
