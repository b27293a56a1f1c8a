import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { connectMongodb } from '../../src/infrastructure/mongodb/connect-mongodb.js';
import { isDuplicateKey, isOutage } from '../../src/infrastructure/mongodb/errors.js';
import { closedPort } from '../support/closed-port.js';
import { describeOverMongodb } from '../support/mongodb-server.js';
import { relayTo } from '../support/tcp-relay.js';
import { waitFor } from '../support/wait-for.js';

describeOverMongodb('a connection to MongoDB', (server) => {
  it('uses the database that the URL names', async () => {
    const { url } = server();
    const { database, close } = await connectMongodb(url);
    expect(url).toContain(`/${database.databaseName}`);
    await close();
  });

  it('tells a second document of one id from an outage', async () => {
    const { database, close } = await connectMongodb(server().url);
    const notes = database.collection<{ _id: string; text: string }>('notes');
    await notes.insertOne({ _id: 'n1', text: 'first' });
    const second = await notes.insertOne({ _id: 'n1', text: 'second' }).catch((error: unknown) => error);
    expect(isDuplicateKey(second)).toBe(true);
    expect(isOutage(second)).toBe(false);
    expect(await notes.findOne({ _id: 'n1' })).toEqual({ _id: 'n1', text: 'first' });
    await close();
  });

  it('says that nobody answers, soon', async () => {
    const url = `mongodb://127.0.0.1:${await closedPort()}/`;
    const failure = await connectMongodb(url, { serverSelectionTimeoutMs: 200 }).catch((error: unknown) => error);
    expect(isOutage(failure)).toBe(true);
    expect(isDuplicateKey(failure)).toBe(false);
  });

  describe('whose sockets are of no use, while the driver has not heard of it yet', () => {
    const limits = { serverSelectionTimeoutMs: 10_000, answerTimeoutMs: 4_000 };
    let sockets: Socket[];
    const hear = (message: unknown): void => void sockets.push((message as { readonly socket: Socket }).socket);
    beforeEach(() => {
      sockets = [];
      subscribe('net.client.socket', hear);
    });
    afterEach(() => unsubscribe('net.client.socket', hear));

    it('answers, or says that nobody does, where they have ended', async () => {
      const { database, close } = await connectMongodb(server().url, limits);
      for (const socket of sockets) socket.destroy();
      const answer = await database.command({ ping: 1 }).catch((error: unknown) => error);
      if (answer instanceof Error) expect(isOutage(answer)).toBe(true);
      expect(await waitFor(() => database.command({ ping: 1 }).catch(() => undefined), Boolean)).toMatchObject({
        ok: 1,
      });
      await close();
    });

    it('gives up a socket that takes nothing and says nothing', async () => {
      const { database, close } = await connectMongodb(server().url, limits);
      for (const socket of sockets) Object.assign(socket, { write: () => false, setTimeout: () => socket });
      const failure = await database.command({ ping: 1 }).catch((error: unknown) => error);
      expect(isOutage(failure)).toBe(true);
      expect(await waitFor(() => database.command({ ping: 1 }).catch(() => undefined), Boolean)).toMatchObject({
        ok: 1,
      });
      await close();
    });

    it('finds the server again, although the look-out for it was asked in that moment', async () => {
      const { hostname, port, pathname } = new URL(server().url);
      const relay = await relayTo({ host: hostname, port: Number(port) });
      const url = `mongodb://127.0.0.1:${relay.port}${pathname}?directConnection=true`;
      const { database, close } = await connectMongodb(url, limits);
      // The driver does not look twice within half a second.
      await new Promise((resolve) => setTimeout(resolve, 600));
      relay.hushAnswers();
      const written = (): number => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0);
      const before = written();
      const asked = database.command({ ping: 1 }).catch(() => undefined);
      await waitFor(
        async () => written(),
        (bytes) => bytes > before,
      );
      // The one that was opened first looks out for the server. It is closed first, and its end is heard last.
      for (const socket of sockets) socket.destroy();
      await relay.restore();
      await asked;
      const again = () => database.command({ ping: 1 }).catch(() => undefined);
      expect(await waitFor(again, Boolean)).toMatchObject({ ok: 1 });
      await close();
      await relay.close();
    });
  });
});
