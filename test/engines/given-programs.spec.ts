import { join } from 'node:path';
import { posthornAt } from '../e2e/delivery/setup.js';
import { startEventStoreProcess } from '../support/eventstore-process.js';
import { ferretdbProgram } from '../support/mongodb-server.js';
import { type RunningServer, startServer, temporaryFolder } from '../support/server.js';
import { describeOverSharedEngines, type SharedEngines, startSharedEngines } from '../support/shared-engines.js';
import { waitFor } from '../support/wait-for.js';

const programs = join(import.meta.dirname, '../support/programs');
const mail = { from: 'onboarding@resend.dev', to: 'delivered@resend.dev', subject: 'Hello', text: 'Hi' };

describeOverSharedEngines('engines from programs that are started as the real ones are', () => {
  let engines: SharedEngines;
  let server: RunningServer;
  // Of this file's own environment: jest gives each one a copy.
  beforeAll(async () => {
    process.env['TEST_EVENTSTORE_PROGRAM'] = join(programs, 'eventstoredb.mjs');
    // Of a shell that Posthorn is configured in: the real one does not start beside it.
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

  it('one that does not start: what it wrote is the reason', async () => {
    process.env['TEST_EVENTSTORE_PROGRAM'] = join(programs, 'mongod.sh');
    await expect(startEventStoreProcess({ dir: temporaryFolder() })).rejects.toThrow("unrecognised option '--db'");
  });
});
