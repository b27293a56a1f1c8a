import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadMasterKey } from '../../../src/infrastructure/vault/master-key.js';

const key = Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index));

describe('the master key', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = join(await mkdtemp(join(tmpdir(), 'master-key-')), 'data');
  });
  afterEach(() => rm(join(dataDir, '..'), { recursive: true }));

  it.each([
    ['hex digits', key.toString('hex')],
    ['upper-case hex digits', key.toString('hex').toUpperCase()],
    ['base64', key.toString('base64')],
    ['base64url', key.toString('base64url')],
    ['hex digits and a line end', `${key.toString('hex')}\n`],
  ])('is taken as configured: %s', async (_, configured) => {
    expect(await loadMasterKey({ configured, dataDir })).toEqual({ key, created: false });
  });

  it.each(['', 'secret', key.toString('hex').slice(1), key.toString('base64').slice(2), `${key.toString('hex')}00`])(
    'is refused by name where it is not 32 bytes: %j',
    async (configured) => {
      await expect(loadMasterKey({ configured, dataDir })).rejects.toThrow('MASTER_KEY is not a master key');
    },
  );

  it('is made once where none is configured, for its owner only', async () => {
    const first = await loadMasterKey({ configured: undefined, dataDir });
    expect(first.created).toBe(true);
    expect(first.key).toHaveLength(32);
    expect(await loadMasterKey({ configured: undefined, dataDir })).toEqual({ key: first.key, created: false });
    expect((await stat(join(dataDir, 'master.key'))).mode & 0o777).toBe(0o600);
    expect((await readFile(join(dataDir, 'master.key'), 'utf8')).trim()).toBe(first.key.toString('hex'));
    expect(await readdir(dataDir)).toEqual(['master.key']);
  });

  it('is one key for all that start at once', async () => {
    const loaded = await Promise.all(
      Array.from({ length: 10 }, () => loadMasterKey({ configured: undefined, dataDir })),
    );
    expect(new Set(loaded.map((each) => each.key.toString('hex'))).size).toBe(1);
    expect(loaded.filter(({ created }) => created)).toHaveLength(1);
    expect(await readdir(dataDir)).toEqual(['master.key']);
  });

  it('is refused by its file name where the file does not hold one', async () => {
    await loadMasterKey({ configured: undefined, dataDir });
    await writeFile(join(dataDir, 'master.key'), 'half of a ke');
    await expect(loadMasterKey({ configured: undefined, dataDir })).rejects.toThrow(
      'master.key (DATA_DIR) is not a master key',
    );
  });
});
