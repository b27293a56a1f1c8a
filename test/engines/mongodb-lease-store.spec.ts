import { connectMongodb, type MongodbConnection } from '../../src/infrastructure/mongodb/connect-mongodb.js';
import { mongodbLeaseStore } from '../../src/infrastructure/lease/mongodb/mongodb-lease-store.js';
import { leaseStoreContract } from '../contracts/lease-store.contract.js';
import { describeOverMongodb } from '../support/mongodb-server.js';

describeOverMongodb('leases in MongoDB', (server) => {
  let connections: MongodbConnection[];
  beforeAll(async () => {
    connections = await Promise.all([connectMongodb(server().url), connectMongodb(server().url)]);
  });
  afterAll(() => Promise.all(connections.map(({ close }) => close())));

  leaseStoreContract('MongoDB', async () => {
    await connections[0]?.database.dropDatabase();
    let opened = 0;
    return () => {
      const connection = connections[opened++ % connections.length];
      if (connection === undefined) throw new Error('the connections are open while tests run');
      return mongodbLeaseStore(connection.database);
    };
  });

  it('answers each of many that are replaced at once, also two of one lease', async () => {
    const [connection] = connections;
    if (connection === undefined) throw new Error('the connections are open while tests run');
    const leases = mongodbLeaseStore(connection.database);
    const first = { holder: 'a', fence: 1, heartbeat: 1 };
    await leases.replace('taken', first);
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, (_, number) => leases.replace(`lease-${number}`, first)),
      leases.replace('lease-0', { ...first, heartbeat: 2 }),
      leases.replace('taken', { ...first, holder: 'b' }),
    ]);
    expect(answers).toEqual([...Array.from({ length: 21 }, () => true), false]);
    expect(await leases.read('lease-0')).toEqual({ ...first, heartbeat: 2 });
    expect((await leases.list('lease-')).size).toBe(20);
  });

  it('keeps one document for a lease, however long it is held', async () => {
    const [connection] = connections;
    if (connection === undefined) throw new Error('the connections are open while tests run');
    const leases = mongodbLeaseStore(connection.database);
    for (let heartbeat = 1; heartbeat <= 5; heartbeat += 1) {
      expect(await leases.replace('pending', { holder: 'a', fence: 1, heartbeat })).toBe(true);
    }
    expect(await connection.database.collection('leases').countDocuments({ name: 'pending' })).toBe(1);
  });
});
