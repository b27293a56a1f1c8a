import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { startServer, temporaryFolder } from '../support/server.js';

let root: string;
let dataDir: string;
beforeEach(() => {
  root = temporaryFolder();
  dataDir = join(root, 'data');
});
afterEach(() => rmSync(root, { recursive: true }));

/** What a first start says that is refused; it must be this line and nothing else. */
async function refused(line: string, env: Readonly<Record<string, string>>, folder = dataDir): Promise<void> {
  const starting = startServer({ dataDir: folder, env, fresh: true });
  await expect(starting).rejects.toThrow(new Error(`the server ended with 78:\nposthorn cannot start: ${line}\n`));
}

async function takePort(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an address of this kind.
  return { server, port: (server.address() as AddressInfo).port };
}

describe('a first start is refused in one line, and makes nothing', () => {
  afterEach(() => expect(existsSync(join(dataDir, 'master.key'))).toBe(false));

  it('where the port is taken', async () => {
    const { server, port } = await takePort();
    const name = readFileSync(`/proc/${process.pid}/comm`, 'utf8').trim();
    const holder = `process ${process.pid} (${name})`;
    try {
      await refused(`Port ${port} (PORT, environment) is in use by ${holder}. Stop it or set PORT.`, {
        PORT: String(port),
      });
      await refused(
        `Port ${port} (SMTP_465_PORT, environment) is in use by ${holder}. Stop it or set SMTP_465_PORT to another port or to off.`,
        { SMTP_465_PORT: String(port) },
      );
    } finally {
      server.close();
    }
    expect(existsSync(dataDir)).toBe(false);
  });

  it('where two settings name one port', async () => {
    const { server, port } = await takePort();
    server.close();
    const both = { PORT: String(port), SMTP_587_PORT: String(port) };
    await refused(`PORT=${port} (environment): expected another port than SMTP_587_PORT has`, both);
    expect(existsSync(dataDir)).toBe(false);
  });

  it.each([
    ['192.0.2.1', 'is not an address of this machine'],
    ['nobody.invalid', 'is a name that has no address here'],
  ])('where HOST is %s', async (HOST, problem) => {
    const remedy = 'Set HOST to an address of this machine, such as 127.0.0.1, or to 0.0.0.0 for all of them.';
    await refused(`${HOST} (HOST, environment) ${problem}. ${remedy}`, { HOST });
    expect(existsSync(dataDir)).toBe(false);
  });

  it.each([
    [
      'email leaves from an address of another machine',
      { DELIVERY_MODE: 'mx', OUTBOUND_IPS: '192.0.2.7' },
      'OUTBOUND_IPS=192.0.2.7 (environment): expected addresses of this machine: 192.0.2.7 is none. Run `ip address` to see them',
    ],
    [
      'a name is misspelt in production',
      { NODE_ENV: 'production', DELIVERY_MOD: 'mx' },
      'DELIVERY_MOD=mx (environment): expected no value: this is not a setting. Did you mean DELIVERY_MODE?',
    ],
  ])('where %s', async (_case, env, problem) => {
    await refused(problem, env);
  });

  it('where the file system of DATA_DIR holds no folders', async () => {
    const sentence =
      'cannot be created, because its file system does not allow folders. Set DATA_DIR to a folder on a disk.';
    await refused(`/proc/posthorn (DATA_DIR, environment) ${sentence}`, {}, '/proc/posthorn');
  });

  it.each(['file', 'file/data'])('where DATA_DIR is %s', async (name) => {
    writeFileSync(join(root, 'file'), '');
    const folder = join(root, name);
    await refused(
      `${folder} (DATA_DIR, environment) is a file, or a part of the path is a file. Set DATA_DIR to a folder.`,
      {},
      folder,
    );
  });
});

describe('a second start', () => {
  it('in the folder and at the port of the first says whose folder it is', async () => {
    const first = await startServer({ dataDir });
    try {
      await refused(
        `Another process uses ${dataDir} (DATA_DIR, environment): stop the server first. A second server needs a DATA_DIR of its own.`,
        { PORT: new URL(first.url).port },
      );
      expect((await fetch(`${first.url}/health/live`)).status).toBe(200);
    } finally {
      await first.stop();
    }
  });
});
