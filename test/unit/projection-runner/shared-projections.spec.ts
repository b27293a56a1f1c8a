import { projections } from '../../../src/programs/resources/resources.js';
import { SharedProjections } from '../../../src/infrastructure/projection-runner/shared-projections.js';
import { systemClock } from '../../../src/infrastructure/system/clock.js';
import { EncodedLog } from '../../support/encoded-log.js';
import { eventually } from '../../support/gate.js';
import { MemoryEventStore } from '../../support/memory-event-store.js';
import { MemoryLeaseStore } from '../../support/memory-lease-store.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { MemoryKeyStore } from '../../support/memory-vault.js';

describe('projections under leases', () => {
  let shared: SharedProjections;
  afterEach(() => shared.stop());

  it('a projection that stopped by its own fault stays red, whoever holds its lease then', async () => {
    const store = new MemoryEventStore();
    const log = new EncodedLog(store, new MemoryKeyStore());
    await log.acceptMail(1);
    const lost = new MemoryKeyStore();
    const onFailure = () => undefined;
    shared = new SharedProjections({
      projections,
      log: { store, codec: log.codec, keys: lost, readStore: new MemoryReadStore(), leases: new MemoryLeaseStore() },
      lease: { holder: 'process-1', termMs: 6_000, heartbeatMs: 1_500, clock: systemClock, onFailure },
      logger: { error: () => undefined } as never,
      runs: true,
    });
    const emails = async () => (await shared.status()).find(({ name }) => name === 'emails');
    await eventually(async () => (await emails())?.state === 'stopped');
    // Its runner is gone, and so is its lease, until this or another process takes that again.
    await eventually(async () => (await emails())?.error?.includes('cannot read an event') === true);
    expect((await emails())?.state).toBe('stopped');
    const others = (await shared.status()).filter(({ name }) => name === 'api-keys');
    expect(others).toMatchObject([{ state: 'running' }]);
  });
});
