import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '../support/server.js';
import { waitFor } from '../support/wait-for.js';

export interface Receiver {
  readonly name: 'Exim' | 'OpenSMTPD';
  readonly domain: string;
  /** A loopback address. */
  readonly host: string;
}

export interface Running {
  stop(): void;
}

/** How each is found, and whose rights it works with: those that Debian's package makes. */
const programs = {
  Exim: { program: 'exim4', user: 'Debian-exim' },
  OpenSMTPD: { program: 'smtpd', user: 'opensmtpd' },
} as const;

/** Why it cannot run here; undefined where it can. */
export function receiverMissing({ name }: Receiver): string | undefined {
  const { program, user } = programs[name];
  if (spawnSync('which', [program]).status !== 0) return `not installed: ${program}`;
  if (spawnSync('id', [user]).status !== 0) return `no user ${user}`;
  return process.getuid?.() === 0 ? undefined : 'only root may start it';
}

/** Takes mail to mailboxes whose names begin with `good`, and refuses every other. */
export async function startReceiver(receiver: Receiver, port: number): Promise<Running> {
  const home = temporaryFolder();
  chmodSync(home, 0o755);
  const child = receiver.name === 'Exim' ? startExim(home, receiver, port) : startOpenSmtpd(home, receiver, port);
  await waitFor(
    () => greets(receiver.host, port),
    (greeted) => greeted,
  );
  return { stop: () => void child.kill('SIGTERM') };
}

/** Each refusal of a session is held back two seconds longer than the one before, as many sites configure it. */
function startExim(home: string, { domain, host }: Receiver, port: number): ChildProcess {
  const { program, user } = programs.Exim;
  const path = pathOf(program);
  const spool = join(home, 'spool');
  mkdirSync(spool);
  chownSync(spool, idOf(user, '-u'), idOf(user, '-g'));
  const config = `
exim_path = ${path}
primary_hostname = mx.${domain}
spool_directory = ${spool}
log_file_path = ${spool}/%slog
daemon_smtp_ports = ${port}
local_interfaces = ${host}
smtp_accept_max = 200
smtp_accept_max_per_host = 200
acl_smtp_rcpt = rcpt
acl_smtp_data = accept
tls_advertise_hosts =
host_lookup =
rfc1413_query_timeout = 0s
keep_environment =
queue_only
begin acl
rcpt:
  deny
    ! verify = recipient
    delay = \${eval:2*(1+$rcpt_fail_count)}s
  accept
begin routers
known:
  driver = accept
  domains = ${domain}
  local_parts = ^good
  transport = keep
begin transports
keep:
  driver = appendfile
  file = ${spool}/mail
  user = ${user}
begin retry
`;
  writeFileSync(join(home, 'exim.conf'), config, { mode: 0o644 });
  return spawn(path, ['-C', join(home, 'exim.conf'), '-bdf'], { stdio: 'ignore' });
}

function startOpenSmtpd(home: string, { domain, host }: Receiver, port: number): ChildProcess {
  const config = `
table users { "good@${domain}" = "nobody" }
listen on ${host} port ${port} hostname mx.${domain}
action "keep" maildir "${home}/mail" virtual <users>
match from any for domain "${domain}" action "keep"
`;
  writeFileSync(join(home, 'smtpd.conf'), config, { mode: 0o600 });
  return spawn(pathOf(programs.OpenSMTPD.program), ['-d', '-f', join(home, 'smtpd.conf')], { stdio: 'ignore' });
}

function pathOf(program: string): string {
  return spawnSync('which', [program], { encoding: 'utf8' }).stdout.trim();
}

function idOf(user: string, which: '-u' | '-g'): number {
  return Number(spawnSync('id', [which, user], { encoding: 'utf8' }).stdout);
}

function greets(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host);
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
