import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { connect as connectTls } from 'node:tls';
import { once } from 'node:events';
import { followCertificate, selfSignedIn } from '../../../src/infrastructure/smtp-in/certificate.js';
import { readCertificate } from '../../../src/infrastructure/smtp-in/certificate-files.js';
import { type KeyAndCertificate, makeSelfSigned } from '../../../src/infrastructure/smtp-in/self-signed.js';
import { certificate, closeAll, submissionWorld } from './setup.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthorn-'));
});
afterEach(async () => {
  await closeAll();
  await rm(folder, { recursive: true, force: true });
});

const from = new Date('2026-01-01T00:00:00Z');
const until = new Date('2056-01-01T00:00:00Z');
const fingerprint = ({ cert }: KeyAndCertificate): string => new X509Certificate(cert).fingerprint256;

describe('a self-signed certificate', () => {
  it('is what it says, signed by its own key', () => {
    const { cert, key } = makeSelfSigned(['mx.example.com', 'localhost', '192.0.2.1', '2001:db8::1'], from, until);
    const read = new X509Certificate(cert);
    expect(read.subject).toBe('CN=mx.example.com');
    expect(read.issuer).toBe(read.subject);
    expect(read.subjectAltName).toBe(
      'DNS:mx.example.com, DNS:localhost, IP Address:192.0.2.1, IP Address:2001:DB8:0:0:0:0:0:1',
    );
    expect(new Date(read.validFrom)).toEqual(from);
    expect(new Date(read.validTo)).toEqual(until);
    expect(read.verify(read.publicKey)).toBe(true);
    expect(read.checkHost('mx.example.com')).toBe('mx.example.com');
    expect(read.ca).toBe(true);
    expect(key).toContain('BEGIN PRIVATE KEY');
  });

  it('is trusted by a client that was told to', async () => {
    const own = makeSelfSigned(['mx.example.com'], new Date(Date.now() - 1_000), until);
    const world = await submissionWorld({ options: { certificate: own } });
    const socket = connectTls({ port: world.port('SMTP_465_PORT'), ca: own.cert, servername: 'mx.example.com' });
    await once(socket, 'secureConnect');
    expect(socket.authorized).toBe(true);
    socket.destroy();
  });

  it('is made once in a folder, for nobody else to read', async () => {
    const first = await selfSignedIn(folder, 'mx.example.com', Date.now());
    expect((await stat(join(folder, 'smtp-self-signed.pem'))).mode & 0o777).toBe(0o600);
    expect(await selfSignedIn(folder, 'mx.example.com', Date.now())).toEqual(first);
    expect(await readdir(folder)).toEqual(['smtp-self-signed.pem']);
  });

  it('is made anew when its time is up, or when it cannot be read', async () => {
    const now = Date.now();
    const first = await selfSignedIn(folder, 'mx.example.com', now);
    const second = await selfSignedIn(folder, 'mx.example.com', now + 11 * 366 * 86_400_000);
    expect(fingerprint(second)).not.toBe(fingerprint(first));
    await writeFile(join(folder, 'smtp-self-signed.pem'), 'half a file');
    const third = await selfSignedIn(folder, 'mx.example.com', now);
    expect(await readFile(join(folder, 'smtp-self-signed.pem'), 'utf8')).toBe(`${third.key}${third.cert}`);
  });
});

describe('a certificate of the operator', () => {
  const files = () => ({ cert: join(folder, 'mx.crt'), key: join(folder, 'mx.key') });
  const write = async ({ cert, key }: KeyAndCertificate): Promise<void> => {
    await writeFile(files().cert, cert);
    await writeFile(files().key, key);
  };

  it('is read with its key', async () => {
    await write(certificate);
    expect(await readCertificate(files())).toEqual(certificate);
  });

  it('is read again when its files change, a link to them too, and kept while they do not go together', async () => {
    const renewed = makeSelfSigned(['mx.example.com'], new Date(Date.now() - 1_000), until);
    await write(certificate);
    const used: KeyAndCertificate[] = [];
    const failures: string[] = [];
    const stopping = new AbortController();
    const reload = followCertificate(files(), {
      current: certificate,
      everyMs: 3_600_000,
      signal: stopping.signal,
      onChange: (pair) => used.push(pair),
      onFailure: ({ message }) => failures.push(message),
    });
    await reload();
    expect(used).toEqual([]);
    await writeFile(files().cert, renewed.cert);
    await reload();
    await reload();
    expect(used).toEqual([]);
    expect(failures).toEqual([expect.stringContaining('is not the key of the certificate in')]);
    await writeFile(join(folder, 'live.key'), renewed.key);
    await unlink(files().key);
    await symlink(join(folder, 'live.key'), files().key);
    await reload();
    expect(used).toEqual([renewed]);
    stopping.abort();
  });

  it('is looked at by itself', async () => {
    const renewed = makeSelfSigned(['mx.example.com'], new Date(Date.now() - 1_000), until);
    await write(certificate);
    const stopping = new AbortController();
    const changed = new Promise<KeyAndCertificate>((resolve, reject) => {
      followCertificate(files(), {
        current: certificate,
        everyMs: 20,
        signal: stopping.signal,
        onChange: resolve,
        onFailure: () => undefined,
      });
      write(renewed).catch(reject);
    });
    expect(await changed).toEqual(renewed);
    stopping.abort();
  });

  it('is shown by sessions that begin after it changed, on both kinds of ports', async () => {
    const renewed = makeSelfSigned(['mx.example.com'], new Date(Date.now() - 1_000), until);
    const world = await submissionWorld();
    const shownOn = async (listener: 'SMTP_465_PORT' | 'SMTP_587_PORT'): Promise<string> => {
      const client = await world.connect(listener);
      await client.reply();
      await client.ask('EHLO client.example.com');
      if (listener === 'SMTP_587_PORT') await client.startTls();
      // A session under TLS has a socket of this kind.
      return (client.socket as TLSSocket).getPeerCertificate().fingerprint256;
    };
    expect(await shownOn('SMTP_465_PORT')).toBe(fingerprint(certificate));
    expect(await shownOn('SMTP_587_PORT')).toBe(fingerprint(certificate));
    world.server.use(renewed);
    expect(await shownOn('SMTP_465_PORT')).toBe(fingerprint(renewed));
    expect(await shownOn('SMTP_587_PORT')).toBe(fingerprint(renewed));
  });
});
