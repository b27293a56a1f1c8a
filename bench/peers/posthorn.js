import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { apiKey, startServer } from '../processes.js';
import { sender } from './credentials.js';
import { freePort } from './free-port.js';
import { greetingAt } from './wait-for-port.js';

/** `tls: false`: the port with implicit TLS, and no handshake on it. */
export async function startPosthorn({ folder, sinkPort, credentials, tls }) {
  const home = join(folder, 'posthorn');
  mkdirSync(home, { recursive: true });
  const port = await freePort();
  const environment = {
    DELIVERY_MODE: 'relay',
    RELAY_URL: `smtp://127.0.0.1:${sinkPort}`,
    PREVERIFIED_DOMAINS: sender,
    [tls ? 'SMTP_587_PORT' : 'SMTP_465_PORT']: String(port),
    SMTP_TLS_CERT: credentials.cert,
    SMTP_TLS_KEY: credentials.key,
  };
  const flags = tls ? [] : [`--import=${new URL('without-tls.js', import.meta.url)}`];
  const server = await startServer(home, environment, flags);
  await greetingAt(port);
  return { name: 'Posthorn', port, roots: [server.pid], stop: () => server.stop() };
}

/** With a port for email from other servers, without checks of senders and limits of rates. */
export async function startReceivingPosthorn({ folder, domain }) {
  const home = join(folder, 'posthorn');
  mkdirSync(home, { recursive: true });
  const port = await freePort();
  const environment = {
    INBOUND_PORT: String(port),
    INBOUND_CHECKS: '0',
    INBOUND_PER_ADDRESS_PER_MINUTE: '0',
    INBOUND_PER_DOMAIN_PER_MINUTE: '0',
    PREVERIFIED_DOMAINS: domain,
    LOG_LEVEL: 'warn',
  };
  const server = await startServer(home, environment);
  await greetingAt(port);
  const { data: domains } = await asked(server, '/domains');
  const capabilities = { sending: 'enabled', receiving: 'enabled' };
  await asked(server, `/domains/${domains[0].id}`, { method: 'PATCH', body: JSON.stringify({ capabilities }) });
  return { name: 'Posthorn', port, roots: [server.pid], received: () => listed(server), stop: () => server.stop() };
}

/** How many emails the list of received ones has, page by page. */
async function listed(server) {
  for (let count = 0, after = ''; ; ) {
    const { data, has_more: more } = await asked(server, `/emails/receiving?limit=100${after}`);
    count += data.length;
    if (!more) return count;
    after = `&after=${data.at(-1).id}`;
  }
}

async function asked({ host, port }, path, request = {}) {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const answer = await fetch(`http://${host}:${port}${path}`, { ...request, headers });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
