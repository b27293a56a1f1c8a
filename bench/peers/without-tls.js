// Loaded before the server by the bench alone (`node --import`): its ports with implicit TLS leave the handshake out, and everything
// behind it runs as ever. The product has no such switch: where there is no TLS it neither offers nor takes AUTH.
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import tls from 'node:tls';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  if (!['127.0.0.1', undefined].includes(process.env.HOST)) throw new Error('without TLS it listens on loopback only');
  tls.createServer = () => {
    const server = Object.assign(new EventEmitter(), { setSecureContext: () => undefined });
    return server.on('connection', (socket) => server.emit('secureConnection', socket));
  };
  syncBuiltinESMExports();
}
