import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireKnownFormat } from '../../../src/application/installation/newer-data.js';
import { logUnavailable, vaultMissing } from '../../../src/application/installation/establish-installation.js';
import { ConfigError } from '../../../src/infrastructure/config/config.js';
import { requireWhole } from '../../../src/infrastructure/data-dir/data-dir.js';
import { requireSound } from '../../../src/infrastructure/data-dir/damaged-files.js';
import { ensureDataDir, requireUsable, unusable } from '../../../src/infrastructure/data-dir/usable.js';
import { readCertificate } from '../../../src/infrastructure/smtp-in/certificate-files.js';
import { makeSelfSigned } from '../../../src/infrastructure/smtp-in/self-signed.js';
import { PortNotTaken } from '../../../src/infrastructure/system/listening.js';
import { loadMasterKey } from '../../../src/infrastructure/vault/master-key.js';
import { EngineUnusable } from '../../../src/programs/engines/shared/start-patience.js';
import { failedStart } from '../../../src/programs/server/failed-start.js';
import { expiredCertificate } from '../../support/expired-certificate.js';
import { givenBy } from '../../support/given-by.js';
import { temporaryFolder } from '../../support/server.js';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true }));

const errorWith = (code: string, path?: string): Error =>
  Object.assign(new Error(code), { code, ...(path === undefined ? {} : { path }) });
const portTaken = (code: string, setting = 'PORT', host = '192.0.2.1') =>
  new PortNotTaken({ setting, port: 80, host, hostSetting: 'HOST' }, errorWith(code));
const engine = (name: 'EVENTSTOREDB_URL' | 'MONGODB_URL' | 'REDIS_URL', cause: EngineUnusable['failure']['cause']) =>
  new EngineUnusable({ engine: name, cause, place: '10.0.0.5:1113' });

const [from, until] = [new Date('2026-01-01T00:00:00Z'), new Date('2056-01-01T00:00:00Z')];
const own = makeSelfSigned(['mx.example.com'], from, until);
const other = makeSelfSigned(['ca.example.com'], from, until);
const passphrase = '-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n';

/** Reads these files as certificate and key. */
const pair = (cert: string, key: string) => () => {
  writeFileSync(join(folder, 'c.pem'), cert);
  writeFileSync(join(folder, 'k.pem'), key);
  return readCertificate({ cert: join(folder, 'c.pem'), key: join(folder, 'k.pem') });
};

const inDataDir = (name: string, content: string, mode = 0o600) => {
  writeFileSync(join(folder, name), content, { mode });
  chmodSync(join(folder, name), mode);
};
const otherHost = 'Set HOST to an address of this machine, such as 127.0.0.1, or to 0.0.0.0 for all of them.';

/** Where each setting that is named was set; what is not here is not set. */
const settings =
  'PORT=80\nHOST=192.0.2.1\nMONGODB_URL=m\nDATA_DIR=/d\nSMTP_TLS_CERT=c\nSMTP_TLS_KEY=k\nREDIS_URL=r\nEVENTSTOREDB_URL=e';

