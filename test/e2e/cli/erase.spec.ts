import { jest } from '@jest/globals';
import { rmSync } from 'node:fs';
import { eventually } from '../../support/gate.js';
import { type RunningServer, temporaryFolder } from '../../support/server.js';
import { answerOf, ask, deliver, filesWith, mail, personal, posthorn, serversOfTheTest } from './setup.js';

const secrets = [personal.address, personal.subject, 'ada.lovelace'];

jest.setTimeout(180_000);

describe('erase', () => {
  const start = serversOfTheTest();
  let dataDir: string;
  beforeEach(() => {
    dataDir = temporaryFolder();
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  const eraseAndSettle = async (server: RunningServer, emailId: string): Promise<string> => {
    const { erasureId } = await answerOf<{ erasureId: string }>(dataDir, ['erase', '--yes', '--email', emailId]);
    await eventually(async () => {
      const { body } = await ask(server, server.key, '/emails');
      return !JSON.stringify(body).includes(personal.subject);
    });
    await eventually(() => filesWith(dataDir, secrets).length === 0);
    return erasureId;
  };

  it('leaves no address and no subject in any file, not even after a rebuild', async () => {
    const server = await start(dataDir);
    const emailId = await deliver(server);
    expect(filesWith(dataDir, secrets, 'eventlog')).toEqual([]);
    expect(filesWith(dataDir, secrets, 'read').length).toBeGreaterThan(0);
    expect(filesWith(dataDir, secrets, 'catcher').length).toBeGreaterThan(0);

    await eraseAndSettle(server, emailId);
    expect(await ask(server, server.key, `/emails/${emailId}`)).toMatchObject({
      status: 200,
      body: { subject: '[erased]', from: '[erased]', to: ['[erased]'], last_event: 'delivered' },
    });
    expect(await answerOf(dataDir, ['replay', '--compare'])).toMatchObject({ difference: null });
    await server.stop();
    expect(filesWith(dataDir, secrets)).toEqual([]);

    await answerOf(dataDir, ['replay']);
    expect(filesWith(dataDir, secrets)).toEqual([]);
    expect(await answerOf(dataDir, ['verify'])).toMatchObject({ ok: true });
  });

  it('is told by the audit of the mail, and of the erasure', async () => {
    const server = await start(dataDir);
    const emailId = await deliver(server);
    const other = await deliver(server, { ...mail, to: 'delivered@resend.dev', subject: 'Another' });
    const erasureId = await eraseAndSettle(server, emailId);
    const audited = await posthorn(dataDir, ['audit', emailId]);
    expect(audited).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('from [erased], to [erased]') });
    expect(audited.stdout).toMatch(/ErasureCompleted \(in erasure-.*\n.*\n {2}by cli erase/);
    expect(await answerOf(dataDir, ['audit', erasureId])).toMatchObject({
      entries: [{ type: 'ErasureRequested', actor: { kind: 'cli' } }, { type: 'ErasureCompleted' }],
    });
    expect(await ask(server, server.key, `/emails/${other}`)).toMatchObject({ body: { subject: 'Another' } });
    await server.stop();
  });

  it('without a server: the next start empties what is left', async () => {
    const first = await start(dataDir);
    const emailId = await deliver(first);
    await first.stop();
    const erased = await posthorn(dataDir, ['erase', '--yes', '--email', emailId]);
    expect(erased).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('the next start') });
    const second = await start(dataDir);
    await eventually(() => filesWith(dataDir, secrets).length === 0);
    expect(await ask(second, second.key, `/emails/${emailId}`)).toMatchObject({ body: { subject: '[erased]' } });
    await second.stop();
  });

  it('erases nothing where one of the mails is unknown, or none is named', async () => {
    const server = await start(dataDir);
    const emailId = await deliver(server);
    const unknown = '0195d6a0-0000-7000-8000-00000000000a';
    const ran = await posthorn(dataDir, ['erase', '--yes', '--email', emailId, unknown]);
    expect(ran).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `posthorn: There is no email ${unknown}: nothing was erased.\n`,
    });
    expect(await posthorn(dataDir, ['erase', '--yes'])).toMatchObject({ exitCode: 64 });
    expect(await ask(server, server.key, `/emails/${emailId}`)).toMatchObject({ body: { subject: personal.subject } });
    await server.stop();
  });
});
