import { jest } from '@jest/globals';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../support/gate.js';
import { pausePoints, pausingAt, untilPaused } from '../../support/pause-points.js';
import { type RunningServer, temporaryFolder } from '../../support/server.js';
import { answerOf, ask, deliver, mail, posthorn, rowsOf, serversOfTheTest, startPosthorn } from './setup.js';

const local = 'ada.lovelace+news';
const domain = 'bücher.example';
const asciiDomain = 'xn--bcher-kva.example';
const address = `${local}@${domain}`;
const other = 'delivered+bob@resend.dev';

/** The local part in every form in which a file, a header or a database may hold it. */
const forms: readonly Buffer[] = [
  Buffer.from(local),
  Buffer.from(local, 'utf16le'),
  Buffer.from(local, 'utf16le').swap16(),
  Buffer.from(local.replaceAll('.', '=2E').replaceAll('+', '=2B')),
  Buffer.from(encodeURIComponent(local)),
  Buffer.from(local).toString('hex').toLowerCase(),
  // In the middle of something else, base64 begins at any of three places.
  ...[0, 1, 2].map((skip) => Buffer.from(local.slice(skip)).toString('base64').slice(0, 16)),
].map((form) => Buffer.from(form));

/** The files of the folder that hold the address in any form. */
function leaks(dataDir: string): string[] {
  const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(0);
  return files.filter((file) => {
    const text = Buffer.from(readFileSync(file).toString('latin1').toLowerCase(), 'latin1');
    const bytes = readFileSync(file);
    return forms.some((form) => bytes.includes(form) || text.includes(form));
  });
}

jest.setTimeout(180_000);

describe('erase <address>', () => {
  const start = serversOfTheTest();
  let dataDir: string;
  beforeEach(() => {
    dataDir = temporaryFolder();
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const settled = (): Promise<void> => eventually(() => leaks(dataDir).length === 0);

  it('leaves the address in no file, read model, audit or rebuild, and the others’ mails whole', async () => {
    const server = await start(dataDir);
    const mails = {
      alone: { ...mail, to: `Ada <${address}>`, text: `Dear ${local}` },
      shared: { ...mail, to: [address, other], cc: `ADA.Lovelace+News@${asciiDomain}`, subject: 'For both' },
      sent: { ...mail, from: `${local}@resend.dev`, to: other, text: 'From her' },
      others: { ...mail, to: other, subject: 'For Bob' },
    };
    const ids: Record<string, string> = {};
    for (const [name, body] of Object.entries(mails)) ids[name] = await deliver(server, body);
    const idOf = (name: keyof typeof mails): string => ids[name] ?? '';
    expect(leaks(dataDir).length).toBeGreaterThan(0);

    const erased = await answerOf(dataDir, ['erase', '--yes', `Ada.LOVELACE+news@BÜCHER.example`]);
    expect(erased).toEqual({ erasureId: expect.any(String), emails: 2, whole: 1 });
    expect(await answerOf(dataDir, ['erase', '--yes', `${local}@resend.dev`])).toMatchObject({ emails: 1, whole: 1 });
    await settled();

    const read = (name: keyof typeof mails) => ask(server, server.key, `/emails/${idOf(name)}`);
    expect(await read('alone')).toMatchObject({ body: { to: ['[erased]'], subject: '[erased]' } });
    expect(await read('shared')).toMatchObject({
      body: { to: ['[erased]', other], cc: ['[erased]'], subject: 'For both', text: mail.text },
    });
    expect(await read('sent')).toMatchObject({ body: { from: '[erased]', to: [other] } });
    expect(await read('others')).toMatchObject({ body: { to: [other], subject: 'For Bob', text: mail.text } });
    const shown = [JSON.stringify((await ask(server, server.key, '/emails')).body), server.output()];
    for (const id of Object.values(ids)) {
      shown.push(JSON.stringify((await ask(server, server.key, `/dashboard-api/emails/${id}/timeline`)).body));
      shown.push(JSON.stringify((await ask(server, server.key, `/emails/${id}`)).body));
      shown.push((await posthorn(dataDir, ['audit', id])).stdout);
    }
    for (const text of shown) for (const form of forms) expect(Buffer.from(text).includes(form)).toBe(false);
    expect(await answerOf(dataDir, ['replay', '--compare'])).toMatchObject({ difference: null });
    await server.stop();
    expect(leaks(dataDir)).toEqual([]);
    await answerOf(dataDir, ['replay']);
    expect(leaks(dataDir)).toEqual([]);
    expect(await answerOf(dataDir, ['verify'])).toMatchObject({ ok: true });
  });

  const unfinished = (): number => {
    const [row] = rowsOf<{ open: number }>(
      dataDir,
      'eventlog.sqlite',
      "SELECT sum(CASE type WHEN 'ErasureRequested' THEN 1 ELSE -1 END) AS open FROM events WHERE category = 'erasure'",
    );
    return row?.open ?? 0;
  };

  /** The command, killed as soon as the log shows that it has begun. */
  async function eraseAndKill(): Promise<void> {
    const command = startPosthorn(dataDir, ['erase', '--yes', address], pausingAt(pausePoints.erasureRequested));
    await untilPaused(command);
    await eventually(() => unfinished() === 1);
    command.kill();
    await command.ended;
  }

  async function acceptMany(server: RunningServer): Promise<void> {
    const batch = Array.from({ length: 100 }, () => ({ ...mail, to: [address, other] }));
    for (let count = 0; count < 2; count += 1) {
      expect(await ask(server, server.key, '/emails/batch', batch)).toMatchObject({ status: 200 });
    }
  }

  it('killed in the middle, is finished by the running server', async () => {
    const server = await start(dataDir);
    await acceptMany(server);
    await eraseAndKill();
    await eventually(() => unfinished() === 0);
    await settled();
    const { body } = await ask(server, server.key, '/emails?limit=100');
    expect(JSON.stringify(body).split('"[erased]"')).toHaveLength(101);
    await server.stop();
  });

  it('killed in the middle without a server, is finished by the next one', async () => {
    const server = await start(dataDir);
    await acceptMany(server);
    await server.kill();
    await eraseAndKill();
    await start(dataDir);
    await eventually(() => unfinished() === 0);
    await settled();
  });

  it('says so where nothing is known of the address, and what is wrong where it is none', async () => {
    const server = await start(dataDir);
    expect(await answerOf(dataDir, ['erase', '--yes', 'nobody@example.com'])).toMatchObject({ emails: 0, whole: 0 });
    await server.stop();
    const wrong = await posthorn(dataDir, ['erase', '--yes', `${local} at home`]);
    expect(wrong).toMatchObject({
      exitCode: 64,
      stdout: '',
      stderr: 'posthorn: Not a valid email address. An address needs an @ with a domain after it.\n',
    });
    expect(await posthorn(dataDir, ['erase', '--yes', address, '--email', '1'])).toMatchObject({ exitCode: 64 });
  });
});
