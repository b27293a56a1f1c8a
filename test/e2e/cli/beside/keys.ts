import { rmSync } from 'node:fs';
import { makeInstallation, type RunningServer, temporaryFolder } from '../../../support/server.js';
import { waitFor } from '../../../support/wait-for.js';
import { answerOf, ask, deliver, mail, posthorn } from '../setup.js';
import type { Beside } from './server.js';

interface CreatedKey {
  readonly id: string;
  readonly token: string;
  readonly teamId: string;
}

export const keys = (beside: Beside) =>
  describe('teams and keys', () => {
    let server: RunningServer;
    beforeAll(() => {
      server = beside.server();
    });

    it('a key works at once, and is listed soon', async () => {
      const { token } = await answerOf<CreatedKey>(server.dataDir, ['keys', 'create', '--name', 'Nightly']);
      expect(await ask(server, token, '/emails')).toMatchObject({ status: 200 });
      // Another process wrote it: this server's list follows within a second.
      await waitFor(
        async () => (await ask(server, token, '/api-keys')).body as { readonly data: readonly { name: string }[] },
        ({ data }) => data.some(({ name }) => name === 'Nightly'),
      );
    });

    it('prints the bare token where a person asks', async () => {
      const { exitCode, stdout } = await posthorn(server.dataDir, ['keys', 'create']);
      expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringMatching(/^re_[A-Za-z0-9]{32}\n$/) });
    });

    it('teams do not see each other', async () => {
      const emailId = await deliver(server);
      const { id: team } = await answerOf<{ id: string }>(server.dataDir, ['teams', 'create', 'Second team']);
      const other = await answerOf<CreatedKey>(server.dataDir, ['keys', 'create', '--team', team]);
      expect(other.teamId).toBe(team);
      expect(await ask(server, other.token, `/emails/${emailId}`)).toMatchObject({ status: 404 });
      expect((await ask(server, other.token, '/emails')).body).toMatchObject({ data: [] });
      // Another process wrote it: this server's list follows within a second.
      const listed = await waitFor(
        async () => (await ask(server, other.token, '/api-keys')).body as { readonly data: readonly { id: string }[] },
        ({ data }) => data.length > 0,
      );
      expect(listed.data).toMatchObject([{ id: other.id }]);
    });

    it.each(['resend.dev', 'its id'])('a sending key is bound to one domain, given by %s', async (given) => {
      const { body } = await ask(server, server.key, '/dashboard-api/domains');
      const domain = (body as { data: { id: string; name: string }[] }).data.find(({ name }) => name === 'resend.dev');
      const wanted = given === 'its id' ? domain!.id : given;
      const args = ['keys', 'create', '--sending', '--domain', wanted];
      const { token } = await answerOf<CreatedKey>(server.dataDir, args);
      expect(await ask(server, token, '/emails', mail)).toMatchObject({ status: 200 });
      expect(await ask(server, token, '/emails', { ...mail, from: 'a@posthorn.test' })).toMatchObject({ status: 403 });
      expect(await ask(server, token, '/api-keys')).toMatchObject({ status: 401 });
    });

    it.each([
      ['an unknown team', ['--team', '0195d6a0-0000-7000-8000-00000000000a'], 1, /^posthorn: There is no team \S+\n$/],
      ['an unknown domain', ['--sending', '--domain', 'example.com'], 1, /^posthorn: Team .* example\.com\.\n$/],
      ['a domain without --sending', ['--domain', 'resend.dev'], 64, /^posthorn: .*--sending\.\n$/],
      ['a name of two lines', ['--name', 'a\nb'], 64, /^posthorn: A name has .*\n$/],
      ['an unknown option', ['--colour'], 64, /unknown option '--colour'/],
    ])('%s: no key, and a sentence', async (_case, args, exitCode, stderr) => {
      const ran = await posthorn(server.dataDir, ['keys', 'create', '--json', ...args]);
      expect(ran).toEqual({ exitCode, stdout: '', stderr: expect.stringMatching(stderr) });
    });
  });

describe('in any folder', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = temporaryFolder();
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('a wrong configuration is refused and names the field', async () => {
    const ran = await posthorn(dataDir, ['keys', 'create'], { LOG_LEVEL: 'loud' });
    expect(ran).toEqual({ exitCode: 78, stdout: '', stderr: expect.stringContaining('LOG_LEVEL') });
  });

  it('another master key is refused', async () => {
    await makeInstallation(dataDir);
    const ran = await posthorn(dataDir, ['keys', 'create'], { MASTER_KEY: '01'.repeat(32) });
    expect(ran).toEqual({ exitCode: 78, stdout: '', stderr: expect.stringContaining('MASTER_KEY') });
  });

  it('help is no error, no command is', async () => {
    expect(await posthorn(dataDir, ['--help'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('audit'),
    });
    expect(await posthorn(dataDir, [])).toMatchObject({ exitCode: 64, stdout: '' });
  });
});
