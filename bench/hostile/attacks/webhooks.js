import { createServer } from 'node:http';
import { once } from 'node:events';
import { call, ownMail } from '../client.js';

const count = 50;
/** Two messages to each endpoint for each. */
const mailsPerSecond = 20;
const chunk = Buffer.alloc(64 * 1024, 'a');

/** Writes as fast as it is read. */
function neverEnd(response) {
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more).on('error', () => undefined);
  more();
}

async function listen(answer) {
  const server = createServer((request, response) => {
    request.on('error', () => undefined).resume();
    answer(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Its endpoints and mails; answers what sends the mails. */
function attack(answer) {
  return async (target) => {
    const server = await listen(answer);
    const { port } = server.address();
    if (answer === refuse) server.close();
    for (let index = 0; index < count; index += 1) {
      const endpoint = `http://127.0.0.1:${port}/${index}`;
      await call(target, 'POST', '/webhooks', { endpoint, events: ['email.sent', 'email.delivered'] });
    }
    const body = JSON.stringify({ ...ownMail, text: 'Hello' });
    return (client) => client.pace(mailsPerSecond, () => client.ask('POST', '/emails', { body }));
  };
}

/** Its port is listened to no more. */
const refuse = () => undefined;

export const webhooks = [
  {
    name: 'failing-endpoints',
    what: `${count} endpoints that answer 500 at once`,
    answer: (response) => response.writeHead(500).end(),
  },
  { name: 'refusing-endpoints', what: `${count} endpoints that refuse connections`, answer: refuse },
  { name: 'endless-answers', what: `${count} endpoints whose answers never end`, answer: neverEnd },
].map(({ name, what, answer }) => ({
  name,
  what: `${what}, ${mailsPerSecond} mails a second`,
  // The other team asks 40 times a second.
  env: { ALLOW_PRIVATE_FETCH: '1', RATE_LIMIT_PER_SECOND: '50' },
  reads: true,
  arm: attack(answer),
}));
