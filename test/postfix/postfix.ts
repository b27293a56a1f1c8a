import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { masterCf } from '../../bench/peers/postfix-services.js';
import { temporaryFolder } from '../support/server.js';
import { waitFor } from '../support/wait-for.js';

export interface PostfixOptions {
  /** A loopback address. */
  readonly host: string;
  readonly port: number;
  /** Whose mail it keeps. */
  readonly domain: string;
  /** The address of a name server on port 53, which is all that one of the milters can be told. */
  readonly nameServer: string;
}

export interface Postfix {
  /** Every message so far, as it lies in the mailbox. */
  messages(): readonly string[];
  stop(): void;
}

const programs = ['postfix', 'opendkim', 'opendmarc', 'unshare', 'openssl'];

/** Why it cannot run here; undefined where it can. It binds port 53 and gives one program a resolv.conf of its own. */
export function postfixMissing(): string | undefined {
  const missing = programs.filter((program) => spawnSync('which', [program]).status !== 0);
  if (missing.length > 0) return `not installed: ${missing.join(', ')}`;
  if (process.getuid?.() !== 0) return 'only root may start it';
  return spawnSync('unshare', ['-m', 'true']).status === 0 ? undefined : 'no mount namespaces here';
}

/** A receiver as others run it: Postfix with STARTTLS, OpenDKIM and OpenDMARC (which judges SPF too) as its milters. */
export async function startPostfix(options: PostfixOptions): Promise<Postfix> {
  const home = temporaryFolder();
  for (const name of ['etc', 'spool', 'data', 'mail']) mkdirSync(join(home, name));
  chmodSync(home, 0o755);
  for (const name of ['data', 'mail']) chownSync(join(home, name), idOf('postfix', '-u'), idOf('postfix', '-g'));
  const milters = [startOpenDkim(home, options), startOpenDmarc(home, options)];
  writeFileSync(join(home, 'etc/main.cf'), mainCf(home, options));
  writeFileSync(join(home, 'etc/master.cf'), masterCf(options));
  for (const name of ['postfix-files', 'dynamicmaps.cf']) cpSync(join('/etc/postfix', name), join(home, 'etc', name));
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=localhost', '-keyout', join(home, 'key.pem'), '-out', join(home, 'cert.pem')],
    ],
    { stdio: 'ignore' },
  );
  try {
    await waitFor(
      async () => ['opendkim.sock', 'opendmarc.sock'].every((name) => existsSync(join(home, name))),
      (ready) => ready,
    );
    execFileSync('postfix', ['-c', join(home, 'etc'), 'start'], { stdio: 'ignore' });
    await waitFor(
      () => greets(options),
      (greeted) => greeted,
    );
  } catch (error) {
    for (const milter of milters) milter.kill('SIGKILL');
    throw error;
  }
  const mailbox = join(home, 'mail/box/new');
  return {
    messages: () =>
      existsSync(mailbox) ? readdirSync(mailbox).map((name) => readFileSync(join(mailbox, name), 'utf8')) : [],
    stop() {
      execFileSync('postfix', ['-c', join(home, 'etc'), 'stop'], { stdio: 'ignore' });
      for (const milter of milters) milter.kill('SIGKILL');
    },
  };
}

function idOf(user: string, which: '-u' | '-g'): number {
  return Number(execFileSync('id', [which, user], { encoding: 'utf8' }));
}

function greets({ host, port }: PostfixOptions): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function mainCf(home: string, { domain }: PostfixOptions): string {
  return settings(' = ', {
    compatibility_level: '3.6',
    queue_directory: join(home, 'spool'),
    data_directory: join(home, 'data'),
    command_directory: '/usr/sbin',
    daemon_directory: '/usr/lib/postfix/sbin',
    mail_owner: 'postfix',
    myhostname: `mx.${domain}`,
    mydestination: '',
    // The listener names its own address, which no interface has to have.
    inet_interfaces: 'all',
    inet_protocols: 'ipv4',
    mynetworks: '',
    smtpd_peername_lookup: 'no',
    biff: 'no',
    alias_maps: '',
    alias_database: '',
    maillog_file: join(home, 'maillog'),
    maillog_file_prefixes: '/',
    smtpd_tls_security_level: 'may',
    smtpd_tls_cert_file: join(home, 'cert.pem'),
    smtpd_tls_key_file: join(home, 'key.pem'),
    smtpd_tls_received_header: 'yes',
    smtpd_relay_restrictions: 'reject_unauth_destination',
    virtual_mailbox_domains: domain,
    virtual_mailbox_base: join(home, 'mail'),
    virtual_mailbox_maps: 'static:box/',
    virtual_uid_maps: `static:${idOf('postfix', '-u')}`,
    virtual_gid_maps: `static:${idOf('postfix', '-g')}`,
    virtual_minimum_uid: '1',
    smtpd_milters: `unix:${join(home, 'opendkim.sock')}, unix:${join(home, 'opendmarc.sock')}`,
    milter_default_action: 'tempfail',
  });
}

function startOpenDkim(home: string, { domain, nameServer }: PostfixOptions): ChildProcess {
  writeFileSync(
    join(home, 'unbound.conf'),
    `server:\n  do-not-query-localhost: no\nforward-zone:\n  name: "."\n  forward-addr: ${nameServer}\n`,
  );
  writeFileSync(join(home, 'nobody'), '192.0.2.1\n');
  const config = settings(' ', {
    Mode: 'v',
    AuthservID: `mx.${domain}`,
    Socket: `local:${join(home, 'opendkim.sock')}`,
    UMask: '000',
    Syslog: 'no',
    RequireSafeKeys: 'no',
    ResolverConfiguration: join(home, 'unbound.conf'),
    InternalHosts: join(home, 'nobody'),
    ExternalIgnoreList: join(home, 'nobody'),
    AlwaysAddARHeader: 'yes',
  });
  writeFileSync(join(home, 'opendkim.conf'), config);
  return spawn('opendkim', ['-f', '-x', join(home, 'opendkim.conf')], { stdio: 'ignore' });
}

/** It asks the system's name servers alone, so it gets a file of its own that says which they are. */
function startOpenDmarc(home: string, { domain, nameServer }: PostfixOptions): ChildProcess {
  const config = settings(' ', {
    AuthservID: `mx.${domain}`,
    TrustedAuthservIDs: `mx.${domain}`,
    Socket: `local:${join(home, 'opendmarc.sock')}`,
    UMask: '000',
    Syslog: 'no',
    IgnoreHosts: join(home, 'nobody'),
    SPFIgnoreResults: 'true',
    SPFSelfValidate: 'true',
    RejectFailures: 'false',
  });
  writeFileSync(join(home, 'opendmarc.conf'), config);
  writeFileSync(join(home, 'resolv.conf'), `nameserver ${nameServer}\n`);
  const script = 'mount --bind "$1" /etc/resolv.conf && exec opendmarc -f -c "$2"';
  const parameters = ['-m', 'sh', '-c', script, 'sh', join(home, 'resolv.conf'), join(home, 'opendmarc.conf')];
  return spawn('unshare', parameters, { stdio: 'ignore' });
}

function settings(between: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}${between}${value}\n`)
    .join('');
}
