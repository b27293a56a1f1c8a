// How an email comes in, for each form that the ledger counts: what begins it, and what sends so many.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { apiKey, ask, message, sender } from '../processes.js';
import { freePort } from '../peers/free-port.js';

const sessions = 20;
const messageBytes = 10 * 1024;

/** `environment` for the server; `send` resolves when all are accepted. */
export const forms = {
  'REST, one email a request': () => rest(1),
  'REST, batches of 100': () => rest(100),
  'SMTP, kept sessions': smtp,
};

function rest(batch) {
  return {
    environment: {},
    send: (load, server, count) =>
      load.generate(server, { count: count / batch, batch, connections: batch === 1 ? sessions : 4 }),
    stop: () => undefined,
  };
}

async function smtp() {
  const port = await freePort();
  const generator = fork(join(import.meta.dirname, '../peers/smtp-load.js'));
  await message(generator);
  let first = 0;
  return {
    environment: { SMTP_587_PORT: String(port) },
    async send(load, { host }, count) {
      const login = { tls: true, user: 'resend', pass: apiKey };
      const order = { host, port, ...login, sender, size: messageBytes, sessions, kept: true, first, count };
      const { failures } = await ask(generator, order);
      if (failures.length > 0) throw new Error(failures[0]);
      first += count;
    },
    stop: () => generator.disconnect(),
  };
}
