import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startServer } from '../processes.js';
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
