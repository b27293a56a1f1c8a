import { connectMongodb, type MongodbConnection } from '../../src/infrastructure/mongodb/connect-mongodb.js';
import { MongodbReadStore } from '../../src/infrastructure/read-store/mongodb/mongodb-read-store.js';
import { readStoreContract } from '../contracts/read-store.contract.js';
import { describeOverMongodb } from '../support/mongodb-server.js';

describeOverMongodb('documents in MongoDB', (server) => {
  let connection: MongodbConnection;
  beforeEach(async () => {
    connection = await connectMongodb(server().url);
    await connection.database.dropDatabase();
  });
  afterEach(() => connection.close());

  readStoreContract('MongoDB', async () => new MongodbReadStore(connection.database));
});
