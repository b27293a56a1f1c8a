import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { QueryBus } from '@nestjs/cqrs';
import fastify, { type FastifyInstance } from 'fastify';
import type { OnChange } from '../../../src/application/live/live-changes.js';
import type { WatchChanges } from '../../../src/application/live/watch-changes.js';
import type { Caller } from '../../../src/infrastructure/http/edge/access.js';
import type { HttpOptions } from '../../../src/infrastructure/http/edge/http-options.js';
import { LiveController } from '../../../src/infrastructure/http/live/live.controller.js';
import { createGate, type Gate } from '../../support/gate.js';
import { waitFor } from '../../support/wait-for.js';

/** Streams of one person. */
const mostStreams = 12;

let server: FastifyInstance;
const listeners = new Set<OnChange>();
const sockets: Socket[] = [];
let authorised: Gate;
let watched: Gate;
/** Requests that have come, and those that the controller is through with. */
let [came, through] = [0, 0];

beforeEach(async () => {
  [authorised, watched] = [createGate(), createGate()];
  [came, through] = [0, 0];
  const queries = {
    execute: async ({ onChange }: WatchChanges) => {
      await watched.opened;
      listeners.add(onChange);
      return () => void listeners.delete(onChange);
    },
  } as unknown as QueryBus;
  const controller = new LiveController(queries, { publicUrl: 'http://127.0.0.1' } as HttpOptions);
  server = fastify();
  server.decorateRequest('caller', null);
  server.addHook('onRequest', async (request) => {
    came += 1;
    await authorised.opened;
    request.caller = { context: { teamId: 't' }, person: { userId: 'u' } } as unknown as Caller;
  });
  server.get('/live', async (request, reply) => {
    try {
      await controller.watch(request, reply);
    } finally {
      through += 1;
    }
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
  listeners.clear();
});

/** Asks for a stream; `leave` goes without waiting for the answer. */
async function ask() {
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.write('GET /live HTTP/1.1\r\nhost: localhost\r\n\r\n');
  const status = () =>
    waitFor(
      async () => answer.split(' ')[1],
      (text) => text !== undefined,
    );
  const leave = async (): Promise<void> => {
    socket.destroy();
    await once(socket, 'close');
  };
  return { status, leave };
}

const settled = (count: number) =>
  waitFor(
    async () => through,
    (done) => done === count,
  );
const noConnections = () =>
  waitFor(
    () => new Promise<number>((resolve) => server.server.getConnections((_, count) => resolve(count))),
    (count) => count === 0,
  );

async function leaveEarly(count: number): Promise<void> {
  const pages = await Promise.all(Array.from({ length: count }, ask));
  await waitFor(
    async () => came,
    (arrived) => arrived === count,
  );
  await Promise.all(pages.map(({ leave }) => leave()));
  await noConnections();
}

describe('a page that leaves', () => {
  it('while it is authorised keeps neither place nor listener', async () => {
    watched.open();
    await leaveEarly(2 * mostStreams);
    authorised.open();
    await settled(2 * mostStreams);
    expect(listeners.size).toBe(0);
    expect(await (await ask()).status()).toBe('200');
  });

  it('while its stream begins keeps neither place nor listener', async () => {
    authorised.open();
    await leaveEarly(mostStreams);
    watched.open();
    await settled(mostStreams);
    expect(listeners.size).toBe(0);
    expect(await (await ask()).status()).toBe('200');
  });

  it('once it is answered leaves its place to another', async () => {
    authorised.open();
    watched.open();
    const pages = await Promise.all(Array.from({ length: mostStreams }, ask));
    for (const { status } of pages) expect(await status()).toBe('200');
    expect(await (await ask()).status()).toBe('429');
    await Promise.all(pages.map(({ leave }) => leave()));
    await waitFor(
      async () => listeners.size,
      (size) => size === 0,
    );
    expect(await (await ask()).status()).toBe('200');
  });
});

it('no more pages than a person may open are let in, however many ask at once', async () => {
  authorised.open();
  const pages = await Promise.all(Array.from({ length: mostStreams + 3 }, ask));
  await settled(3);
  watched.open();
  const statuses = await Promise.all(pages.map(({ status }) => status()));
  expect(statuses.filter((status) => status === '429')).toHaveLength(3);
});
