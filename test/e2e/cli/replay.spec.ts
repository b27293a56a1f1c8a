import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { emailsProjection } from '../../../src/projections/emails/emails.projection.js';
import { projections } from '../../../src/programs/resources/resources.js';
import { temporaryFolder } from '../../support/server.js';
import { answerOf, mail, posthorn, rowsOf, servedFolder, serversOfTheTest, spawned, tamper } from './setup.js';

const emails = `emails@${emailsProjection.version}`;

/** Every stored document of every projection, and what it is found by, as text. */
function documentsIn(dataDir: string): string[] {
  const tables = rowsOf<{ name: string }>(
    dataDir,
    'read.sqlite',
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE '%@%'",
  );
  const lines = tables.flatMap(({ name }) =>
    rowsOf<object>(dataDir, 'read.sqlite', `SELECT * FROM "${name}"`).map((row) => `${name} ${JSON.stringify(row)}`),
  );
  return lines.sort();
}

describe('replay', () => {
  const start = serversOfTheTest();
  let dataDir: string;
  let emailIds: string[];
  beforeAll(async () => {
    const copied = { ...mail, cc: 'delivered+2@resend.dev', bcc: 'delivered+3@resend.dev' };
    ({ dataDir, emailIds } = await servedFolder([mail, copied, { ...mail, html: '<p>Hi</p>' }]));
    emailIds.sort();
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it('gives the same documents after the read models are gone', async () => {
    const before = documentsIn(dataDir);
    expect(before.filter((line) => line.includes(emailIds[0]!))).not.toEqual([]);
    for (const file of readdirSync(dataDir)) if (file.startsWith('read.sqlite')) rmSync(join(dataDir, file));
    const { projections: replayed } = await answerOf<{
      projections: { projection: string; documents: number; eventsPerSecond: number }[];
    }>(dataDir, ['replay']);
    expect(replayed.map(({ projection }) => projection)).toEqual(
      projections.map(({ name, version }) => `${name}@${version}`),
    );
    expect(replayed[0]).toMatchObject({ documents: 3, eventsPerSecond: expect.any(Number) });
    // The stop writes down its last answered requests after the lists have come to rest: a rebuild knows them too.
    const isLog = (line: string): boolean => line.startsWith('logs@');
    const after = documentsIn(dataDir);
    expect(after.filter((line) => !isLog(line))).toEqual(before.filter((line) => !isLog(line)));
    expect(after.filter(isLog)).toEqual(expect.arrayContaining(before.filter(isLog)));
  });

  it('rebuilds what is named, and refuses what is unknown', async () => {
    tamper(dataDir, 'read.sqlite', `UPDATE "${emails}" SET document = '{}' WHERE id = '${emailIds[1]}'`);
    await answerOf(dataDir, ['replay', 'api-keys']);
    expect(await posthorn(dataDir, ['replay', '--compare'])).toMatchObject({ exitCode: 1 });
    await answerOf(dataDir, ['replay', 'emails']);
    expect(await posthorn(dataDir, ['replay', '--compare'])).toMatchObject({ exitCode: 0 });
    const unknown = await posthorn(dataDir, ['replay', 'mails']);
    expect(unknown).toMatchObject({ exitCode: 64, stderr: expect.stringContaining('no projection mails') });
  });

  it('is refused while a server runs, which --compare is not', async () => {
    const server = await start(dataDir);
    const refused = await posthorn(dataDir, ['replay', '--json']);
    expect(refused).toEqual({ exitCode: 1, stdout: '', stderr: expect.stringContaining('stop the server first') });
    const compared = await answerOf<{ projections: { documents: number }[] }>(dataDir, ['replay', '--compare']);
    expect(compared).toMatchObject({ difference: null });
    expect(compared.projections[0]?.documents).toBe(3);
    await server.stop();
  });

  it.each([
    ['different', 1, `UPDATE "${emails}" SET document = json_set(document, '$.lastEvent', 'bounced')`],
    ['missing', 1, `DELETE FROM "${emails}"`],
    ['extra', 0, `UPDATE "${emails}" SET id = '0'`],
  ])('--compare names a document that is %s', async (kind, victim, alter) => {
    tamper(dataDir, 'read.sqlite', `${alter} WHERE id = '${emailIds[victim]}'`);
    const id = kind === 'extra' ? '0' : emailIds[victim];
    const { difference } = await answerOf<{ difference: object }>(dataDir, ['replay', '--compare'], 1);
    expect(difference).toEqual({ projection: emails, id, kind });
    const told = await posthorn(dataDir, ['replay', '--compare', 'emails']);
    expect(told).toMatchObject({ exitCode: 1, stdout: expect.stringContaining(`${emails}: document ${id} `) });
    await answerOf(dataDir, ['replay', 'emails']);
  });

  it('--compare leaves no copy of the documents behind', async () => {
    const TMPDIR = temporaryFolder();
    expect(await spawned(dataDir, ['replay', '--compare'], { TMPDIR })).toMatchObject({ exitCode: 0 });
    expect(readdirSync(TMPDIR)).toEqual([]);
    rmSync(TMPDIR, { recursive: true });
  });

  it('makes read models anew that were built from another log, which no server starts over', async () => {
    tamper(dataDir, 'read.sqlite', "UPDATE installation SET id = 'another'");
    await expect(start(dataDir)).rejects.toThrow(/installation another.*posthorn replay/);
    expect((await posthorn(dataDir, ['doctor'])).stdout).toContain('read-models-of-other-log');
    await answerOf(dataDir, ['replay', 'emails']);
    await expect(start(dataDir)).rejects.toThrow(/installation another/);
    await answerOf(dataDir, ['replay']);
    const server = await start(dataDir);
    await server.stop();
  });

  it('is no help where the log is gone: the start is refused, and leaves the log empty', async () => {
    const log = readdirSync(dataDir).filter((file) => file.startsWith('eventlog.sqlite'));
    for (const file of log) renameSync(join(dataDir, file), join(dataDir, `gone-${file}`));
    await expect(start(dataDir)).rejects.toThrow(/the event log is empty.*restore its last backup/);
    expect(rowsOf<{ events: number }>(dataDir, 'eventlog.sqlite', 'SELECT count(*) AS events FROM events')).toEqual([
      { events: 0 },
    ]);
  });
});
