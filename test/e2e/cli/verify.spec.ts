import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, truncateWal } from '../../../src/infrastructure/sqlite/database.js';
import { temporaryFolder } from '../../support/server.js';
import { answerOf, deliver, mail, posthorn, rowsOf, servedFolder, serversOfTheTest, tamper } from './setup.js';

interface Row {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
}

interface Answer {
  readonly ok: boolean;
  readonly events: number;
  readonly bad?: Omit<Row, 'position'> & { readonly position: string; readonly problem: string };
}

const log = 'eventlog.sqlite';

describe('verify', () => {
  const start = serversOfTheTest();
  let template: string;
  let dataDir: string;
  /** The events of the second mail: accepted, claimed, delivered. */
  let rows: Row[];
  let count: number;

  beforeAll(async () => {
    const served = await servedFolder([mail, mail, mail]);
    template = served.dataDir;
    const all = rowsOf<Row>(template, log, 'SELECT position, stream, revision, id FROM events ORDER BY position');
    count = all.length;
    rows = all.filter(({ stream }) => stream === `email-${served.emailIds[1]}`);
    expect(rows.map(({ revision }) => revision)).toEqual([0, 1, 2]);
  });
  afterAll(() => rmSync(template, { recursive: true }));
  beforeEach(() => {
    dataDir = temporaryFolder();
    cpSync(template, dataDir, { recursive: true });
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const row = (revision: number): Row => rows[revision]!;
  const expectBad = async ({ stream, revision, id, position }: Row, problem: RegExp) => {
    const { ok, bad } = await answerOf<Answer>(dataDir, ['verify'], 1);
    expect({ ok, bad }).toEqual({
      ok: false,
      bad: {
        stream,
        revision,
        id,
        position: String(position).padStart(20, '0'),
        problem: expect.stringMatching(problem),
      },
    });
  };

  /** In the middle of one column of the third event, in the file itself: no index and no constraint notices. */
  const flipByte = (column: string) => {
    const database = openDatabase(join(dataDir, log));
    truncateWal(database);
    const texts = database.prepare('SELECT stream, id, type, data, metadata FROM events WHERE id = ?').get(row(2).id);
    database.close();
    // A row lies in the file as one piece, its texts one after the other in the order of the columns.
    const { stream, ...behind } = texts as Record<string, string>;
    const bytes = readFileSync(join(dataDir, log));
    const start = bytes.indexOf(Object.values(behind).join(''));
    expect(start).toBeGreaterThan(0);
    const columns = [...Object.keys(behind)];
    const lengths = columns.slice(0, columns.indexOf(column)).map((name) => behind[name]!.length);
    const from = column === 'stream' ? bytes.lastIndexOf(stream!, start) : lengths.reduce((a, b) => a + b, start);
    const place = from + Math.floor((column === 'stream' ? stream : behind[column])!.length / 2);
    bytes[place]! ^= 1;
    writeFileSync(join(dataDir, log), bytes);
  };

  it('finds a clean log clean, and counts it', async () => {
    expect(await answerOf<Answer>(dataDir, ['verify'])).toMatchObject({ ok: true, events: count });
    expect(await posthorn(dataDir, ['verify'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(`${count} events`),
    });
  });

  it('runs beside a server, and on what a killed one left', async () => {
    const server = await start(dataDir);
    await deliver(server);
    const beside = await answerOf<Answer>(dataDir, ['verify']);
    expect(beside.events).toBeGreaterThanOrEqual(count + 3);
    await server.kill();
    expect((await answerOf<Answer>(dataDir, ['verify'])).events).toBeGreaterThanOrEqual(beside.events);
  });

  it.each([
    ['the data', 'data', /digest/],
    ['the metadata', 'metadata', /digest|canonical|schema/],
    ['the type', 'type', /digest/],
    ['the stream', 'stream', /revision|digest/],
    ['the id', 'id', /UUID|digest/],
  ])('names the event when one stored byte of %s is flipped in the file', async (_case, column, problem) => {
    flipByte(column);
    const { bad } = await answerOf<Answer>(dataDir, ['verify'], 1);
    expect(bad).toMatchObject({
      position: String(row(2).position).padStart(20, '0'),
      problem: expect.stringMatching(problem),
    });
  });

  it('names the event behind one that was dropped', async () => {
    tamper(dataDir, log, `DELETE FROM events WHERE id = '${row(1).id}'`);
    await expectBad(row(2), /revision 2 follows revision 0/);
    tamper(dataDir, log, `UPDATE events SET revision = 1 WHERE id = '${row(2).id}'`);
    await expectBad({ ...row(2), revision: 1 }, /predecessor/);
  });

  it('names the event that opens a stream whose first was dropped', async () => {
    tamper(dataDir, log, `DELETE FROM events WHERE id = '${row(0).id}'`);
    await expectBad(row(1), /begins with revision 1/);
    tamper(
      dataDir,
      log,
      `UPDATE events SET revision = revision - 1 WHERE stream = '${row(0).stream}' AND revision > 0`,
    );
    await expectBad({ ...row(1), revision: 0 }, /opens its stream/);
  });

  it('names the first of two events that were swapped', async () => {
    const [a, b] = [row(1), row(2)];
    const swap = (column: 'revision' | 'position') =>
      tamper(
        dataDir,
        log,
        `UPDATE events SET ${column} = -1 WHERE id = '${a.id}'`,
        `UPDATE events SET ${column} = ${a[column]} WHERE id = '${b.id}'`,
        `UPDATE events SET ${column} = ${b[column]} WHERE id = '${a.id}'`,
      );
    swap('revision');
    await expectBad({ ...a, revision: 2 }, /revision 2 follows revision 0/);
    // Now revisions and positions are in order, and each event stands in the place of the other.
    swap('position');
    await expectBad({ ...b, revision: 1, position: a.position }, /predecessor/);
  });

  it('names an event that readers of its kind are not given', async () => {
    tamper(dataDir, log, `UPDATE events SET category = 'team' WHERE id = '${row(2).id}'`);
    await expectBad(row(2), /"email" is not given it/);
  });

  it('names an event of a stream that was removed for ever', async () => {
    tamper(dataDir, log, `INSERT INTO removed_streams VALUES ('${row(0).stream}', 'tombstone', 2)`);
    await expectBad(row(0), /removed for ever/);
  });
});
