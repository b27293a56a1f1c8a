import { testedWebhook, webhookAttemptList } from '../support/answers.js';
import { addTeam } from '../support/second-team.js';
import { waitFor } from '../support/wait-for.js';
import { useWebhookReceiver } from '../support/webhook-receiver.js';
import { dataOf, useTeam } from './setup.js';

const { client, call, server } = useTeam();
const receiver = useWebhookReceiver();

const register = async (endpoint: string) =>
  dataOf(await client().webhooks.create({ endpoint, events: ['email.sent'] }));

async function sample(id: string, type: string) {
  const answer = await call('POST', `/webhooks/${id}/test`, { body: { type } });
  expect(answer).toMatchObject({ status: 200 });
  return testedWebhook.parse(answer.body);
}

async function attemptsAt(id: string, messageId: string) {
  const { body } = await waitFor(
    () => call('GET', `/webhooks/${id}/events/${messageId}/attempts`),
    ({ status }) => status === 200,
  );
  return webhookAttemptList.parse(body).data;
}

describe('a test of an endpoint', () => {
  it('sends a signed sample at once, says how it went, and is among the attempts as a test', async () => {
    const { id, signing_secret } = await register(receiver().url('/tested'));
    const tested = await sample(id, 'email.bounced');
    expect(tested).toMatchObject({ status: 'success', http_status_code: 200, response: 'received', error: null });
    const [got] = receiver().at('/tested');
    expect(got?.headers).toMatchObject({ 'webhook-id': tested.id, 'webhook-test': 'true' });
    const header = (name: string) => String(got?.headers[`svix-${name}`]);
    const headers = { id: header('id'), timestamp: header('timestamp'), signature: header('signature') };
    const payload = got?.body ?? '';
    expect(client().webhooks.verify({ payload, headers, webhookSecret: signing_secret })).toMatchObject({
      type: 'email.bounced',
      data: { bounce: { type: 'Permanent' } },
    });
    expect(await attemptsAt(id, tested.id)).toMatchObject([
      { http_status_code: 200, response: 'received', test: true },
    ]);
    // It is no message: nothing is listed, nothing is sent again.
    expect(dataOf(await client().webhooks.events.list({ webhookId: id })).data).toEqual([]);
  });

  it('says why the endpoint has not taken it, tries nothing again and disables nothing', async () => {
    const { id } = await register(receiver().url('/gone'));
    receiver().statusOf.set('/gone', 410);
    expect(await sample(id, 'domain.updated')).toMatchObject({
      status: 'failed',
      http_status_code: 410,
      error: 'status',
    });
    const { id: dead } = await register('http://127.0.0.1:1/');
    const unanswered = await sample(dead, 'email.sent');
    expect(unanswered).toMatchObject({ status: 'failed', http_status_code: 0, error: 'connection' });
    expect(await attemptsAt(dead, unanswered.id)).toMatchObject([{ http_status_code: 0, response: 'connection' }]);
    expect(dataOf(await client().webhooks.get(id)).status).toBe('enabled');
  });

  it('is possible while the endpoint is disabled, and for its own team', async () => {
    const { id } = await register(receiver().url('/disabled'));
    dataOf(await client().webhooks.update(id, { status: 'disabled' }));
    const tested = await sample(id, 'suppression.added');
    expect(tested).toMatchObject({ status: 'success' });
    await attemptsAt(id, tested.id);
    const key = await addTeam(server(), 'Strangers');
    expect(await call('POST', `/webhooks/${id}/test`, { key, body: { type: 'email.sent' } })).toMatchObject({
      status: 404,
    });
    expect(await call('GET', `/webhooks/${id}/events/${tested.id}/attempts`, { key })).toMatchObject({ status: 404 });
    const { id: other } = await register(receiver().url('/other'));
    expect(await call('GET', `/webhooks/${other}/events/${tested.id}/attempts`)).toMatchObject({ status: 404 });
  });

  it.each([
    ['no type', {}, 'missing_required_field'],
    ['a type that is never sent', { type: 'email.forgotten' }, 'validation_error'],
  ])('is refused with %s', async (_what, body, name) => {
    const { id } = await register('http://127.0.0.1:1/');
    const answer = await call('POST', `/webhooks/${id}/test`, { body });
    expect(answer).toMatchObject({ status: 422, body: { name, message: expect.stringContaining('`type`') } });
  });
});
