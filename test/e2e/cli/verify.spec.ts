import { cpSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/server.js';
import { answerOf, deliver, posthorn, tamper } from './setup.js';
import { type Answer, count, dataDir, expectBad, flipByte, log, row, useWrittenLog } from './verify-setup.js';

interface Doctor {
  readonly facts: { readonly log: { readonly facts: { readonly lastVerified: object | null } } };
}

describe('verify', () => {
  const start = useWrittenLog();

  it('finds a clean log clean, and counts it', async () => {
    const unrecorded = await answerOf<Answer>(dataDir, ['verify', '--no-record']);
    expect(unrecorded).toMatchObject({ ok: true, events: count });
    expect(await posthorn(dataDir, ['verify'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining(`${count} events`),
    });
  });

  it('is recorded where it is the installation that was verified, and told by doctor', async () => {
    const lastVerified = async (exitCode = 0) =>
      (await answerOf<Doctor>(dataDir, ['doctor'], exitCode)).facts.log.facts.lastVerified;
    expect(await answerOf(dataDir, ['verify', '--no-record'])).toMatchObject({ ok: true, recorded: false });
    expect(await lastVerified()).toBeNull();
    // It needs no key.
    renameSync(join(dataDir, 'master.key'), join(dataDir, 'elsewhere.key'));
    expect((await posthorn(dataDir, ['verify'])).stdout).toContain('This result is recorded in the log.');
    renameSync(join(dataDir, 'elsewhere.key'), join(dataDir, 'master.key'));
    expect(await lastVerified()).toMatchObject({ events: count, broken: null });
    flipByte('data');
    await answerOf(dataDir, ['verify'], 1);
    expect(await lastVerified(1)).toMatchObject({ broken: expect.stringContaining(`${row(2).stream} revision 2`) });
    expect((await posthorn(dataDir, ['doctor'])).stdout).toContain('log-broken');
  });

  it('writes nothing into a copy of the log alone, and says so', async () => {
    const copy = temporaryFolder();
    cpSync(join(dataDir, log), join(copy, log));
    const before = readFileSync(join(copy, log));
    const ran = await posthorn(copy, ['verify']);
    expect(ran).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Not recorded. There is no vault') });
    expect(readFileSync(join(copy, log)).equals(before)).toBe(true);
    expect(readdirSync(copy).filter((name) => !name.startsWith(log))).toEqual([]);
    rmSync(copy, { recursive: true });
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
    await expectBad(row(0), /removed permanently/);
  });
});
