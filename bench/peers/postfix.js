// Postfix with OpenDKIM as its milter, from the distribution's packages, in a folder of its own.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startAuthServer } from './auth-server.js';
import { selector, sender } from './credentials.js';
import { freePort } from './free-port.js';
import { masterCf } from './postfix-services.js';
import { greetingAt } from './wait-for-port.js';

const idOf = (name, which) => Number(execFileSync('id', [which, name], { encoding: 'utf8' }));

export async function startPostfix({ folder, sinkPort, credentials, tls }) {
  const home = join(folder, 'postfix');
  const port = await freePort();
  for (const name of ['', 'etc', 'spool', 'data']) mkdirSync(join(home, name), { recursive: true });
  chownSync(join(home, 'data'), idOf('postfix', '-u'), idOf('postfix', '-g'));
  const milter = await startOpenDkim(home, credentials);
  writeFileSync(join(home, 'etc/main.cf'), mainCf({ home, sinkPort, credentials, milter, tls }));
  const auth = await startAuthServer(join(home, 'auth.sock'));
  startMaster(home, port);
  await greetingAt(port);
  return {
    name: 'Postfix + OpenDKIM',
    port,
    roots: [masterOf(home), milter.pid],
    stop() {
      stopMaster(home);
      milter.kill('SIGKILL');
      auth.close();
    },
  };
}

/** As a server of mailboxes: what comes for `domain` lies in one Maildir, without a check of its sender. */
export async function startReceivingPostfix({ folder, domain }) {
  const home = join(folder, 'postfix');
  const boxes = join(folder, 'boxes');
  const port = await freePort();
  for (const name of ['', 'etc', 'spool', 'data']) mkdirSync(join(home, name), { recursive: true });
  mkdirSync(boxes);
  const [user, group] = [idOf('postfix', '-u'), idOf('postfix', '-g')];
  for (const owned of [join(home, 'data'), boxes]) chownSync(owned, user, group);
  const lines = {
    ...placesOf(home),
    ...withoutLookups,
    virtual_mailbox_domains: domain,
    virtual_mailbox_base: boxes,
    virtual_mailbox_maps: 'static:all/',
    virtual_minimum_uid: '1',
    virtual_uid_maps: `static:${user}`,
    virtual_gid_maps: `static:${group}`,
    smtpd_relay_restrictions: 'reject_unauth_destination',
  };
  writeFileSync(join(home, 'etc/main.cf'), written(lines));
  startMaster(home, port);
  await greetingAt(port);
  return {
    name: 'Postfix',
    port,
    roots: [masterOf(home)],
    received: () => readdirSync(join(boxes, 'all/new')).length,
    stop: () => stopMaster(home),
  };
}

const masterOf = (home) => Number(readFileSync(join(home, 'spool/pid/master.pid'), 'utf8'));
const stopMaster = (home) => execFileSync('postfix', ['-c', join(home, 'etc'), 'stop'], { stdio: 'inherit' });

function startMaster(home, port) {
  writeFileSync(join(home, 'etc/master.cf'), masterCf({ host: '127.0.0.1', port }));
  for (const name of ['postfix-files', 'dynamicmaps.cf']) cpSync(join('/etc/postfix', name), join(home, 'etc', name));
  execFileSync('postfix', ['-c', join(home, 'etc'), 'start'], { stdio: 'inherit' });
}

const placesOf = (home) => ({
  compatibility_level: '3.6',
  queue_directory: join(home, 'spool'),
  data_directory: join(home, 'data'),
  command_directory: '/usr/sbin',
  daemon_directory: '/usr/lib/postfix/sbin',
  mail_owner: 'postfix',
  maillog_file: join(home, 'maillog'),
  maillog_file_prefixes: '/',
});

const withoutLookups = {
  myhostname: 'postfix.example.com',
  mydestination: '',
  local_transport: 'error:no local delivery',
  inet_interfaces: '127.0.0.1',
  inet_protocols: 'ipv4',
  mynetworks: '',
  disable_dns_lookups: 'yes',
  smtp_host_lookup: 'native',
  smtpd_peername_lookup: 'no',
  biff: 'no',
  alias_maps: '',
  alias_database: '',
  smtpd_client_connection_rate_limit: '0',
  smtpd_client_connection_count_limit: '0',
  in_flow_delay: '0',
};

const written = (lines) =>
  Object.entries(lines)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');

function mainCf({ home, sinkPort, credentials, milter, tls }) {
  return written({
    ...placesOf(home),
    ...withoutLookups,
    relayhost: `[127.0.0.1]:${sinkPort}`,
    smtp_tls_security_level: 'none',
    smtpd_tls_security_level: tls ? 'may' : 'none',
    initial_destination_concurrency: '20',
    smtpd_tls_cert_file: credentials.cert,
    smtpd_tls_key_file: credentials.key,
    smtpd_tls_auth_only: tls ? 'yes' : 'no',
    smtpd_sasl_auth_enable: 'yes',
    smtpd_sasl_type: 'dovecot',
    smtpd_sasl_path: `unix:${join(home, 'auth.sock')}`,
    smtpd_relay_restrictions: 'permit_sasl_authenticated, reject',
    smtpd_milters: `unix:${milter.socket}`,
    milter_default_action: 'tempfail',
  });
}

async function startOpenDkim(home, { dkimKey }) {
  const socket = join(home, 'opendkim.sock');
  const config = join(home, 'opendkim.conf');
  const key = join(home, 'dkim.pem');
  cpSync(dkimKey, key);
  chmodSync(key, 0o600);
  writeFileSync(
    config,
    [
      `Domain ${sender}`,
      `Selector ${selector}`,
      `KeyFile ${key}`,
      'Mode s',
      'Canonicalization relaxed/relaxed',
      `Socket local:${socket}`,
      'UMask 000',
      'RequireSafeKeys no',
      'Syslog no',
      'InternalHosts 0.0.0.0/0',
      'SignatureAlgorithm rsa-sha256',
      '',
    ].join('\n'),
  );
  const child = spawn('opendkim', ['-f', '-x', config], { stdio: 'inherit' });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  chmodSync(home, 0o755);
  return Object.assign(child, { socket });
}
