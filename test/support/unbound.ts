import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closedPort } from './closed-port.js';
import { temporaryFolder } from './server.js';

/** Unbound and what signs its zone (ldnsutils) are there. */
export const hasUnbound =
  spawnSync('unbound', ['-V']).error === undefined && spawnSync('ldns-keygen', ['-v']).error === undefined;

export interface SignedInternet {
  readonly address: string;
  readonly port: number;
  stop(): Promise<void>;
}

export interface SignedInternetOptions {
  /** Records of the root zone, which is signed; `unsigned` is cut off from it without a signature. */
  readonly records: readonly string[];
  readonly unsigned: { readonly name: string; readonly records: readonly string[] };
  /** What an attacker changes after the signing: from, to. */
  readonly forged: readonly (readonly [string, string])[];
}

/** A validating resolver of another house, Unbound, on loopback: its root zone is signed with a key that it trusts. */
export async function startUnbound({ records, unsigned, forged }: SignedInternetOptions): Promise<SignedInternet> {
  const dir = temporaryFolder();
  const file = (name: string): string => join(dir, name);
  const start = (zone: string) => [`${zone} 300 IN SOA ns. hostmaster. 1 3600 600 86400 300`, `${zone} 300 IN NS ns.`];
  const cut = `${unsigned.name} 300 IN NS ns.`;
  writeFileSync(file('root'), [...start('.'), 'ns. 300 IN A 127.0.0.1', cut, ...records, ''].join('\n'));
  writeFileSync(file('unsigned'), [...start(unsigned.name), ...unsigned.records, ''].join('\n'));
  const key = execFileSync('ldns-keygen', ['-a', 'ECDSAP256SHA256', '-k', '.'], { cwd: dir, encoding: 'utf8' }).trim();
  execFileSync('ldns-signzone', ['-f', 'signed', 'root', key], { cwd: dir });
  const signed = readFileSync(file('signed'), 'utf8');
  writeFileSync(
    file('signed'),
    forged.reduce((zone, [from, to]) => zone.replace(from, to), signed),
  );
  const port = await closedPort();
  const zones = [
    ['.', 'signed'],
    [unsigned.name, 'unsigned'],
  ].map(
    ([name, zone]) => `auth-zone:\n  name: "${name}"\n  zonefile: "${zone}"\n  for-downstream: no\n  for-upstream: yes`,
  );
  writeFileSync(
    file('unbound.conf'),
    `server:
  directory: "${dir}"
  chroot: ""
  username: ""
  pidfile: ""
  use-syslog: no
  interface: 127.0.0.1@${port}
  module-config: "validator iterator"
  trust-anchor-file: "${key}.key"
  do-not-query-localhost: no
  local-zone: "test." nodefault
remote-control:
  control-enable: no
${zones.join('\n')}
`,
  );
  const unbound = spawn('unbound', ['-d', '-c', file('unbound.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
  await serving(unbound);
  return {
    address: '127.0.0.1',
    port,
    async stop() {
      const ended = new Promise((resolve) => unbound.once('exit', resolve));
      unbound.kill();
      await ended;
      rmSync(dir, { recursive: true });
    },
  };
}

function serving(unbound: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    unbound.once('exit', () => reject(new Error(`unbound ended: ${said}`)));
    unbound.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('start of service')) resolve();
    });
  });
}
