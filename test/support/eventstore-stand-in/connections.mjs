// @ts-check
/** The listening socket is ours, so that connections can be reset as by a process that died: clients see UNAVAILABLE. */
import { createServer } from 'node:net';
import grpc from '@grpc/grpc-js';

/**
 * @param {grpc.Server} server
 * @param {number} port
 * @param {import('./index.mjs').StandInOptions['tls']} tls
 */
export async function listen(server, port, tls) {
  const injector = server.createConnectionInjector(tls ? secure(tls) : grpc.ServerCredentials.createInsecure());
  /** @type {Set<import('node:net').Socket>} */
  const sockets = new Set();
  const listener = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    injector.injectConnection(socket);
  });
  await /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      listener.once('error', reject);
      listener.listen(port, '127.0.0.1', resolve);
    })
  );
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: /** @type {import('node:net').AddressInfo} */ (listener.address()).port,
    cut,
    async close() {
      const closed = new Promise((resolve) => listener.close(resolve));
      cut();
      server.forceShutdown();
      await closed;
    },
  };
}

/** @param {NonNullable<import('./index.mjs').StandInOptions['tls']>} tls */
const secure = ({ certificate, privateKey }) =>
  grpc.ServerCredentials.createSsl(null, [
    { cert_chain: Buffer.from(certificate), private_key: Buffer.from(privateKey) },
  ]);
