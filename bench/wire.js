// Stands between Posthorn's processes and an engine: counts the bytes of both directions, and hands each on so many milliseconds later.
import { createConnection, createServer } from 'node:net';

/** `delayMs`: each way. Bytes arrive in the order in which they were sent, whatever they are. */
export async function startWire(target, delayMs = 0) {
  const { hostname: host, port } = new URL(target);
  const bytes = { sent: 0, received: 0 };
  const sockets = new Set();
  const server = createServer({ noDelay: true }, (near) => {
    const far = createConnection({ host, port: Number(port), noDelay: true });
    pass(near, far, delayMs, (length) => (bytes.sent += length));
    pass(far, near, delayMs, (length) => (bytes.received += length));
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: target.replace(`${host}:${port}`, `127.0.0.1:${server.address().port}`),
    bytes: () => ({ ...bytes }),
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function pass(from, to, delayMs, count) {
  from.on('data', (chunk) => {
    count(chunk.length);
    if (delayMs === 0) to.write(chunk);
    else setTimeout(() => to.write(chunk), delayMs);
  });
}
