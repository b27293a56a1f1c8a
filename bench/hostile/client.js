import { setMaxListeners } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** What an attack sends with. Everything ends when the signal aborts; answers are counted and dropped. */
export class Client {
  #counts = new Map();
  #agent = new Agent({ keepAlive: true });

  constructor(target, signal) {
    this.target = target;
    this.signal = signal;
    // Each request and connection listens to it.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', () => this.#agent.destroy());
  }

  count(answer) {
    this.#counts.set(answer, (this.#counts.get(answer) ?? 0) + 1);
  }

  /** How often which answer came, the most frequent first. */
  answers() {
    const sorted = [...this.#counts].sort(([, one], [, other]) => other - one);
    return sorted.map(([answer, times]) => `${answer} x ${times}`).join(', ');
  }

  /** Resolves with the status when the answer is over, or with what became of the connection. */
  ask(method, path, { key = this.target.key, body, headers: more } = {}) {
    const { host, port } = this.target;
    const headers = {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...more,
    };
    return new Promise((resolve) => {
      const over = (answer) => {
        if (!this.signal.aborted) this.count(answer);
        resolve(answer);
      };
      const asked = request({ host, port, method, path, headers, agent: this.#agent, signal: this.signal });
      asked.on('response', (response) => {
        response
          .on('end', () => over(response.statusCode))
          .on('error', () => over('broken off'))
          .resume();
      });
      asked.on('error', ({ code }) => over(code));
      asked.end(body);
    });
  }

  /** Writes these bytes on a connection of its own, which ends when they are sent and answered, or with `stays` when the server ends it. */
  speak(bytes, { stays = false } = {}) {
    const { host, port } = this.target;
    return new Promise((resolve) => {
      const socket = connect({ host, port, signal: this.signal });
      let isAnswered = false;
      let isSent = false;
      const endWhenDone = () => !stays && isSent && isAnswered && socket.destroy();
      socket.on('data', (chunk) => {
        if (!isAnswered) this.count(chunk.toString('latin1', 9, 12));
        isAnswered = true;
        endWhenDone();
      });
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        if (!isAnswered && !this.signal.aborted) this.count('no answer');
        resolve();
      });
      socket.write(bytes, () => {
        isSent = true;
        endWhenDone();
      });
    });
  }

  /** So many at once, each again as soon as it is over. */
  async repeat(atOnce, act) {
    const one = async (index) => {
      for (let round = 0; !this.signal.aborted; round += 1) await act(index, round);
    };
    await Promise.all(Array.from({ length: atOnce }, (_, index) => one(index)));
  }

  /** So many a second, however long each takes; but no more than a second's worth at once. */
  async pace(perSecond, act) {
    let underWay = 0;
    const startedAt = performance.now();
    for (let sent = 0; !this.signal.aborted; ) {
      const due = ((performance.now() - startedAt) / 1_000) * perSecond;
      for (; sent < due; sent += 1) {
        if (underWay >= perSecond) {
          this.count('not sent: too many wait');
          continue;
        }
        underWay += 1;
        void act(sent).finally(() => (underWay -= 1));
      }
      await wait(10);
    }
  }
}

/** A request of the attacking team, and its answer; throws where it is refused. */
export async function call({ host, port, key }, method, path, body) {
  for (;;) {
    const answer = await fetch(`http://${host}:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const read = await answer.json();
    if (answer.ok) return { ...read, requestId: answer.headers.get('x-request-id') };
    if (answer.status !== 429 && answer.status !== 503) throw new Error(`${method} ${path}: ${JSON.stringify(read)}`);
    await wait(1_000);
  }
}

/** Sends a mail and waits until it is at the catcher. */
export async function deliver(target, mail) {
  const { id, requestId } = await call(target, 'POST', '/emails', mail);
  for (let triesLeft = 300; triesLeft > 0; triesLeft -= 1) {
    const { last_event: lastEvent } = await call(target, 'GET', `/emails/${id}`).catch(() => ({}));
    if (lastEvent === 'delivered') return { id, requestId };
    await wait(200);
  }
  throw new Error(`the mail ${id} was not delivered`);
}

export const ownMail = { from: 'Attacker <attacker@posthorn.test>', to: 'delivered@posthorn.test', subject: 'Hello' };
