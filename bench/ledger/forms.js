// How an email comes in, for each form that the ledger counts: what begins it, and what sends so many.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ask as request, contactsFile, importContacts, subscribersFile } from '../imports.js';
import { apiKey, ask, message, sender } from '../processes.js';
import { freePort } from '../peers/free-port.js';

const sessions = 20;
const messageBytes = 10 * 1024;

/**
 * `environment` for the server; `prepare`, where it is there, comes before each `send` of as many and is not counted;
 * `send` resolves when all are accepted; `isDelivered` false: what is counted is no email.
 */
export const forms = {
  'REST, one email a request': () => rest(1),
  'REST, batches of 100': () => rest(100),
  'SMTP, kept sessions': () => smtp(true),
  'SMTP, one email a session': () => smtp(false),
  'broadcast, an email of it': broadcast,
  'import, a row with a new contact': rows,
};

function rest(batch) {
  return {
    environment: {},
    send: (load, server, count) =>
      load.generate(server, { count: count / batch, batch, connections: batch === 1 ? sessions : 4 }),
    stop: () => undefined,
  };
}

async function smtp(kept) {
  const port = await freePort();
  const generator = fork(join(import.meta.dirname, '../peers/smtp-load.js'));
  await message(generator);
  let first = 0;
  return {
    environment: { SMTP_587_PORT: String(port) },
    async send(load, { host }, count) {
      const login = { tls: true, user: 'resend', pass: apiKey };
      const order = { host, port, ...login, sender, size: messageBytes, sessions, kept, first, count };
      const { failures } = await ask(generator, order);
      if (failures.length > 0) throw new Error(failures[0]);
      first += count;
    },
    stop: () => generator.disconnect(),
  };
}

/** Each with a segment of its own, whose contacts are imported before. */
function broadcast() {
  const html = `<p>Hello {{{FIRST_NAME|there}}}!</p>${'<p>The news of this month.</p>'.repeat(40)}<a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a>`;
  const headers = { 'content-type': 'application/json' };
  const post = ({ host, port }, path, body) =>
    request(`http://${host}:${port}`, path, { method: 'POST', headers, body: JSON.stringify(body) });
  const isThere = ({ host, port }, path) =>
    request(`http://${host}:${port}`, path).then(
      () => true,
      () => false,
    );
  let segment;
  let known = 0;
  return {
    environment: {},
    async prepare(server, count) {
      segment = await post(server, '/segments', { name: `From ${known}` });
      // On shared engines, what was written is not in the read models yet.
      while (!(await isThere(server, `/segments/${segment.id}`))) await wait(100);
      const more = { segments: JSON.stringify([{ id: segment.id }]) };
      const file = subscribersFile(count, known);
      await importContacts(`http://${server.host}:${server.port}`, count, undefined, more, file);
      known += count;
    },
    async send(load, server) {
      const letter = { segment_id: segment.id, from: `News <news@${sender}>`, subject: 'News', html };
      const { id } = await post(server, '/broadcasts', letter);
      await post(server, `/broadcasts/${id}/send`, {});
    },
    stop: () => undefined,
  };
}

function rows() {
  let known = 0;
  return {
    environment: {},
    isDelivered: false,
    async send(_load, { host, port }, count) {
      await importContacts(`http://${host}:${port}`, count, undefined, {}, contactsFile(count, known));
      known += count;
    },
    stop: () => undefined,
  };
}
