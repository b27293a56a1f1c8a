import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, truncateWal } from '../../../src/infrastructure/sqlite/database.js';
import { temporaryFolder } from '../../support/server.js';
import { answerOf, mail, rowsOf, servedFolder, serversOfTheTest } from './setup.js';

export interface Row {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
}

export interface Answer {
  readonly ok: boolean;
  readonly events: number;
  readonly seals: number;
  readonly unsealed: number;
  readonly bad?: {
    readonly stream: string;
    readonly revision: number;
    readonly id: string | null;
    readonly position: string | null;
    readonly problem: string;
  };
}

export const log = 'eventlog.sqlite';

// State of the running test: filled before each one.
let template: string;
export let dataDir: string;
/** The events of the second mail: accepted, claimed, delivered. */
let rows: Row[];
export let count: number;

/** To be called once by a suite: each test has a copy of a log that a server wrote, and may start servers over it. */
export function useWrittenLog(): ReturnType<typeof serversOfTheTest> {
  const start = serversOfTheTest();
  beforeAll(async () => {
    const served = await servedFolder([mail, mail, mail]);
    template = served.dataDir;
    const all = rowsOf<Row>(template, log, 'SELECT position, stream, revision, id FROM events ORDER BY position');
    count = all.length;
    rows = all.filter(({ stream }) => stream === `email-${served.emailIds[1]}`);
    expect(rows.map(({ revision }) => revision)).toEqual([0, 1, 2]);
  }, 180_000);
  afterAll(() => rmSync(template, { recursive: true }));
  beforeEach(() => {
    dataDir = temporaryFolder();
    cpSync(template, dataDir, { recursive: true });
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));
  return start;
}

export const row = (revision: number): Row => rows[revision]!;
export const expectBad = async ({ stream, revision, id, position }: Row, problem: RegExp) => {
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
export const flipByte = (column: string) => {
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
