import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const load = new URL('../../../dist/infrastructure/config/load.js', import.meta.url).href;
const program = `import(${JSON.stringify(load)}).then(({ readConfig }) => console.log(JSON.stringify(readConfig())))`;

describe('the environment of a process', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-config-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function configIn(env: Record<string, string>): Promise<unknown> {
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { cwd: folder, env });
    return JSON.parse(stdout);
  }

  it('wins over the .env file beside it, which wins over the defaults', async () => {
    await writeFile(join(folder, '.env'), '# a remark\nPORT=4000\nHELO_NAME="mx.example.com"\n');
    expect(await configIn({ PORT: '5000' })).toMatchObject({
      port: 5000,
      heloName: 'mx.example.com',
      host: '127.0.0.1',
    });
  });

  it('reads a secret from the file that is named for it', async () => {
    const key = '0a'.repeat(32);
    await writeFile(join(folder, 'key'), `${key}\n`);
    expect(await configIn({ MASTER_KEY_FILE: join(folder, 'key') })).toMatchObject({ masterKey: key });
    const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET_FILE: join(folder, 'key') };
    expect(await configIn(google)).toMatchObject({ identityProviders: { google: { clientSecret: key } } });
  });

  it.each([
    [
      'absent',
      { MASTER_KEY_FILE: 'absent' },
      'MASTER_KEY_FILE=absent (environment): expected a file that this user can read',
    ],
    ['given twice', { MASTER_KEY_FILE: 'key', MASTER_KEY: '0a'.repeat(32) }, 'no value, because MASTER_KEY is set'],
  ])('refuses a file that is %s', async (_case, env, message) => {
    await expect(configIn(env)).rejects.toThrow(message);
  });

  it('needs no .env file', async () => {
    expect(await configIn({ PORT: '5000' })).toMatchObject({ port: 5000 });
  });
});
