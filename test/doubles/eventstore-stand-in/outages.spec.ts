import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFile, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { promisify } from 'node:util';
import { END, EventStoreDBClient } from '@eventstore/db-client';
import { eventOf, type OpenedStandIn, openStandIn } from '../../support/eventstore-client.js';
import { startEventStoreStandIn } from '../../support/eventstore-stand-in/index.mjs';

const run = promisify(execFile);

describe('outages of the EventStoreDB stand-in', () => {
  let opened: OpenedStandIn;
  let client: EventStoreDBClient;

  beforeEach(async () => {
    opened = await openStandIn({ secondAnswerAfterMs: 50 });
    client = opened.client;
  });
  afterEach(() => opened.close());

  const append = (stream: string, id?: string) => client.appendToStream(stream, eventOf('Line', 10, id));
  const idsOf = async (stream: string, reader = client) => {
    const ids: string[] = [];
    for await (const { event } of reader.readStream(stream)) ids.push(event!.id);
    return ids;
  };
  /** Whether one of them is settled before long. */
  const settles = (...promises: Promise<unknown>[]) =>
    Promise.race([...promises.map((promise) => promise.then(() => true)), after(200).then(() => false)]);

  it('gone: what is under way ends with UNAVAILABLE at once; the client works again when it is back', async () => {
    await append('order-1');
    const subscription = client.subscribeToAll({ fromPosition: END });
    const ended = new Promise((resolve) => subscription.once('error', resolve));
    await new Promise((resolve) => subscription.once('caughtUp', resolve));
    opened.standIn.faults.slowAppends(60_000);
    const underWay = append('order-1');
    const refused = expect(underWay).rejects.toMatchObject({ type: 'unavailable', code: 14 });
    opened.standIn.faults.hold();
    const read = expect(idsOf('order-1')).rejects.toMatchObject({ type: 'unavailable', code: 14 });
    await new Promise((resolve) => setImmediate(resolve));
    await opened.restart();
    await refused;
    await read;
    expect(await ended).toMatchObject({ type: 'unavailable', code: 14 });
    await append('order-1');
    expect(await idsOf('order-1')).toHaveLength(2);
  });

  it('down from the start: an append fails with a plain error of code 14, a read with UNAVAILABLE', async () => {
    await opened.standIn.stop();
    const late = EventStoreDBClient.connectionString(opened.standIn.connectionString);
    const error = await late.appendToStream('order-1', eventOf('Line')).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 14 });
    expect(error).not.toHaveProperty('type');
    await expect(idsOf('order-1', late)).rejects.toMatchObject({ type: 'unavailable', code: 14 });
    const again = await startEventStoreStandIn({ dir: opened.dir, port: opened.standIn.port });
    await late.appendToStream('order-1', eventOf('Line'));
    await late.dispose();
    await again.stop();
  });

  it('cut connections: what is under way ends, the next call works', async () => {
    await append('order-1');
    opened.standIn.faults.slowAppends(60_000);
    const refused = expect(append('order-1')).rejects.toMatchObject({ code: 14 });
    opened.standIn.faults.cutConnections();
    await refused;
    opened.standIn.faults.slowAppends(0);
    await append('order-1');
  });

  it('held: nothing is answered; at release everything is done, in order', async () => {
    await append('order-1');
    opened.standIn.faults.hold();
    const [second, third] = [randomUUID(), randomUUID()];
    const waiting = Promise.all([append('order-1', second), append('order-1', third)]);
    const reading = idsOf('order-1');
    const late = append('order-2');
    expect(await settles(waiting, reading, late)).toBe(false);
    opened.standIn.faults.release();
    await Promise.all([waiting, reading, late]);
    expect((await idsOf('order-1')).slice(1)).toEqual([second, third]);
  });

  it('slow: an append takes its time', async () => {
    opened.standIn.faults.slowAppends(300);
    const begun = performance.now();
    await append('order-1');
    expect(performance.now() - begun).toBeGreaterThanOrEqual(290);
    opened.standIn.faults.slowAppends(0);
  });

  it('a lost answer: the append is written, and repeating it answers the same', async () => {
    const id = randomUUID();
    await append('order-1');
    const lost = opened.standIn.faults.loseNextAnswer();
    const unanswered = append('order-1', id);
    const ended = expect(unanswered).rejects.toMatchObject({ type: 'unavailable' });
    await lost;
    expect((await idsOf('order-1')).at(-1)).toBe(id);
    expect((await append('order-1', id)).nextExpectedRevision).toBe(1n);
    expect(await settles(unanswered)).toBe(false);
    await opened.restart();
    await ended;
    expect((await idsOf('order-1')).at(-1)).toBe(id);
  });

  it('a record that was not whole when the process died is no event', async () => {
    await append('order-1');
    const before = await readFile(join(opened.dir, 'log'));
    await client.appendToStream('order-1', [eventOf('A', 1000), eventOf('B', 1000)]);
    await opened.standIn.stop();
    await truncate(join(opened.dir, 'log'), before.length + 1500);
    const again = await opened.restart();
    expect(await idsOf('order-1')).toHaveLength(1);
    await append('order-1');
    await again.stop();
    await appendFile(join(opened.dir, 'log'), Buffer.alloc(3, 1));
    await opened.restart();
    expect(await idsOf('order-1')).toHaveLength(2);
  });

  it.each([
    ['an empty type', "{ type: '', data: 1 }"],
    ['an id that is no UUID', "{ id: 'one', type: 'Line', data: 1 }"],
  ])('%s is answered twice, and the second answer ends the client’s process', async (_, event) => {
    const appending = run(process.execPath, [
      '--input-type=module',
      '--eval',
      `import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
       const client = EventStoreDBClient.connectionString('${opened.standIn.connectionString}');
       await client.appendToStream('order-1', jsonEvent(${event})).catch(({ type, message }) => console.log(type, message));
       await new Promise(() => setTimeout(() => {}, 60_000));`,
    ]);
    await expect(appending).rejects.toMatchObject({
      code: 1,
      stdout: 'unknown Could not recognize BadRequest\n',
      stderr: expect.stringContaining('undefined is not iterable'),
    });
    await expect(idsOf('order-1')).rejects.toMatchObject({ type: 'stream-not-found' });
  });

  it('bad events on the path with credentials are refused once', async () => {
    const options = { credentials: { username: 'admin', password: 'secret' } };
    for (const event of [eventOf(''), eventOf('Line', 10, 'one')]) {
      await expect(client.appendToStream('order-1', event, options)).rejects.toMatchObject({
        type: 'unknown',
        code: 2,
      });
    }
  });
});
