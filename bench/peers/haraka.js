// Haraka with its dkim plugin, from npm, in a folder of its own: two processes, one for each core.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { password, selector, sender, user } from './credentials.js';
import { freePort } from './free-port.js';
import { greetingAt } from './wait-for-port.js';

const version = '3.3.4';
const nodes = 2;

export async function startHaraka({ folder, sinkPort, credentials, tls }) {
  const installed = install();
  const home = join(folder, 'haraka');
  const port = await freePort();
  for (const name of ['config', 'plugins', 'queue']) mkdirSync(join(home, name), { recursive: true });
  // What its installer copies too.
  cpSync(join(installed, 'node_modules/Haraka/config/connection.ini'), join(home, 'config/connection.ini'));
  const config = (name, text) => writeFileSync(join(home, 'config', name), text);
  config('smtp.ini', `listen=127.0.0.1:${port}\nnodes=${nodes}\n[headers]\nadd_received=true\n`);
  config('loglevel', 'warn');
  config('me', 'haraka.example.com');
  config('outbound.ini', 'concurrency_max=100\nenable_tls=false\n');
  config('log.ini', '[main]\nlevel=warn\n');
  config('plugins', ['sink_mx', ...(tls ? ['tls'] : []), 'auth/flat_file', 'dkim', ''].join('\n'));
  writeFileSync(
    join(home, 'plugins/sink_mx.js'),
    `exports.hook_rcpt = (next) => next(OK);\nexports.hook_get_mx = (next) => next(OK, [{ priority: 0, exchange: '127.0.0.1', port: ${sinkPort} }]);\n`,
  );
  // Made here, quickly: otherwise Haraka spends its first minute on it.
  const dhParameters = join(home, 'config/dhparams.pem');
  execFileSync('openssl', ['dhparam', '-dsaparam', '-out', dhParameters, '2048'], { stdio: 'ignore' });
  config('tls.ini', `key=${credentials.key}\ncert=${credentials.cert}\n`);
  config('auth_flat_file.ini', `[core]\nmethods=PLAIN,LOGIN\nconstrain_sender=false\n[users]\n${user}=${password}\n`);
  const keys = join(home, 'config/dkim', sender);
  mkdirSync(keys, { recursive: true });
  cpSync(credentials.dkimKey, join(keys, 'private'));
  writeFileSync(join(keys, 'selector'), `${selector}\n`);
  config(
    'dkim.ini',
    `[core]\n[sign]\nenabled=true\nheaders=From,To,Subject,Date,Message-ID,MIME-Version,Content-Type\n[verify]\nenabled=false\n[canon]\nbody=relaxed\n`,
  );
  const program = join(installed, 'node_modules/Haraka/bin/haraka');
  const child = spawn(process.execPath, [program, '-c', home], { stdio: ['ignore', 'inherit', 'inherit'] });
  await greetingAt(port);
  return {
    name: `Haraka ${version}, ${nodes} processes + dkim`,
    port,
    roots: [child.pid],
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGKILL');
      }),
  };
}

/** Once for all runs of this machine. Two of its dependencies are held at versions that every registry has. */
function install() {
  const home = join(homedir(), '.cache/posthorn-peers', `haraka-${version}`);
  if (existsSync(join(home, 'node_modules/Haraka/bin/haraka'))) return home;
  mkdirSync(home, { recursive: true });
  const manifest = {
    private: true,
    dependencies: { Haraka: version, 'haraka-plugin-dkim': '1.3.1' },
    overrides: { 'encoding-japanese': '2.2.0', libqp: '2.1.1' },
  };
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest));
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: home, stdio: 'inherit' });
  return home;
}
