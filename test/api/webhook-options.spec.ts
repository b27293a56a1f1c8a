import { oneWebhook } from '../support/answers.js';
import { useWebhookReceiver } from '../support/webhook-receiver.js';
import { useTeam } from './setup.js';

const { call } = useTeam();
const receiver = useWebhookReceiver();

async function register(path: string, options: object): Promise<string> {
  const body = { endpoint: receiver().url(path), events: ['email.sent'], ...options };
  const answer = await call('POST', '/webhooks', { body });
  expect(answer).toMatchObject({ status: 201 });
  return (answer.body as { id: string }).id;
}

const shown = async (id: string) => oneWebhook.parse((await call('GET', `/webhooks/${id}`)).body);
const change = (id: string, body: object) => call('PATCH', `/webhooks/${id}`, { body });

describe('an endpoint’s options', () => {
  it('are kept, shown, and changed one by one', async () => {
    const usual = { headers: {}, domain_ids: [], tags: [], ordered: false, per_second: 0, machine_hits: false };
    expect(await shown(await register('/usual', {}))).toMatchObject(usual);
    const options = {
      headers: { 'X-Environment': 'test' },
      domain_ids: ['019a3f5e-7c1a-7d30-9c4b-8f7a0a5c8e77'],
      tags: [{ name: 'kind', value: 'welcome' }],
      ordered: true,
      per_second: 5,
      machine_hits: true,
    };
    const id = await register('/chosen', options);
    expect(await shown(id)).toMatchObject(options);
    const changes = [
      { machine_hits: false },
      { ordered: false },
      { per_second: 0 },
      { tags: [] },
      { domain_ids: [] },
      { headers: {} },
    ];
    for (const each of changes) {
      expect(await change(id, each)).toMatchObject({ status: 200 });
      Object.assign(options, each);
      expect(await shown(id)).toMatchObject({ ...options, endpoint: receiver().url('/chosen') });
    }
    expect(await change(id, { endpoint: receiver().url('/moved'), headers: { 'X-A': 'b' } })).toMatchObject({
      status: 200,
    });
    expect(await shown(id)).toMatchObject({ endpoint: receiver().url('/moved'), headers: { 'X-A': 'b' } });
  });

  it.each([
    ['headers', ['X-A']],
    ['headers', { 'a b': 'c' }],
    ['headers', { 'X-A': 'a\r\nb' }],
    ['headers', { 'X-A': 'a', 'x-a': 'b' }],
    ['headers', { 'Webhook-Signature': 'v1,forged' }],
    ['headers', { Host: 'elsewhere.example.com' }],
    ['headers', Object.fromEntries(Array.from({ length: 21 }, (_, number) => [`x-${number}`, 'a']))],
    ['domain_ids', ['example.com']],
    ['tags', [{ name: 'kind' }]],
    ['ordered', 'yes'],
    ['per_second', -1],
    ['per_second', 1.5],
  ])('%s are refused: %j', async (field, value) => {
    const body = { endpoint: receiver().url('/refused'), events: ['email.sent'], [field]: value };
    const answer = await call('POST', '/webhooks', { body });
    expect(answer).toMatchObject({ status: 422, body: { message: expect.stringContaining(`\`${field}\``) } });
  });
});
