import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type RunningServer, startServer } from '../../support/server.js';
import { answerOf, deliver, mail, posthorn, rowsOf, servedFolder, tamper } from './setup.js';

/** Every stored document of every projection, as text. */
function documentsIn(dataDir: string): string[] {
  const tables = rowsOf<{ name: string }>(
    dataDir,
    'read.sqlite',
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE '%@%'",
  );
  return tables.flatMap(({ name }) =>
    rowsOf<{ id: string; position: string; document: string }>(
      dataDir,
      'read.sqlite',
      `SELECT id, position, document FROM "${name}" ORDER BY id`,
    ).map(({ id, position, document }) => `${name} ${id} ${position} ${document}`),
  );
}

describe('replay', () => {
  let dataDir: string;
  let emailIds: string[];
  beforeAll(async () => {
    const bounced = { ...mail, to: ['bounced@resend.dev', 'delivered@resend.dev'] };
    ({ dataDir, emailIds } = await servedFolder([mail, { ...mail, cc: 'delivered+2@resend.dev' }, { ...mail, html: '<p>Hi</p>' }]));
    const server = await startServer({ dataDir });
    await deliver(server, { ...bounced, to: 'delivered@resend.dev', bcc: 'delivered+3@resend.dev' });
    await server.stop();
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it('gives the same documents after the read models are gone', async () => {
    const before = documentsIn(dataDir);
    expect(before.filter((line) => line.includes(emailIds[0]!))).not.toEqual([]);
    for (const file of readdirSync(dataDir)) if (file.startsWith('read.sqlite')) rmSync(join(dataDir, file));
    const { projections } = await answerOf<{ projections: { projection: string; documents: number; eventsPerSecond: number }[] }>(
      dataDir,
      ['replay'],
    );
    expect(projections.map(({ projection }) => projection)).toEqual(['emails@1', 'api-keys@1', 'domains@1', 'pending@1']);
    expect(projections[0]).toMatchObject({ documents: 4, eventsPerSecond: expect.any(Number) });
    expect(documentsIn(dataDir)).toEqual(before);
  });

  it('rebuilds what is named, and refuses what is unknown', async () => {
    tamper(dataDir, 'read.sqlite', `UPDATE "emails@1" SET document = '{}' WHERE id = '${emailIds[1]}'`);
    await answerOf(dataDir, ['replay', 'api-keys']);
    expect(await posthorn(dataDir, ['replay', '--compare'])).toMatchObject({ exitCode: 1 });
    await answerOf(dataDir, ['replay', 'emails']);
    expect(await posthorn(dataDir, ['replay', '--compare'])).toMatchObject({ exitCode: 0 });
    const unknown = await posthorn(dataDir, ['replay', 'mails']);
    expect(unknown).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('no projection mails') });
  });

  it('is refused while a server runs, which --compare is not', async () => {
    const server: RunningServer = await startServer({ dataDir });
    const refused = await posthorn(dataDir, ['replay', '--json']);
    expect(refused).toEqual({ exitCode: 1, stdout: '', stderr: expect.stringContaining('stop the server first') });
    const compared = await answerOf<{ projections: { documents: number }[] }>(dataDir, ['replay', '--compare']);
    expect(compared).toMatchObject({ difference: null });
    expect(compared.projections[0]?.documents).toBe(4);
    await server.stop();
  });

  it.each([
    ['different', (id: string) => `UPDATE "emails@1" SET document = json_set(document, '$.lastEvent', 'bounced') WHERE id = '${id}'`],
    ['missing', (id: string) => `DELETE FROM "emails@1" WHERE id = '${id}'`],
    ['extra', (id: string) => `UPDATE "emails@1" SET id = 'zzz' WHERE id = '${id}'`],
  ])('--compare names the first document that is %s', async (kind, alter) => {
    const victim = [...emailIds].sort()[1]!;
    tamper(dataDir, 'read.sqlite', alter(victim));
    const expected =
      kind === 'extra' ? { id: victim, kind: 'missing' } : { id: victim, kind };
    const { difference } = await answerOf<{ difference: object }>(dataDir, ['replay', '--compare'], 1);
    expect(difference).toEqual({ projection: 'emails@1', ...expected });
    const { stdout } = await posthorn(dataDir, ['replay', '--compare', 'emails']);
    expect(stdout).toContain(`emails@1: document ${victim}`);
    await answerOf(dataDir, ['replay', 'emails']);
  });
});
