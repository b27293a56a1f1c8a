import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UnavailableError } from '@eventstore/db-client';
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import grpc from '@grpc/grpc-js';
import { openConnection } from '../../src/infrastructure/event-store/eventstoredb/client.js';
import { openEventStoreDb } from '../../src/infrastructure/event-store/eventstoredb/eventstoredb-event-store.js';
import { startEventStoreStandIn } from '../support/eventstore-stand-in/index.mjs';
import { newStream, write } from './event-store/writes.js';

/** Members of the client that it calls by itself; nothing outside brings about their order reliably. */
interface Internals {
  getGRPCClient(service: unknown, name: string): Promise<unknown>;
  handleError(service: unknown, error: unknown): Promise<void>;
}

describe('the guarded client of EventStoreDB', () => {
  it('bears that a call of the old connection fails while the cluster is not found again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'posthorn-eventstore-'));
    const server = await startEventStoreStandIn({ dir: folder });
    const { client, close } = openConnection(
      `esdb+discover://127.0.0.1:${server.port}?tls=false&maxDiscoverAttempts=3&discoveryInterval=10`,
    );
    const internals = client as unknown as Internals;
    const old = await internals.getGRPCClient(StreamsClient, 'streams');
    await server.stop();
    await internals.handleError(old, new UnavailableError());
    const next = client.deleteStream('email-1');
    const late = internals.handleError(old, new UnavailableError());
    await expect(next).rejects.toThrow('Failed to discover');
    await expect(late).resolves.toBeUndefined();
    await close();
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
    const store = openEventStoreDb({ url: `esdb://127.0.0.1:${port}?tls=false` });
    // That there is no such method is the answer of the append itself.
    const unknown = { result: 'unknown', cause: { code: grpc.status.UNIMPLEMENTED } };
    expect(await store.append([write(newStream(), 'no-stream', 'A')])).toMatchObject(unknown);
    await store.close();
    server.forceShutdown();
  });
});
