import { type DocumentShape, ReadStoreUnavailable } from '../../src/application/ports/read-store.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import { connectMongodb, type MongodbConnection } from '../../src/infrastructure/mongodb/connect-mongodb.js';
import { type DocumentRow, toRow } from '../../src/infrastructure/read-store/mongodb/document-collection.js';
import { MongodbReadStore } from '../../src/infrastructure/read-store/mongodb/mongodb-read-store.js';
import { writeRows } from '../../src/infrastructure/read-store/mongodb/write-rows.js';
import { shapeOf } from '../../src/infrastructure/projection-runner/fold-page.js';
import { projections } from '../../src/programs/resources/resources.js';
import { readStoreContract } from '../contracts/read-store.contract.js';
import { describeOverMongodb } from '../support/mongodb-server.js';
import { relayTo } from '../support/tcp-relay.js';
import { waitFor } from '../support/wait-for.js';

const notes: DocumentShape = {
  name: 'notes',
  version: 1,
  fields: { teamId: 'text', size: 'integer' },
  indexes: [['teamId', 'size'], ['position'], ['id']],
};
const at = (position: number) => String(position).padStart(20, '0') as Position;
const note = (id: string, position: number) => ({
  id,
  position: at(position),
  document: { id, teamId: 'a', size: position },
});
const removal = (id: string, position: number) => ({ id, position: at(position), document: undefined });

const manyAtOnce = { updatesAtOnce: 10, looksUpMany: true };
/** A slow machine must not make an outage of a server that answers. */
const patient = { serverSelectionTimeoutMs: 30_000, answerTimeoutMs: 60_000 };

