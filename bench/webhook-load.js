import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { apiKey, sender } from './processes.js';

const agent = new Agent({ keepAlive: true });
const againAfterMs = 100;

/** One request; the answer's JSON. Rejects where it is not 2xx. */
export function call({ host, port }, method, path, body, headers = {}) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const sent = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers };
  return new Promise((resolve, reject) => {
    const asked = request({ host, port, path, method, headers: sent, agent }, (answer) => {
      let read = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => (read += chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        if (answer.statusCode >= 200 && answer.statusCode < 300) resolve(JSON.parse(read));
        else reject(new Error(`${method} ${path}: ${answer.statusCode} ${read}`));
      });
    });
    asked.on('error', reject);
    asked.end(text);
  });
}

const patienceMs = 60_000;
let number = 0;

/**
 * Sends `mails` mails, one every `1 / perSecond` s, and returns their ids. Each has its own idempotency key and is sent again
 * until it is answered. Each try goes to the server that `server()` returns at that time.
 */
export async function sendPaced(server, { mails, perSecond }) {
  const startedAt = performance.now();
  const sent = [];
  for (let count = 0; count < mails; count += 1) {
    await wait(Math.max(0, startedAt + (count * 1_000) / perSecond - performance.now()));
    number += 1;
    sent.push(sendOne(server, number));
  }
  return Promise.all(sent);
}

async function sendOne(server, own) {
  const line = `Order ${own} has been packed and leaves today. `;
  const mail = {
    from: `Orders <orders@${sender}>`,
    to: [`person${own}@r${own % 40}.example.com`],
    subject: `Your order ${own}`,
    html: `<html><body>${`<p>${line}</p>`.repeat(10)}</body></html>`,
    tags: [{ name: 'kind', value: 'order' }],
  };
  const headers = { 'idempotency-key': `bench/${own}` };
  return (await patiently(() => call(server(), 'POST', '/emails', mail, headers))).id;
}

/** Asks again while there is no answer, or one that is not 2xx. */
export async function patiently(ask) {
  for (const until = Date.now() + patienceMs; ; ) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > until) throw error;
      await wait(againAfterMs);
    }
  }
}
