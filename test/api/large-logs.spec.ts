import { waitFor } from '../support/wait-for.js';
import { useTeam } from './setup.js';

const suite = useTeam();

it('shows a batch of large mails in the log, however many of them there are', async () => {
  const text = 'x'.repeat(1_200_000);
  const mail = { from: 'Shop <shop@posthorn.test>', to: 'delivered@posthorn.test', subject: 'Hello', text };
  const sent = await suite.call('POST', '/emails/batch', { body: Array.from({ length: 5 }, () => mail) });
  expect(sent.status).toBe(200);
  const path = `/logs/${sent.headers.get('x-request-id')}`;
  const read = await waitFor(
    () => suite.call('GET', path),
    ({ status }) => status !== 404,
  );
  expect(read.status).toBe(200);
  const { items } = (read.body as { request_body: { items: readonly { text: string }[] } }).request_body;
  expect(items.map((item) => item.text.length)).toEqual(Array(5).fill(text.length));
});