describeOverMongodb('documents in MongoDB', (server) => {
  let connection: MongodbConnection;
  beforeEach(async () => {
    connection = await connectMongodb(server().url, patient);
    await connection.database.dropDatabase();
  });
  afterEach(() => connection.close());

  readStoreContract('MongoDB', async () => new MongodbReadStore(connection, undefined, 3));

  readStoreContract('MongoDB, whatever a server takes at once', async () => {
    return new MongodbReadStore({ ...connection, updatesAtOnce: 1_000 }, undefined, 3);
  });

  const stored = (id: string) => connection.database.collection<{ _id: string }>('read.notes@1').findOne({ _id: id });

  it('are not brought back by a late write of what was before their removal', async () => {
    const store = new MongodbReadStore(connection);
    await store.apply(notes, [note('n1', 1)], at(1), 1);
    await store.apply(notes, [removal('n1', 5), removal('n2', 5)], at(5), 2);
    const late = new MongodbReadStore(connection);
    await expect(late.apply(notes, [note('n1', 4), note('n2', 4)], at(4), 1)).rejects.toMatchObject({
      code: 'lease-lost',
    });
    expect(await store.getMany(notes, ['n1', 'n2'])).toEqual(new Map());
    expect(await store.count(notes, {})).toBe(0);
    expect(await store.checkpoint(notes)).toBe(at(5));
  });

  it.each([
    ['older', 3, 5],
    ['newer', 9, 9],
  ])('stay the newest when another process inserts one that is %s between look and write', async (_, other, kept) => {
    const rows = connection.database.collection<DocumentRow>('read.notes@1');
    const row = (id: string, position: number) => toRow(notes, note(id, position));
    const overtaken = new Proxy(rows, {
      get: (target, name) => {
        if (name !== 'find') return Reflect.get(target, name).bind(target);
        return (...query: Parameters<typeof rows.find>) => ({
          toArray: async () => {
            const found = await target.find(...query).toArray();
            await writeRows(rows, [{ row: row('n2', other) }], manyAtOnce);
            return found;
          },
        });
      },
    });
    const writes = ['n1', 'n2', 'n3'].map((id) => ({ row: row(id, 5) }));
    await writeRows(overtaken, writes, manyAtOnce);
    const written = await rows.find({}, { sort: { _id: 1 } }).toArray();
    expect(written.map(({ position }) => position)).toEqual([at(5), at(kept), at(5)]);
  });

  it('are found by their ids alone where the server reads the whole collection for more, and stay the newest', async () => {
    const rows = connection.database.collection<DocumentRow>('read.notes@1');
    const row = (id: string, position: number) => toRow(notes, note(id, position));
    const server = { updatesAtOnce: 10, looksUpMany: false };
    await writeRows(rows, [{ row: row('n1', 3) }, { row: row('n2', 9) }], server);
    const filters: unknown[] = [];
    const watched = new Proxy(rows, {
      get: (target, name) => {
        const own = Reflect.get(target, name).bind(target);
        if (name === 'findOne' || name === 'find')
          return (...asked: unknown[]) => (filters.push(asked[0]), own(...asked));
        if (name !== 'bulkWrite') return own;
        return (updates: readonly { readonly replaceOne: { readonly filter: unknown } }[], ...others: unknown[]) => {
          filters.push(...updates.map(({ replaceOne }) => replaceOne.filter));
          return own(updates, ...others);
        };
      },
    });
    const writes = ['n1', 'n2', 'n3'].map((id) => ({ row: row(id, 5), wasStored: true }));
    await writeRows(watched, writes, server);
    const written = await rows.find({}, { sort: { _id: 1 } }).toArray();
    expect(written.map(({ position }) => position)).toEqual([at(5), at(9), at(5)]);
    expect(new Set(filters.map((filter) => JSON.stringify(filter)))).toEqual(
      new Set(['n1', 'n2', 'n3'].map((id) => JSON.stringify({ _id: id }))),
    );
  });

  it('are read in one command for all that ask at the same moment', async () => {
    const commands: string[] = [];
    const counted = await connectMongodb(server().url, { ...patient, onCall: (name) => commands.push(name) });
    const store = new MongodbReadStore({ ...counted, looksUpMany: true });
    try {
      await store.apply(notes, [note('n1', 1), note('n2', 1)], at(1));
      commands.length = 0;
      const read = await Promise.all(['n1', 'n2', 'n3', 'n1'].map((id) => store.get(notes, id)));
      expect(read.map((document) => document !== undefined)).toEqual([true, true, false, true]);
      expect(commands).toEqual(['find']);
    } finally {
      await counted.close();
    }
  });

  it('are written in one command for what is new, one for what was there, and one for the checkpoint', async () => {
    const commands: string[] = [];
    const counted = await connectMongodb(server().url, { ...patient, onCall: (name) => commands.push(name) });
    const store = new MongodbReadStore({ ...counted, looksUpMany: true });
    const page = (position: number, wasStored: boolean, ids: readonly string[]) =>
      ids.map((id) => ({ ...note(id, position), wasStored }));
    try {
      await store.apply(notes, [], at(1));
      commands.length = 0;
      await store.apply(notes, page(2, false, ['n1', 'n2', 'n3']), at(2));
      expect(commands).toEqual(['insert', 'update']);
      commands.length = 0;
      await store.apply(notes, [...page(3, true, ['n1', 'n2', 'n3']), ...page(3, false, ['n4', 'n5'])], at(3));
      expect(commands).toEqual(['insert', 'update', 'update']);
      commands.length = 0;
      // Another shape's checkpoint is another row of the same collection.
      const shapes = Array.from({ length: 8 }, (_, version) => ({ ...notes, version: version + 1 }));
      for (const shape of shapes) await store.apply(shape, [], at(3));
      commands.length = 0;
      await Promise.all(shapes.map((shape) => store.apply(shape, [], at(4))));
      expect(commands).toEqual(['update']);
      commands.length = 0;
      expect(new Set(await Promise.all(shapes.map((shape) => store.checkpoint(shape))))).toEqual(new Set([at(4)]));
      expect(commands).toEqual(['find']);
    } finally {
      await counted.close();
    }
  });

  it('refuse the checkpoint of one of those that travel together without the others', async () => {
    const store = new MongodbReadStore(connection);
    const shapes = Array.from({ length: 4 }, (_, version) => ({ ...notes, version: version + 1 }));
    for (const [number, shape] of shapes.entries()) await store.apply(shape, [], at(1), number === 2 ? 9 : 1);
    const results = await Promise.allSettled(shapes.map((shape) => store.apply(shape, [], at(2), 1)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(results[2]).toMatchObject({ reason: { code: 'lease-lost' } });
    const checkpoints = await Promise.all(shapes.map((shape) => store.checkpoint(shape)));
    expect(checkpoints).toEqual([at(2), at(2), at(1), at(2)]);
  });

  it('are forgotten an hour after their removal, by the clock of the process that counts', async () => {
    let nowMs = 0;
    const store = new MongodbReadStore(connection, () => nowMs);
    await store.apply(notes, [note('n1', 1), note('n2', 1)], at(1));
    await store.apply(notes, [removal('n1', 2)], at(2));
    nowMs = 30 * 60_000;
    await store.apply(notes, [removal('n2', 3)], at(3));
    nowMs = 61 * 60_000;
    await store.apply(notes, [], at(4));
    await store.apply(notes, [], at(5));
    expect(await stored('n2')).toMatchObject({ removed: at(3) });
    nowMs = 91 * 60_000;
    await store.apply(notes, [], at(6));
    await store.apply(notes, [], at(7));
    expect(await stored('n1')).toBeNull();
    expect(await stored('n2')).toBeNull();
  });

  it('have the indexes of their shape, one over removals, and no second one over ids', async () => {
    await new MongodbReadStore(connection).apply(notes, [], at(1));
    const indexes = await connection.database.collection('read.notes@1').listIndexes().toArray();
    const keys = indexes.map(({ key }) => Object.entries(key as object).join(' '));
    expect(keys.sort()).toEqual(['_id,1', 'position,1 _id,1', 'removed,1', 'teamId,1 size,1 _id,1']);
  });

  it('can be those of every projection, each in a collection of its own', async () => {
    const store = new MongodbReadStore(connection);
    for (const projection of projections) await store.apply(shapeOf(projection), [], at(1));
    const names = (await connection.database.listCollections().toArray()).map(({ name }) => name).sort();
    const expected = projections.map(({ name, version }) => `read.${name}@${version}`);
    expect(names).toEqual([...expected, 'checkpoints'].sort());
  });

  it('cannot be stored under names that are no plain names', async () => {
    const store = new MongodbReadStore(connection);
    const shapes = [
      { ...notes, name: 'no$tes' },
      { ...notes, fields: { removed: 'text' as const } },
      { ...notes, indexes: [['unknown']] },
    ];
    for (const shape of shapes) await expect(store.count(shape, {})).rejects.toThrow('cannot be stored');
    await expect(store.count(notes, { $where: 'true' })).rejects.toThrow('no field');
    const query = { equals: {}, orderBy: 'document', direction: 'asc', limit: 1 } as const;
    await expect(store.list(notes, query)).rejects.toThrow('no field');
  });

  it('are replaced by many projections at once, a page each', async () => {
    const store = new MongodbReadStore(connection);
    const shapes = Array.from({ length: 6 }, (_, number) => ({ ...notes, name: `crowd${number}` }));
    const ids = Array.from({ length: 60 }, (_, number) => `n${number}`);
    for (const position of [1, 2]) {
      await Promise.all(
        shapes.map((shape) =>
          store.apply(
            shape,
            ids.map((id) => note(id, position)),
            at(position),
          ),
        ),
      );
    }
    for (const shape of shapes) expect((await store.getMany(shape, ids)).get('n59')?.position).toBe(at(2));
  });

  it('are unavailable while no server answers, and there again by themselves', async () => {
    const { hostname, port } = new URL(server().url.replace(/^mongodb/, 'http'));
    const relay = await relayTo({ host: hostname, port: Number(port) });
    const url = server().url.replace(/\/\/[^/]+\/([^?]*).*/, `//127.0.0.1:${relay.port}/$1?directConnection=true`);
    const relayed = await connectMongodb(url, { serverSelectionTimeoutMs: 500, answerTimeoutMs: 2_000 });
    const store = new MongodbReadStore(relayed);
    try {
      await store.apply(notes, [note('n1', 1)], at(1));
      await relay.cut();
      const failures = await Promise.all(
        [store.get(notes, 'n1'), store.apply(notes, [note('n1', 2)], at(2))].map((call) =>
          call.catch((error: unknown) => error),
        ),
      );
      for (const failure of failures) expect(failure).toBeInstanceOf(ReadStoreUnavailable);
      await relay.restore();
      const found = await waitFor(
        () => store.get(notes, 'n1').catch(() => undefined),
        (document) => document !== undefined,
      );
      expect(found).toMatchObject({ size: 1 });
      await store.apply(notes, [note('n1', 2)], at(2));
      expect(await store.checkpoint(notes)).toBe(at(2));
    } finally {
      await relayed.close();
      await relay.close();
    }
  });
});
