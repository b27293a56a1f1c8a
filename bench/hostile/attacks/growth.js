import { createServer } from 'node:http';
import { once } from 'node:events';
import { call } from '../client.js';

const properties = Array.from({ length: 200 }, (_, at) => `p${at}`);

/** As large as a contact may be: 200 properties of 2,000 characters. */
const largest = (letter) => Object.fromEntries(properties.map((key) => [key, letter.repeat(2_000)]));

async function declareProperties(target) {
  for (const key of properties) await call(target, 'POST', '/contact-properties', { key, type: 'string' });
}

const contact = 'large@example.com';
const change = (client, round) => {
  const body = JSON.stringify({ properties: largest('abcdefgh'[round % 8]) });
  return client.ask('PATCH', `/contacts/${contact}`, { body });
};

/** What is stored again, and read again, with each change. */
export const growth = [
  {
    name: 'changed-contact',
    what: 'one contact of 400 KB, changed as a whole and read, 2 at a time each',
    reads: true,
    env: { RATE_LIMIT_PER_SECOND: '25' },
    async prepare(target) {
      await declareProperties(target);
      await call(target, 'POST', '/contacts', { email: contact, properties: largest('x') });
    },
    arm: () => (client) =>
      client.repeat(4, (index, round) =>
        index % 2 === 0 ? change(client, round * 2 + index) : client.ask('GET', `/contacts/${contact}`),
      ),
  },
  {
    name: 'large-messages',
    what: 'a contact of 400 KB, changed as a whole, and 50 webhook endpoints that hear of it',
    reads: true,
    env: { ALLOW_PRIVATE_FETCH: '1', RATE_LIMIT_PER_SECOND: '50', WEBHOOKS_PER_TEAM: '50' },
    async prepare(target) {
      await declareProperties(target);
      await call(target, 'POST', '/contacts', { email: contact, properties: largest('x') });
    },
    async arm(target) {
      const server = createServer((request, response) => {
        request.on('error', () => undefined).resume();
        request.on('end', () => response.end());
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      for (let index = 0; index < 50; index += 1) {
        const endpoint = `http://127.0.0.1:${server.address().port}/${index}`;
        await call(target, 'POST', '/webhooks', { endpoint, events: ['contact.updated'] });
      }
      return (client) => client.repeat(2, (index, round) => change(client, round * 2 + index));
    },
  },
  {
    name: 'published-template',
    what: 'a template that is published again and again, and lists of templates',
    reads: true,
    env: { RATE_LIMIT_PER_SECOND: '200' },
    async prepare(target) {
      const { id } = await call(target, 'POST', '/templates', { name: 'Often', subject: 'Often', html: '<p>Hi</p>' });
      return { id };
    },
    arm:
      (_target, { id }) =>
      (client) =>
        client.repeat(4, (index) =>
          index === 0
            ? client.ask('GET', '/templates?limit=100')
            : client.ask('POST', `/templates/${id}/publish`, { body: '{}' }),
        ),
  },
];
