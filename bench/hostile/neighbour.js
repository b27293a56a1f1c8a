import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const everyMs = 50;
/** A mail that is not answered for so long is given up, and the measurement ends. */
const patienceMs = 60_000;

const plain = {
  from: 'Shop <shop@posthorn.test>',
  to: 'delivered@posthorn.test',
  subject: 'Your order',
  text: 'It has been packed.',
};

/** What the well-behaved team may send: `plain`; `html`, whose text the server derives; `linked`, with a file that the server fetches. */
export const mails = {
  plain: () => plain,
  html: () => ({ ...plain, text: undefined, html: '<p>It has been packed and leaves today.</p>'.repeat(40) }),
  linked: ({ fileUrl }) => ({ ...plain, attachments: [{ path: fileUrl, filename: 'terms.txt' }] }),
};

/** The well-behaved team: one kept connection, and a request every 50 ms, a mail or (without `mail`) a list of mails. */
export class Neighbour {
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #target;
  #body;

  constructor({ host, port, key, mail }) {
    this.#target = {
      host,
      port,
      agent: this.#agent,
      method: mail === undefined ? 'GET' : 'POST',
      path: mail === undefined ? '/emails?limit=50' : '/emails',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    };
    this.#body = mail === undefined ? undefined : JSON.stringify(mail);
  }

  /** Until the server takes mail. */
  async untilTaken() {
    for (let triesLeft = 100; (await this.#send()) !== 200; triesLeft -= 1) {
      if (triesLeft === 0) throw new Error('the server takes no mail');
      await wait(100);
    }
  }

  /**
   * Sends for so long and answers the times in ms, in rising order, and how many requests were not taken. While an answer is
   * late, further mails would have been due: they count with the time that they would have waited. `gaveUp`: the last was never
   * answered.
   */
  async send(seconds) {
    const latencies = [];
    let failed = 0;
    let gaveUp = false;
    const end = performance.now() + seconds * 1_000;
    for (let dueAt = performance.now(); dueAt < end; ) {
      const sentAt = performance.now();
      const status = await this.#send();
      const now = performance.now();
      if (status !== 200) failed += 1;
      for (let late = now - sentAt; late > 0; late -= everyMs) latencies.push(late);
      gaveUp = status === undefined && now - sentAt >= patienceMs;
      if (gaveUp) break;
      dueAt = Math.max(dueAt + everyMs, now);
      if (dueAt > now) await wait(dueAt - now);
    }
    return { latencies: latencies.sort((a, b) => a - b), failed, gaveUp };
  }

  leave() {
    this.#agent.destroy();
  }

  /** The status of the answer; undefined where there was none. */
  #send() {
    return new Promise((resolve) => {
      const sent = request({ ...this.#target, signal: AbortSignal.timeout(patienceMs) }, (response) => {
        response
          .resume()
          .on('end', () => resolve(response.statusCode))
          .on('error', () => resolve(undefined));
      });
      sent.on('error', () => resolve(undefined)).end(this.#body);
    });
  }
}
