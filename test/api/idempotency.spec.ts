import { Agent, request } from 'node:http';
import * as answers from '../support/answers.js';
import { addTeam } from '../support/second-team.js';
import { dataOf, errorOf, small, useTeam } from './setup.js';

const { client, server } = useTeam();

async function count(subject: string): Promise<number> {
  const { data } = dataOf(await client().emails.list({ limit: 100 }), answers.emailList);
  return data.filter((row) => row.subject === subject).length;
}

/** The same request on so many connections of its own, the bytes handed over in one turn. */
async function atOnce(connections: number, path: string, body: unknown, idempotencyKey: string): Promise<string[]> {
  const payload = JSON.stringify(body);
  const { hostname, port } = new URL(server().url);
  const requests = Array.from({ length: connections }, () =>
    request({
      method: 'POST',
      hostname,
      port,
      path,
      agent: new Agent({ maxSockets: 1 }),
      headers: {
        authorization: `Bearer ${server().key}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
        'idempotency-key': idempotencyKey,
      },
    }),
  );
  // Connected first, so that what follows differs by no handshake.
  await Promise.all(
    requests.map((sent) => {
      sent.flushHeaders();
      return new Promise<void>((resolve) => {
        sent.once('socket', (socket) => (socket.connecting ? socket.once('connect', () => resolve()) : resolve()));
      });
    }),
  );
  return Promise.all(
    requests.map(
      (sent) =>
        new Promise<string>((resolve, reject) => {
          sent.once('error', reject);
          sent.once('response', (response) => {
            let text = '';
            response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
            response.once('end', () => resolve(`${response.statusCode} ${text}`));
          });
          sent.end(payload);
        }),
    ),
  );
}

describe('a single mail with an idempotency key', () => {
  it('a repeat gets the first answer, and nothing is sent again', async () => {
    const resend = client();
    const mail = { ...small, subject: 'order 1' };
    const first = dataOf(await resend.emails.send(mail, { idempotencyKey: 'order/1' }), answers.sentEmail);
    for (let i = 0; i < 3; i += 1) {
      expect(dataOf(await resend.emails.send(mail, { idempotencyKey: 'order/1' }))).toEqual(first);
    }
    expect(await count('order 1')).toBe(1);
  });

  it('identical requests in the same moment on two connections send one mail', async () => {
    for (let round = 0; round < 20; round += 1) {
      const subject = `twice ${round}`;
      const [one, two] = await atOnce(2, '/emails', { ...small, subject }, `twice/${round}`);
      expect(one).toMatch(/^200 \{"id":/);
      expect(two).toBe(one);
      expect(await count(subject)).toBe(1);
    }
  });

  it("another team's key is another key", async () => {
    const otherKey = await addTeam(server(), 'Second');
    const first = dataOf(await client().emails.send(small, { idempotencyKey: 'shared' }));
    const other = dataOf(await client(otherKey).emails.send({ ...small, text: 'mine' }, { idempotencyKey: 'shared' }));
    expect(other.id).not.toBe(first.id);
  });
});

describe('a batch with an idempotency key', () => {
  const batch = [
    { ...small, subject: 'batch 0' },
    { ...small, subject: 'batch 1' },
  ];

  it('one key covers the whole batch', async () => {
    const resend = client();
    const first = dataOf(await resend.batch.send(batch, { idempotencyKey: 'batch/1' }), answers.sentBatch);
    expect(dataOf(await resend.batch.send(batch, { idempotencyKey: 'batch/1' }))).toEqual(first);
    expect(await count('batch 0')).toBe(1);
    const error = errorOf(await resend.batch.send([...batch].reverse(), { idempotencyKey: 'batch/1' }));
    expect(error).toMatchObject({ statusCode: 409, name: 'invalid_idempotent_request' });
  });

  it('identical batches in the same moment on two connections send each mail once', async () => {
    const mails = [0, 1, 2].map((i) => ({ ...small, subject: `batch twice ${i}` }));
    const [one, two] = await atOnce(2, '/emails/batch', mails, 'batch/twice');
    expect(one).toMatch(/^200 /);
    expect(two).toBe(one);
    for (const { subject } of mails) expect(await count(subject)).toBe(1);
  });
});
