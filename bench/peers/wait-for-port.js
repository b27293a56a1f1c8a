import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Resolves when something greets there. Throws after half a minute. */
export async function greetingAt(port) {
  for (let tries = 0; tries < 150; tries += 1) {
    const greeted = await new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('data', () => socket.destroy(resolve(true)));
      socket.on('error', () => resolve(false));
      socket.on('close', () => resolve(false));
    });
    if (greeted) return;
    await wait(200);
  }
  throw new Error(`nothing greets on port ${port}`);
}
