// Sends requests over kept connections as fast as they are answered. Runs as a process of its own.
import { createConnection } from 'node:net';

const headEnd = Buffer.from('\r\n\r\n');

/** One connection: the next request leaves when the answer to the last one is whole. */
function connection({ host, port }, next, onAnswer) {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host, port, noDelay: true });
    let pending = Buffer.alloc(0);
    let sentAt = 0;
    const send = () => {
      const request = next();
      if (request === undefined) {
        socket.end();
        resolve();
        return;
      }
      sentAt = performance.now();
      socket.write(request);
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed the connection')));
    socket.on('data', (chunk) => {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const head = pending.indexOf(headEnd);
      if (head < 0) return;
      const headers = pending.subarray(0, head).toString('latin1');
      const length = Number(/content-length: (\d+)/i.exec(headers)?.[1] ?? 0);
      const end = head + headEnd.length + length;
      if (pending.length < end) return;
      const body = pending.subarray(head + headEnd.length, end).toString();
      pending = pending.subarray(end);
      onAnswer(Number(headers.slice(9, 12)), body, performance.now() - sentAt);
      send();
    });
  });
}

function mail(number, sender, { kind = 'person', ...more } = {}) {
  const line = `Order ${number} has been packed and leaves today. `;
  return {
    from: `Orders <orders@${sender}>`,
    to: [`${kind}${number}@r${number % 40}.example.com`],
    subject: `Your order ${number}`,
    html: `<html><body>${`<p>${line}</p>`.repeat(40)}</body></html>`,
    text: line.repeat(20),
    tags: [{ name: 'kind', value: 'order' }],
    ...more,
    // The one value of a template.
    ...(more.template === undefined ? {} : { template: { ...more.template, variables: { ORDER: number } } }),
  };
}

/** Requests ready as bytes, so that making them costs the measured time nothing. */
function prepare({ host, port, key, count, batch, sender, first, mails }) {
  const path = batch === 1 ? '/emails' : '/emails/batch';
  return Array.from({ length: count }, (_, index) => {
    const number = first + index * batch;
    const content =
      batch === 1
        ? mail(number, sender, mails)
        : Array.from({ length: batch }, (__, item) => mail(number + item, sender, mails));
    const body = JSON.stringify(content);
    const head = `POST ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
    return Buffer.from(head + body);
  });
}

process.on('message', async (order) => {
  const requests = prepare(order);
  const latencies = [];
  const ids = [];
  const failures = {};
  let at = 0;
  const started = Date.now();
  const onAnswer = (status, body, ms) => {
    latencies.push(ms);
    if (status !== 200) failures[status] = (failures[status] ?? 0) + 1;
    else for (const match of body.matchAll(/"id":"([^"]+)"/g)) ids.push(match[1]);
  };
  await Promise.all(
    Array.from({ length: order.connections }, () =>
      connection(order, () => requests[at++], onAnswer).catch((error) => {
        failures[error.message] = (failures[error.message] ?? 0) + 1;
      }),
    ),
  );
  process.send({ ids, failures, started, elapsedMs: Date.now() - started, latencies: latencies.sort((a, b) => a - b) });
});
process.on('disconnect', () => process.exit(0));
process.send('ready');