describe('a start that cannot go on says cause and remedy in one line, and loses nothing', () => {
  it.each<readonly [string, () => unknown, 69 | 70 | 78, string]>([
    // Ports and addresses
    [
      'a port in use',
      () => portTaken('EADDRINUSE'),
      78,
      'Port 80 (PORT, .env line 1) is in use by another process. Stop it or set PORT.',
    ],
    [
      'a low port',
      () => portTaken('EACCES', 'SMTP_25_PORT'),
      78,
      'Port 80 (SMTP_25_PORT, not set) needs a privilege that this process does not have. Set SMTP_25_PORT to a port from 1024 up, or give the process CAP_NET_BIND_SERVICE.',
    ],
    [
      'a foreign address',
      () => portTaken('EADDRNOTAVAIL'),
      78,
      `192.0.2.1 (HOST, .env line 2) is not an address of this machine. ${otherHost}`,
    ],
    [
      'no IPv6',
      () => portTaken('EAFNOSUPPORT', 'PORT', '::1'),
      78,
      `::1 (HOST, .env line 2) is an IPv6 address, and this machine has no IPv6. ${otherHost}`,
    ],
    [
      'an unknown name',
      () => portTaken('ENOTFOUND', 'PORT', 'no.invalid'),
      78,
      `no.invalid (HOST, .env line 2) is a name that has no address here. ${otherHost}`,
    ],
    [
      'an address of another machine',
      () => new ConfigError([{ field: 'OUTBOUND_IPS', expected: 'addresses of this machine' }]),
      78,
      'OUTBOUND_IPS (not set): expected addresses of this machine',
    ],
    // DATA_DIR
    [
      'a file',
      () => {
        inDataDir('data', '');
        ensureDataDir(join(folder, 'data'));
      },
      78,
      '<folder>/data (DATA_DIR, .env line 4) is a file, or a part of the path is a file. Set DATA_DIR to a folder.',
    ],
    [
      'a full disk',
      () => requireUsable(folder, () => 1),
      78,
      '<folder> (DATA_DIR, .env line 4) is full: less than 16 MB are free on its disk. Free some space and start again.',
    ],
    [
      'a disk that fills up',
      () => errorWith('ENOSPC'),
      78,
      '/d (DATA_DIR, .env line 4) is full: less than 16 MB are free on its disk. Free some space and start again.',
    ],
    [
      'a database on a full disk',
      () => new Error('database or disk is full'),
      78,
      '/d (DATA_DIR, .env line 4) is full: less than 16 MB are free on its disk. Free some space and start again.',
    ],
    [
      'a read-only disk',
      () => unusable('/d', errorWith('EROFS')),
      78,
      '/d (DATA_DIR, .env line 4) is on a read-only file system. Mount it writable, or set DATA_DIR to another folder.',
    ],
    [
      'files of another user',
      () => errorWith('EACCES', '/d/lock.sqlite'),
      78,
      '/d (DATA_DIR, .env line 4) cannot be used by this user: /d/lock.sqlite belongs to another user (did you start the server with sudo before?). Change the owner of the folder and its files to the user of the server, or set DATA_DIR to another folder.',
    ],
    [
      'a disk that fails',
      () => unusable('/d', errorWith('EIO')),
      78,
      '/d (DATA_DIR, .env line 4) cannot be used (EIO at /d). Set DATA_DIR to a folder that the server can write to.',
    ],
    [
      'half a restore',
      () => {
        mkdirSync(join(folder, 'restoring'));
        requireWhole(folder);
      },
      78,
      'A restore into <folder> (DATA_DIR, .env line 4) was interrupted while it moved files into place. Run posthorn restore again.',
    ],
    [
      'a damaged log',
      () => {
        inDataDir('eventlog.sqlite', 'no database'.repeat(100));
        requireSound({ path: join(folder, 'eventlog.sqlite'), format: 1, what: 'the event log' });
      },
      78,
      'eventlog.sqlite is damaged (file is not a database). It is the event log and cannot be rebuilt, so nothing was changed. Keep a copy of the files as they are, check the disk, and restore the last backup (docs/backup.md).',
    ],
    [
      'newer data',
      () => requireKnownFormat(95, 90, null),
      78,
      'This data was written by a newer version of Posthorn (its events have format 95, this one knows 90): start that version, or restore a backup from before the upgrade. Version 2.1.0 ran here last; this is version 1.0.0.',
    ],
    [
      'a log that takes nothing',
      () => logUnavailable(),
      69,
      'The event log cannot be written. Check the disk of DATA_DIR (.env line 4), or the engine of EVENTSTOREDB_URL, and start again.',
    ],
    [
      'no vault',
      () => vaultMissing('vault-1'),
      78,
      'The event log belongs to vault vault-1, but this vault is missing. Check DATA_DIR (.env line 4), or EVENTSTOREDB_URL and MONGODB_URL. If the vault is lost, restore the log and the vault from one backup.',
    ],
    [
      'a master key that is none',
      () => {
        inDataDir('master.key', 'secret');
        return loadMasterKey({ configured: undefined, dataDir: folder });
      },
      78,
      '<folder>/master.key (DATA_DIR, .env line 4) is not a master key (32 bytes, as 64 hexadecimal digits or in base64). Restore your copy of the key. No other key can decrypt the existing data.',
    ],
    // Certificates
    [
      'no certificate',
      () => readCertificate({ cert: '/no', key: '/no' }),
      78,
      '/no (SMTP_TLS_CERT, .env line 5) does not exist. Correct the path, or unset SMTP_TLS_CERT and SMTP_TLS_KEY for a self-signed certificate.',
    ],
    [
      'a folder',
      () => readCertificate({ cert: '/', key: '/no' }),
      78,
      '/ (SMTP_TLS_CERT, .env line 5) is a folder. Name the PEM file in it.',
    ],
    [
      'a key of another certificate',
      pair(own.cert, other.key),
      78,
      '<folder>/k.pem (SMTP_TLS_KEY, .env line 6) is not the key of the certificate in <folder>/c.pem (SMTP_TLS_CERT, .env line 5). Name two files that were issued together.',
    ],
    [
      'the two exchanged',
      pair(own.key, own.cert),
      78,
      '<folder>/c.pem (SMTP_TLS_CERT, .env line 5) holds the key, and <folder>/k.pem (SMTP_TLS_KEY, .env line 6) the certificate. Exchange the two paths.',
    ],
    [
      'the chain before it',
      pair(`${other.cert}${own.cert}`, own.key),
      78,
      '<folder>/c.pem (SMTP_TLS_CERT, .env line 5) begins with the certificate of an authority. Put the certificate of this server first, then its chain.',
    ],
    [
      'a passphrase',
      pair(own.cert, passphrase),
      78,
      '<folder>/k.pem (SMTP_TLS_KEY, .env line 6) is protected by a passphrase, which a server cannot enter. Save it without one: openssl pkey -in <file> -out <file>.',
    ],
    [
      'a binary certificate',
      pair('0\u0082\u0003', own.key),
      78,
      '<folder>/c.pem (SMTP_TLS_CERT, .env line 5) holds no PEM certificate. Name a file with -----BEGIN CERTIFICATE----- in it; openssl x509 -inform der converts a binary one.',
    ],
    [
      'half a certificate',
      pair(own.cert.slice(0, 90), own.key),
      78,
      '<folder>/c.pem (SMTP_TLS_CERT, .env line 5) holds a damaged certificate. Copy the file again.',
    ],
    [
      'half a key',
      pair(own.cert, own.key.slice(0, 60)),
      78,
      '<folder>/k.pem (SMTP_TLS_KEY, .env line 6) holds a damaged key. Copy the file again.',
    ],
    [
      'no key in its file',
      pair(own.cert, own.cert),
      78,
      '<folder>/k.pem (SMTP_TLS_KEY, .env line 6) holds no PEM private key. Name a file with BEGIN PRIVATE KEY in it.',
    ],
    // Engines
    [
      'an engine that is away',
      () => engine('MONGODB_URL', 'no-listener'),
      69,
      'MONGODB_URL (.env line 3) cannot be used: no server listens at 10.0.0.5:1113. Start the server, or correct the host and port in MONGODB_URL.',
    ],
    [
      'an engine that says nothing',
      () => engine('EVENTSTOREDB_URL', 'silent'),
      69,
      'EVENTSTOREDB_URL (.env line 8) cannot be used: 10.0.0.5:1113 accepts connections but does not respond in time. The server hangs or is overloaded. Check its machine and its log.',
    ],
    [
      'a login that is refused',
      () => engine('REDIS_URL', 'credentials-refused'),
      78,
      'REDIS_URL (.env line 7) cannot be used: the server refuses the user name or the password. Correct them in REDIS_URL, and percent-encode the characters @ : / ? # %.',
    ],
    // What is not expected
    [
      'a failure of the program',
      () => new Error('cannot read x'),
      70,
      'cannot read x. This failure is not expected: nothing was lost. Start with LOG_LEVEL=debug to see where it comes from, and report it.',
    ],
    [
      'a file elsewhere',
      () => errorWith('EACCES', '/usr/x'),
      70,
      'EACCES. This failure is not expected: nothing was lost. Start with LOG_LEVEL=debug to see where it comes from, and report it.',
    ],
  ])('%s', async (_case, cause, exitCode, line) => {
    const error: unknown = await Promise.resolve()
      .then(cause)
      .catch((thrown: unknown) => thrown);
    const given = givenBy({}, settings);
    const failed = failedStart(error, { given, dataDir: '/d', version: '1.0.0', lastVersion: '2.1.0' });
    expect(failed.lines.map((each) => each.replaceAll(folder, '<folder>'))).toEqual([line]);
    expect(failed.exitCode).toBe(exitCode);
  });

  it('has a certificate that expired: it starts, and says so', async () => {
    const { certificate, privateKey } = expiredCertificate;
    expect(await pair(certificate, privateKey)()).toEqual({ cert: certificate, key: privateKey });
  });

  it('shows a stack where the log shows everything', () => {
    const given = givenBy({ LOG_LEVEL: 'debug' }, '');
    const { lines } = failedStart(new Error('cannot read x'), { given, version: '1.0.0', lastVersion: null });
    expect(lines.slice(0, 2)).toEqual([
      'cannot read x. This failure is not expected: nothing was lost.',
      'Error: cannot read x',
    ]);
  });
});
