import { categories } from '../../src/programs/resources/resources.js';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { StreamAppend } from '../../src/application/ports/event-store.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { openEventStoreDb } from '../../src/infrastructure/event-store/eventstoredb/eventstoredb-event-store.js';
import { newStream, write } from '../contracts/event-store/writes.js';
import { posthornAt } from '../e2e/delivery/setup.js';
import { portForServer } from '../support/crash-server.js';
import { startEventStoreCluster } from '../support/eventstore-cluster.js';
import { startEventStoreProcess } from '../support/eventstore-process.js';
import { startEventStoreProgram } from '../support/given-programs.mjs';
import { loopbackCertificate } from '../support/loopback-certificate.js';
import { ferretdbProgram } from '../support/mongodb-server.js';
import { type RunningServer, startServer, temporaryFolder } from '../support/server.js';
import { describeOverSharedEngines, type SharedEngines, startSharedEngines } from '../support/shared-engines.js';
import { waitFor } from '../support/wait-for.js';

const programs = join(import.meta.dirname, '../support/programs');
const mail = { from: 'onboarding@resend.dev', to: 'delivered@resend.dev', subject: 'Hello', text: 'Hi' };

describeOverSharedEngines('engines from programs that are started as the real ones are', () => {
  let engines: SharedEngines;
  let server: RunningServer;
  // This file's own environment: jest gives each file a copy.
  beforeAll(async () => {
    process.env['TEST_EVENTSTORE_PROGRAM'] = join(programs, 'eventstoredb.mjs');
    // As in a shell that Posthorn is configured in: the real one does not start beside it.
    process.env['EVENTSTORE_URL'] = 'esdb://127.0.0.1:9?tls=false';
    const ferretdb = ferretdbProgram();
    if (ferretdb !== undefined) {
      process.env['TEST_MONGODB_PROGRAM'] = join(programs, 'mongod.sh');
      process.env['FERRETDB'] = ferretdb;
    }
    engines = await startSharedEngines();
    server = await startServer({ engines: engines.environment() });
  });
  afterAll(async () => {
    await server.stop();
    await engines.close();
  });

  const post = () => posthornAt(server).call('POST', '/emails', mail);

  async function untilAccepted(): Promise<string> {
    const { body } = await waitFor(post, ({ status }) => status === 200);
    // The documented answer; the suite over the client library checks its shape.
    return (body as { readonly id: string }).id;
  }

  it.each(['eventStore', 'mongodb'] as const)(
    '%s: killed and started on the same data, frozen and woken, it goes on with what it held',
    async (name) => {
      const engine = engines[name];
      const before = await untilAccepted();
      await posthornAt(server).until(before, 'delivered');

      await engine.kill();
      expect(await post()).toMatchObject({ status: 503 });
      await engine.start();
      const after = await untilAccepted();
      expect(await posthornAt(server).until(before, 'delivered')).toMatchObject({ id: before });
      await posthornAt(server).until(after, 'delivered');

      engine.freeze();
      expect(await post()).toMatchObject({ status: 503 });
      engine.thaw();
      await posthornAt(server).until(await untilAccepted(), 'delivered');
    },
  );

  it('over TLS, for its first user and no other', async () => {
    const dir = temporaryFolder();
    const [port, replicationPort] = [await portForServer(Math.random), await portForServer(Math.random)];
    const program = join(programs, 'eventstoredb.mjs');
    const tls = { ...loopbackCertificate, commonName: 'localhost' };
    const running = await startEventStoreProgram(program, { dir, port, replicationPort, tls });
    const authority = encodeURIComponent(join(dir, 'node.pem'));
    const streamOf = async (user: string) => {
      const store = openEventStoreDb({
        categories,
        url: `esdb://${user}@localhost:${port}?tls=true&tlsCAFile=${authority}`,
      });
      const found = await store.readStream(streamName('email', 'none')).catch(String);
      await store.close();
      return found;
    };
    expect(await streamOf('admin:changeit')).toEqual([]);
    expect(await streamOf('admin:wrong')).toContain('Error');
    await running.kill();
    rmSync(dir, { recursive: true });
  });

  it('as three members: what a killed leader has acknowledged, the next one has', async () => {
    const cluster = await startEventStoreCluster();
    const store = openEventStoreDb({ categories, url: cluster.process().connectionString });
    const [before, after] = [write(newStream(), 'no-stream', 'Before'), write(newStream(), 'no-stream', 'After')];
    const untilWritten = (append: StreamAppend) =>
      waitFor(
        () => store.append([append]),
        ({ result }) => result === 'written',
      );
    await untilWritten(before);
    const leader = await cluster.leader();
    await leader.kill();
    await untilWritten(after);
    expect((await store.readStream(before.stream)).map(({ type }) => type)).toEqual(['Before']);
    expect((await cluster.leader()).port).not.toBe(leader.port);
    await store.close();
    await cluster.close();
  });

  it('one that does not start: what it wrote is the reason', async () => {
    process.env['TEST_EVENTSTORE_PROGRAM'] = join(programs, 'mongod.sh');
    await expect(startEventStoreProcess({ dir: temporaryFolder() })).rejects.toThrow("unrecognised option '--db'");
  });
});
