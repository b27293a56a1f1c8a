import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../processes.js';
import { sender } from './credentials.js';
import { freePort } from './free-port.js';
import { greetingAt } from './wait-for-port.js';

const otherPorts = ['SMTP_25_PORT', 'SMTP_465_PORT', 'SMTP_2465_PORT', 'SMTP_2587_PORT'];

export async function startPosthorn({ folder, sinkPort, credentials }) {
  const home = join(folder, 'posthorn');
  mkdirSync(home, { recursive: true });
  const port = await freePort();
  const server = await startServer(home, {
    DELIVERY_MODE: 'relay',
    RELAY_URL: `smtp://127.0.0.1:${sinkPort}`,
    PREVERIFIED_DOMAINS: sender,
    SMTP_587_PORT: String(port),
    ...Object.fromEntries(otherPorts.map((name) => [name, '0'])),
    SMTP_TLS_CERT: credentials.cert,
    SMTP_TLS_KEY: credentials.key,
  });
  await greetingAt(port);
  return { name: 'Posthorn', port, roots: [server.pid], stop: () => server.stop() };
}
