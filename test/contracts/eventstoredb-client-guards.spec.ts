import { categories } from '../../src/programs/resources/resources.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonEvent } from '@eventstore/db-client';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import grpc from '@grpc/grpc-js';
import { openConnection } from '../../src/infrastructure/event-store/eventstoredb/connection.js';
import { openEventStoreDb } from '../../src/infrastructure/event-store/eventstoredb/eventstoredb-event-store.js';
import { startEventStoreStandIn } from '../support/eventstore-stand-in/index.mjs';
import { newStream, write } from './event-store/writes.js';

describe('the guarded client of EventStoreDB', () => {
  it('bears that the cluster is gone, and is not found again by whoever asks', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'posthorn-eventstore-'));
    const server = await startEventStoreStandIn({ dir: folder });
    const connection = openConnection(
      `esdb+discover://127.0.0.1:${server.port}?tls=false&maxDiscoverAttempts=3&discoveryInterval=10`,
    );
    const append = () =>
      connection.ask(({ client }) => client.appendToStream('email-1', jsonEvent({ type: 'A', data: {} })));
    await append();
    await server.stop();
    const appends = await Promise.allSettled([append(), append()]);
    expect(appends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(append()).rejects.toThrow('Failed to discover');
    await connection.close();
    await rm(folder, { recursive: true });
  });

  it('goes on without an answer about what the server can do', async () => {
    const server = new grpc.Server();
    server.addService(ServerFeaturesService, {
      getSupportedMethods: (_: unknown, answer: (error: { code: number; details: string }) => void) =>
        answer({ code: grpc.status.INTERNAL, details: 'not today' }),
    });
    const port = await new Promise<number>((resolve, reject) => {
      server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) =>
        error === null ? resolve(bound) : reject(error),
      );
    });
    const store = openEventStoreDb({ categories, url: `esdb://127.0.0.1:${port}?tls=false` });
    // That there is no such method is the answer of the append itself.
    const unknown = { result: 'unknown', cause: { code: grpc.status.UNIMPLEMENTED } };
    expect(await store.append([write(newStream(), 'no-stream', 'A')])).toMatchObject(unknown);
    await store.close();
    server.forceShutdown();
  });
});
