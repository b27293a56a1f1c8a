import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../peers/free-port.js';
import { apiKey, cli, startServer } from '../processes.js';
import { call, ownMail } from './client.js';
import { keysOfOwner, ownerSettings } from './owner.js';

const preload = join(import.meta.dirname, 'stalls.js');
const stopPatienceMs = 15_000;

/**
 * An installation with two well-behaved teams, one that sends (its key is the bootstrap key) and one that lists its 50 emails, an
 * attacking one, and twenty of one person. Each attack gets a copy of it. Sending and listing in one team would meet its rate limit.
 */
export async function makeInstallation() {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-hostile-'));
  const template = join(folder, 'template');
  mkdirSync(template);
  const server = await startServer(template, ownerSettings);
  const withKey = (name) => {
    const { id } = cli(template, 'teams', 'create', name);
    return { id, key: cli(template, 'keys', 'create', '--team', id, '--name', name).token };
  };
  const { key: listKey } = withKey('List');
  await call({ ...server, key: listKey }, 'POST', '/emails/batch', Array(50).fill({ ...ownMail, text: 'Hi' }));
  const { id, key: attackerKey } = withKey('Attacker');
  const ownerKeys = await keysOfOwner(server, template, id);
  await server.stop();
  return {
    key: apiKey,
    listKey,
    attackerKey,
    attackerTeamId: id,
    ownerKeys,
    copy(name) {
      const dataDir = join(folder, name);
      cpSync(template, dataDir, { recursive: true });
      return dataDir;
    },
    removeCopy: (dataDir) => rmSync(dataDir, { recursive: true, force: true }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A server that is measured: with a rate limit, and a preload that writes its stalls to a file. */
export async function startMeasured(dataDir, names, env = {}) {
  const stalls = join(dataDir, 'stalls');
  writeFileSync(stalls, '');
  const smtpPort = await freePort();
  const settings = {
    // The well-behaved team sends 20 a second.
    RATE_LIMIT_PER_SECOND: '25',
    DNS_SERVERS: names.address,
    SMTP_2465_PORT: String(smtpPort),
    SHUTDOWN_GRACE_MS: '500',
    STALLS_FILE: stalls,
    ...env,
  };
  const server = await startServer(dataDir, settings, ['--import', preload], names.under);
  const isAlive = () => {
    try {
      return process.kill(server.pid, 0);
    } catch {
      return false;
    }
  };
  return {
    ...server,
    smtpPort,
    stalls,
    isAlive,
    /** An orderly end where it comes soon: only then Node writes a profile. */
    async stop() {
      if (!isAlive()) return;
      const timer = setTimeout(() => process.kill(server.pid, 'SIGKILL'), stopPatienceMs);
      await server.stop();
      clearTimeout(timer);
    },
  };
}
