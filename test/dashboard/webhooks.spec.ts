import { describe, expect, it } from '@jest/globals';
import { useApp } from './open-app.js';
import { sampleAnswers, type SampleRole } from './samples/people.js';
import { goneId, messageId, replayId, sampleWebhooks, shopId } from './samples/webhooks.js';

const app = useApp(() => ({ ...sampleAnswers(), ...sampleWebhooks() }));
const open = (path: string) => app.page.goto(`${app.mock.origin}/dashboard/webhooks${path}`);
const asked = (name: string) => app.mock.requests.filter((request) => request.name.startsWith(name));
const bodyOf = (name: string) => JSON.parse(asked(name)[0]?.body ?? 'null') as object;
const press = (name: string) => app.page.getByRole('button', { name, exact: true }).click();

async function untilAsked(name: string): Promise<void> {
  while (asked(name).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('webhooks', () => {
  it('are listed with how they stand', async () => {
    await open('');
    const row = app.page.getByRole('row', { name: /hooks\.example\.com/ });
    await row.waitFor();
    expect(await row.innerText()).toMatch(/Enabled\s+97%\s+of the last 100 messages\s+2\s+oldest 3 hours ago/);
    await app.page.getByRole('row', { name: /All events Disabled automatically No messages yet/ }).waitFor();
  });

  it('are added by what they are told, and the secret is shown with what checks it', async () => {
    const secret = 'whsec_of_the_new_one';
    app.mock.answers['POST /webhooks'] = { status: 201, body: { object: 'webhook', id: 'x', signing_secret: secret } };
    await open('?create=true');
    await app.page.getByLabel('URL').fill('https://new.example.com/');
    await app.page.getByRole('checkbox', { name: /Email sent/ }).check();
    await app.page.getByText('More options').click();
    await app.page.getByLabel('Custom headers').fill('no value');
    await press('Add');
    await app.page.getByText('Each line must be a name, a colon and a value.').waitFor();
    await app.page.getByLabel('Custom headers').fill('x-shop: one: two');
    await app.page.getByLabel('Filter by tag').fill('kind=order');
    await press('Add');
    expect(await app.page.getByLabel('Signing secret', { exact: true }).inputValue()).toBe(secret);
    expect(bodyOf('POST /webhooks')).toEqual({
      endpoint: 'https://new.example.com/',
      events: ['email.delivered', 'email.bounced', 'email.complained', 'email.sent'],
      headers: { 'x-shop': 'one: two' },
      domain_ids: [],
      tags: [{ name: 'kind', value: 'order' }],
      ordered: false,
      machine_hits: false,
      per_second: 0,
    });
    await app.page.getByLabel('Verify requests').first().selectOption('go');
    await app.page.getByText('webhooks.NewWebhook').waitFor();
  });

  it('keep what this page does not know when they are changed', async () => {
    app.mock.answers[`PATCH /webhooks/${shopId}`] = { status: 200, body: {} };
    await open(`/${shopId}?open=edit`);
    await app.page.getByRole('checkbox', { name: 'inbox.created' }).waitFor();
    await press('Save');
    await untilAsked('PATCH');
    expect(bodyOf('PATCH')).toMatchObject({
      events: ['email.delivered', 'email.bounced', 'inbox.created'],
      headers: { 'x-environment': 'production' },
    });
  });

  it('say why they were switched off, and go on', async () => {
    app.mock.answers[`PATCH /webhooks/${goneId}`] = { status: 200, body: {} };
    await open(`/${goneId}`);
    await app.page.getByText('Disabled automatically after 5 days of failures').waitFor();
    await press('Enable');
    await untilAsked('PATCH');
    expect(bodyOf('PATCH')).toEqual({ status: 'enabled' });
  });

  it('say how a test went', async () => {
    const result = { object: 'webhook_test', id: messageId, type: 'email.bounced', status: 'failed', latency_ms: 31.5 };
    const body = { ...result, http_status_code: 0, response: '', error: 'tls' };
    app.mock.answers[`POST /webhooks/${shopId}/test`] = { status: 200, body };
    await open(`/${shopId}?open=test`);
    await app.page.getByLabel('Event type').selectOption('email.bounced');
    await app.page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
    await app.page.getByText('TLS failed.').waitFor();
    expect(bodyOf('POST')).toEqual({ type: 'email.bounced' });
  });

  it('are named without what the query of their address says, and list what they are sent by its name', async () => {
    await open(`/${shopId}`);
    await app.page.getByRole('heading', { name: 'https://hooks.example.com/posthorn?token=…' }).waitFor();
    await app.page.getByText('inbox.created', { exact: true }).waitFor();
    expect(await app.page.locator('main').innerText()).not.toContain('token=abc');
  });

  it('say how they answered lately, hour by hour', async () => {
    await open(`/${shopId}`);
    await app.page.getByText('97% of 1,000 attempts delivered').waitFor();
    const card = app.page.locator('section', { hasText: '97% of 1,000 attempts' }).last();
    await card.getByRole('button', { name: 'Show as table' }).click();
    const table = app.page.getByRole('table', { name: 'Attempts: table' });
    expect(await table.getByRole('row').nth(1).innerText()).toMatch(/0\s+0\s+0\s+–/);
    expect(await table.getByRole('row').nth(21).innerText()).toMatch(/50\s+20\s+30\s+40%/);
    await app.page.getByLabel('Time range').selectOption('Last 7 days');
    await untilAsked(`GET /dashboard-api/webhooks/${shopId}/figures?range=7d`);
  });

  it('send what failed again from the first failure on, and say how much that is before it starts', async () => {
    app.mock.answers[`POST /webhooks/${shopId}/replay`] = { status: 201, body: {} };
    await open(`/${shopId}?open=replay`);
    const since = app.page.getByLabel('From', { exact: true }).last();
    await app.page.getByText('Sends 100 failed messages again.').waitFor();
    expect(await since.inputValue()).toBe('2026-01-03T04:05');
    const count = 'GET /dashboard-api/webhooks/' + shopId + '/failed-messages?since=2026-02-01T00%3A00%3A00.000Z';
    app.mock.answers[count] = {
      status: 200,
      body: { object: 'webhook_failed_messages', count: 0, exact: true, first_at: '2026-01-03T04:05:06.000Z' },
    };
    await since.fill('2026-02-01T00:00');
    await app.page.getByText('nothing would be sent').waitFor();
    expect(await app.page.getByRole('button', { name: 'Start replay' }).isDisabled()).toBe(true);
    await since.fill('2026-01-03T04:05');
    await press('Replay 100 messages');
    await untilAsked(`POST /webhooks/${shopId}/replay`);
    expect(bodyOf('POST')).toEqual({ since: '2026-01-03T04:05:00.000Z', status: 'failed' });
  });

  it('send the past again from a moment in the zone that is shown, and stop', async () => {
    app.mock.answers[`POST /webhooks/${shopId}/replay`] = { status: 201, body: {} };
    app.mock.answers[`POST /webhooks/${shopId}/replays/${replayId}/stop`] = { status: 200, body: {} };
    await open(`/${shopId}?open=replay`);
    await app.page.getByText('Sends 100 failed messages again.').waitFor();
    await app.page.getByLabel('Include').selectOption('events');
    await app.page.getByText('Sends about 1,240 messages, also those that were delivered.').waitFor();
    await app.page.getByRole('button', { name: 'Last 24 hours' }).last().click();
    await app.page.getByLabel('From', { exact: true }).last().fill('2026-01-31T09:30');
    await press('Start replay');
    await untilAsked(`POST /webhooks/${shopId}/replay`);
    expect(bodyOf('POST')).toEqual({ since: '2026-01-31T09:30:00.000Z' });
    const progress = app.page.getByRole('progressbar', { name: 'Progress' });
    expect(await progress.getAttribute('aria-valuenow')).toBe('50');
    await press('Stop');
    await untilAsked(`POST /webhooks/${shopId}/replays/${replayId}/stop`);
  });

  it('show a message, its attempts and their answers, and what this page does not know by its word', async () => {
    app.mock.answers[`POST /webhooks/${shopId}/events/${messageId}/replay`] = { status: 200, body: {} };
    await open(`/${shopId}`);
    await app.page.getByText('a status of later').waitFor();
    const row = app.page.getByRole('row').filter({ hasText: messageId });
    expect(await row.innerText()).toMatch(/email\.bounced[\s\S]*grace@example\.org and 1 more[\s\S]*503[\s\S]*42 ms/);
    await app.page.getByRole('link', { name: 'email.bounced' }).click();
    await app.page.getByText('No complete response within 15 seconds.').waitFor();
    await app.page.getByText('Headers and response').click();
    await app.page.getByText('the shop is closed').waitFor();
    expect(await app.page.getByRole('link', { name: 'View email' }).getAttribute('href')).toContain('/emails/019a');
    await press('Send again');
    await untilAsked(`POST /webhooks/${shopId}/events/${messageId}/replay`);
    expect(app.complaints).toEqual([]);
  });

  it('are deleted after the time to undo it, and are in the list until then if it is taken back', async () => {
    await open(`/${shopId}`);
    await press('More');
    await app.page.getByRole('menuitem', { name: 'Delete' }).click();
    await app.page.waitForURL(/\/webhooks$/);
    await app.page.getByRole('link', { name: /a-rather-long-name/ }).waitFor();
    expect(await app.page.getByRole('link', { name: /hooks\.example\.com\/posthorn\?/ }).count()).toBe(0);
    await press('Undo');
    await app.page.getByRole('link', { name: 'https://hooks.example.com/posthorn?token=…' }).waitFor();
    expect(asked('DELETE')).toEqual([]);
  });

  it.each<SampleRole>(['read-only'])('are not offered to change to the role %s', async (role) => {
    const { 'GET /dashboard-api/session': body } = sampleAnswers(role);
    app.mock.answers['GET /dashboard-api/session'] = { status: 200, body: body ?? {} };
    await open(`/${shopId}`);
    await app.page.getByText('a status of later').waitFor();
    const changes = /Send test|More|Rotate secret|Replay|Stop|Add endpoint/;
    expect(await app.page.getByRole('button', { name: changes }).count()).toBe(0);
  });
});
