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
