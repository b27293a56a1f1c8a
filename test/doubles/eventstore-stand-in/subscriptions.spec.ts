import {
  type AllStreamSubscription,
  eventTypeFilter,
  END,
  type EventStoreDBClient,
  type Position,
  START,
  streamNameFilter,
  type SubscribeToAllOptions,
} from '@eventstore/db-client';
import { eventOf, type OpenedStandIn, openStandIn } from '../../support/eventstore-client.js';
import type { StandInOptions } from '../../support/eventstore-stand-in/index.mjs';
import { waitFor } from '../../support/wait-for.js';

describe('subscriptions of the EventStoreDB stand-in', () => {
  let opened: OpenedStandIn;
  let client: EventStoreDBClient;

  async function open(options: Omit<StandInOptions, 'dir'> = {}) {
    opened = await openStandIn(options);
    client = opened.client;
  }
  afterEach(() => opened.close());

  const orders = streamNameFilter({ prefixes: ['order-'] });
  const append = (stream: string, count: number, dataBytes = 10) =>
    client.appendToStream(
      stream,
      Array.from({ length: count }, () => eventOf('Line', dataBytes)),
    );

  /** What the subscription hands out, in order. */
  function listenTo(subscription: AllStreamSubscription) {
    const heard = { ids: [] as string[], last: undefined as Position | undefined, signs: [] as string[] };
    const ended = new Promise<Error>((resolve) => subscription.once('error', resolve));
    for (const sign of ['confirmation', 'caughtUp', 'fellBehind']) subscription.on(sign, () => heard.signs.push(sign));
    subscription.on('data', ({ event }) => {
      heard.ids.push(event!.id);
      heard.last = event!.position!;
    });
    return {
      heard,
      ended,
      has: (count: number) =>
        waitFor(
          async () => heard.ids.length,
          (length) => length >= count,
        ),
    };
  }

  async function live(options: SubscribeToAllOptions = { fromPosition: START, filter: orders }) {
    const subscription = client.subscribeToAll(options);
    const listening = listenTo(subscription);
    await new Promise((resolve) => subscription.once('caughtUp', resolve));
    return { subscription, ...listening };
  }

  const idsOfOrders = async () => {
    const ids: string[] = [];
    for await (const { event } of client.readAll()) if (event!.streamId.startsWith('order-')) ids.push(event!.id);
    return ids;
  };

  it('catch up, say so, and go on live in the order of the log', async () => {
    await open();
    await append('order-1', 100);
    await append('noise-1', 100);
    const { heard, has } = await live();
    expect(heard.ids).toHaveLength(100);
    await append('order-2', 5);
    await append('order-1', 5);
    await has(110);
    expect(heard.ids).toEqual(await idsOfOrders());
    expect(heard.signs).toEqual(['confirmation', 'caughtUp']);
  });

  it('take filters by prefix and by regular expression, of stream names and of types', async () => {
    await open();
    await client.appendToStream('order-1', [eventOf('Placed'), eventOf('Paid')]);
    await client.appendToStream('invoice-1', eventOf('Paid'));
    const matching = async (filter: SubscribeToAllOptions['filter']) =>
      (await live({ fromPosition: START, ...(filter && { filter }) })).heard.ids.length;
    expect(await matching(streamNameFilter({ prefixes: ['order-', 'nothing-'] }))).toBe(2);
    expect(await matching(streamNameFilter({ regex: '-1$' }))).toBe(3);
    expect(await matching(eventTypeFilter({ prefixes: ['Paid'] }))).toBe(2);
    expect(await matching(eventTypeFilter({ regex: '^[^$]' }))).toBe(3);
    expect(await matching(undefined)).toBe(4);
  });

  it('with a filter that is no regular expression fail', async () => {
    await open();
    const { ended } = listenTo(client.subscribeToAll({ filter: eventTypeFilter({ regex: '(' }) }));
    expect(await ended).toMatchObject({ type: 'unknown', code: 2 });
  });

  it('of a stream that does not exist have caught up only behind its first event', async () => {
    await open();
    const signs: string[] = [];
    const subscription = client.subscribeToStream('order-1');
    subscription.on('caughtUp', () => signs.push('caughtUp'));
    subscription.on('data', ({ event }) => signs.push(event!.type));
    await new Promise((resolve) => subscription.once('confirmation', resolve));
    await append('order-1', 2);
    await waitFor(
      async () => signs.length,
      (length) => length === 3,
    );
    expect(signs).toEqual(['Line', 'caughtUp', 'Line']);
  });

  it('end when a burst overflows their buffer; resuming behind the last event loses and repeats nothing', async () => {
    await open();
    const first = await live();
    await append('order-1', 300, 1024);
    expect(await first.ended).toMatchObject({
      type: 'timeout',
      code: 10,
      message: expect.stringContaining('Consumer too slow to handle event while live'),
    });
    first.subscription.removeAllListeners('data');
    const { heard } = first;
    expect(heard.ids.length).toBeLessThan(300);
    const second = await live({ fromPosition: heard.last ?? START, filter: orders });
    expect([...heard.ids, ...second.heard.ids]).toEqual(await idsOfOrders());
  });

  it('survive bursts that their buffer holds, and those of events that they do not want', async () => {
    await open();
    const { heard, has } = await live();
    for (let burst = 1; burst <= 5; burst++) {
      await append('noise-1', 300);
      await append('order-1', 40);
      await has(40 * burst);
    }
    expect(heard.ids).toEqual(await idsOfOrders());
  });

  it('are dropped on demand, those that are live', async () => {
    await open();
    const first = await live();
    const second = await live({ fromPosition: END });
    opened.standIn.faults.dropLive();
    expect(await first.ended).toMatchObject({ type: 'timeout', code: 10 });
    expect(await second.ended).toMatchObject({ type: 'timeout', code: 10 });
    const third = await live();
    await append('order-1', 1);
    await third.has(1);
  });

  it('of a newer server fall behind on overflow and catch up by themselves', async () => {
    await open({ onOverflow: 'fall-behind' });
    const { heard, has } = await live();
    await append('order-1', 300, 1024);
    await has(300);
    await waitFor(
      async () => heard.signs.at(-1),
      (sign) => sign === 'caughtUp',
    );
    expect(heard.ids).toEqual(await idsOfOrders());
    expect(heard.signs).toEqual(['confirmation', 'caughtUp', 'fellBehind', 'caughtUp']);
  });
});
