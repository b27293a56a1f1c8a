import { connectMongodb } from '../../src/infrastructure/mongodb/connect-mongodb.js';
import { isDuplicateKey, isOutage } from '../../src/infrastructure/mongodb/errors.js';
import { closedPort } from '../support/closed-port.js';
import { describeOverMongodb } from '../support/mongodb-server.js';

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
});
