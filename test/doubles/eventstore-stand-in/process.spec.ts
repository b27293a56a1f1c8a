import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { jest } from '@jest/globals';
import { eventOf } from '../../support/eventstore-client.js';
import { type EventStoreProcess, itWithFaults, startEventStoreProcess } from '../../support/eventstore-process.js';
import { waitFor } from '../../support/wait-for.js';

describe('the EventStoreDB stand-in in a process of its own', () => {
  let dir: string;
  let server: EventStoreProcess;
  let client: EventStoreDBClient;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'posthorn-eventstore-'));
    server = await startEventStoreProcess({ dir });
    client = EventStoreDBClient.connectionString(server.connectionString);
  });
  afterEach(async () => {
    await client.dispose();
    await server.kill();
    await rm(dir, { recursive: true });
  });

  const append = (id: string) => client.appendToStream('order-1', eventOf('Line', 10, id));
  const ids = async () => {
    const read: string[] = [];
    for await (const { event } of client.readStream('order-1')) read.push(event!.id);
    return read;
  };

  it('has everything that it acknowledged after SIGKILL under load, and takes every retry', async () => {
    const acknowledged: string[] = [];
    const failed: string[] = [];
    const writeUntilItFails = async () => {
      while (failed.length === 0) {
        const id = randomUUID();
        await append(id).then(
          () => acknowledged.push(id),
          () => failed.push(id),
        );
      }
    };
    const writers = Array.from({ length: 20 }, writeUntilItFails);
    await waitFor(
      async () => acknowledged.length,
      (length) => length >= 200,
    );
    await server.kill();
    await Promise.all(writers);
    server = await startEventStoreProcess({ dir, port: server.port });
    expect(await ids()).toEqual(expect.arrayContaining(acknowledged));
    for (const id of [...acknowledged, ...failed]) await append(id);
    const read = await ids();
    expect(read).toHaveLength(acknowledged.length + failed.length);
    expect(new Set(read)).toEqual(new Set([...acknowledged, ...failed]));
  });

  itWithFaults('killed between an append and its answer: it is written', async () => {
    await append(randomUUID());
    const id = randomUUID();
    await server.fault('slowAppends', 50);
    void server.fault('loseNextAnswer', 'die');
    await expect(append(id)).rejects.toMatchObject({ type: 'unavailable', code: 14 });
    await server.exited;
    server = await startEventStoreProcess({ dir, port: server.port });
    expect((await ids()).at(-1)).toBe(id);
    expect((await append(id)).nextExpectedRevision).toBe(1n);
  });

  it('frozen: an append under way fails when pings stay unanswered; woken, it serves again', async () => {
    // 1 + 1 s instead of 10 + 10 s; the client warns of that.
    const warn = jest.spyOn(console, 'warn').mockImplementation(() => {});
    const settings = '&keepAliveInterval=1000&keepAliveTimeout=1000';
    const impatient = EventStoreDBClient.connectionString(`${server.connectionString}${settings}`);
    warn.mockRestore();
    await impatient.appendToStream('order-1', eventOf('Line'));
    server.signal('SIGSTOP');
    await expect(impatient.appendToStream('order-1', eventOf('Line'))).rejects.toMatchObject({
      type: 'unavailable',
      code: 14,
    });
    server.signal('SIGCONT');
    await impatient.dispose();
    await append(randomUUID());
    expect((await ids()).length).toBeGreaterThanOrEqual(2);
  });
});
