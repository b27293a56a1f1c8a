import { describe, expect, it } from '@jest/globals';
import { fireEvent } from '@testing-library/dom';
import { sampleAnswers, type SampleRole } from '../dashboard/samples/people.js';
import { goneId, messageId, replayId, sampleWebhooks, shopId } from '../dashboard/samples/webhooks.js';
import { textOf } from './flow.js';
import { screenOf } from './screen.js';
import { usePage } from './use-page.js';

const page = usePage(() => ({ ...sampleAnswers(), ...sampleWebhooks() }));
const open = (path: string) => page.open(`/webhooks${path}`);
const bodyOf = (name: string) => JSON.parse(page.asked(name)[0]?.body ?? 'null') as object;
const field = <Kind extends HTMLElement = HTMLInputElement>(name: string) => page.screen.findByLabelText<Kind>(name);
/** Searches the dialog, not the page behind it. */
const inDialog = async () => screenOf(await page.screen.findByRole('dialog'));

describe('webhooks', () => {
  it('are listed with how they stand', async () => {
    open('');
    const row = await page.screen.findByRole('row', { name: /hooks\.example\.com/ });
    expect(textOf(row)).toMatch(/Enabled\s+97%\s+2\s+oldest 3 hours ago/);
    await page.screen.findByRole('row', { name: /All events Disabled automatically No messages yet/ });
  });

  it('are added by what they are told, and the secret is shown with what checks it', async () => {
    const secret = 'whsec_of_the_new_one';
    page.mock.answers['POST /webhooks'] = { status: 201, body: { object: 'webhook', id: 'x', signing_secret: secret } };
    open('?create=true');
    await page.fill(await field('URL'), 'https://new.example.com/');
    await page.user.click(page.screen.getByRole('checkbox', { name: /Email sent/ }));
    await page.user.click(page.screen.getByText('More options'));
    await page.fill(await field('Custom headers'), 'no value');
    await page.press('Add');
    await page.screen.findByText('Each line must be a name, a colon and a value.');
    await page.fill(await field('Custom headers'), 'x-shop: one: two');
    await page.fill(await field('Filter by tag'), 'kind=order');
    await page.press('Add');
    expect((await field('Signing secret')).value).toBe(secret);
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
    await page.user.selectOptions((await page.screen.findAllByLabelText('Verify requests'))[0]!, 'go');
    await page.screen.findByText(/webhooks\.NewWebhook/);
  });

  it('keep what this page does not know when they are changed', async () => {
    page.mock.answers[`PATCH /webhooks/${shopId}`] = { status: 200, body: {} };
    open(`/${shopId}?open=edit`);
    await page.screen.findByRole('checkbox', { name: 'inbox.created' });
    await page.press('Save');
    await page.untilAsked('PATCH');
    expect(bodyOf('PATCH')).toMatchObject({
      events: ['email.delivered', 'email.bounced', 'inbox.created'],
      headers: { 'x-environment': 'production' },
    });
  });

  it('say why they were switched off, and go on', async () => {
    page.mock.answers[`PATCH /webhooks/${goneId}`] = { status: 200, body: {} };
    open(`/${goneId}`);
    await page.screen.findByText(/Disabled automatically after 5 days of failures/);
    await page.press('Enable');
    await page.untilAsked('PATCH');
    expect(bodyOf('PATCH')).toEqual({ status: 'enabled' });
  });

  it('say how a test went', async () => {
    const result = { object: 'webhook_test', id: messageId, type: 'email.bounced', status: 'failed', latency_ms: 31.5 };
    const body = { ...result, http_status_code: 0, response: '', error: 'tls' };
    page.mock.answers[`POST /webhooks/${shopId}/test`] = { status: 200, body };
    open(`/${shopId}?open=test`);
    await page.user.selectOptions(await (await inDialog()).findByLabelText('Event type'), 'email.bounced');
    await page.user.click((await inDialog()).getByRole('button', { name: 'Send' }));
    await page.screen.findByText(/TLS failed\./);
    expect(bodyOf('POST')).toEqual({ type: 'email.bounced' });
  });

  it('are named without what the query of their address says, and list what they are sent by its name', async () => {
    open(`/${shopId}`);
    await page.screen.findByRole('heading', { name: 'https://hooks.example.com/posthorn?token=…' });
    await page.screen.findByText('inbox.created');
    expect(page.screen.getByRole('main').textContent).not.toContain('token=abc');
  });

  it('say how they answered lately, hour by hour', async () => {
    open(`/${shopId}`);
    const said = await page.screen.findByText(/97% of 1,000 attempts delivered/);
    const card = screenOf(said.closest('section')!);
    await page.user.click(card.getByRole('button', { name: 'Show as table' }));
    const table = screenOf(await page.screen.findByRole('table', { name: 'Attempts: table' }));
    const rows = table.getAllByRole('row');
    expect(textOf(rows[1]!)).toMatch(/0\s+0\s+0\s+–/);
    expect(textOf(rows[21]!)).toMatch(/50\s+20\s+30\s+40%/);
    await page.user.selectOptions(await field('Time range'), 'Last 7 days');
    await page.untilAsked(`GET /dashboard-api/webhooks/${shopId}/figures?range=7d`);
  });

  it('say once for each chart that nothing was attempted lately', async () => {
    open(`/${goneId}`);
    expect(await page.screen.findAllByText('No attempts in this time.')).toHaveLength(2);
  });

  it('send what failed again from the first failure on, and say how much that is before it starts', async () => {
    page.mock.answers[`POST /webhooks/${shopId}/replay`] = { status: 201, body: {} };
    open(`/${shopId}?open=replay`);
    await page.screen.findByText('Sends 100 failed messages again.');
    const since = (await inDialog()).getByLabelText<HTMLInputElement>('From');
    expect(since.value).toBe('2026-01-03T04:05');
    const count = 'GET /dashboard-api/webhooks/' + shopId + '/failed-messages?since=2026-02-01T00%3A00%3A00.000Z';
    page.mock.answers[count] = {
      status: 200,
      body: { object: 'webhook_failed_messages', count: 0, exact: true, first_at: '2026-01-03T04:05:06.000Z' },
    };
    setMoment(since, '2026-02-01T00:00');
    await page.screen.findByText(/nothing would be sent/);
    expect(page.screen.getByRole<HTMLButtonElement>('button', { name: 'Start replay' }).disabled).toBe(true);
    setMoment(since, '2026-01-03T04:05');
    await page.press('Replay 100 messages');
    await page.untilAsked(`POST /webhooks/${shopId}/replay`);
    expect(bodyOf('POST')).toEqual({ since: '2026-01-03T04:05:00.000Z', status: 'failed' });
  });

  it('send the past again from a moment in the zone that is shown, and stop', async () => {
    page.mock.answers[`POST /webhooks/${shopId}/replay`] = { status: 201, body: {} };
    page.mock.answers[`POST /webhooks/${shopId}/replays/${replayId}/stop`] = { status: 200, body: {} };
    open(`/${shopId}?open=replay`);
    await page.screen.findByText('Sends 100 failed messages again.');
    const dialog = await inDialog();
    await page.user.selectOptions(dialog.getByLabelText('Include'), 'events');
    await page.screen.findByText('Sends about 1,240 messages, also those that were delivered.');
    await page.user.click(dialog.getByRole('button', { name: 'Last 24 hours' }));
    setMoment(dialog.getByLabelText('From'), '2026-01-31T09:30');
    await page.press('Start replay');
    await page.untilAsked(`POST /webhooks/${shopId}/replay`);
    expect(bodyOf('POST')).toEqual({ since: '2026-01-31T09:30:00.000Z' });
    const progress = await page.screen.findByRole('progressbar', { name: 'Progress' });
    expect(progress.getAttribute('aria-valuenow')).toBe('50');
    await page.press('Stop');
    await page.untilAsked(`POST /webhooks/${shopId}/replays/${replayId}/stop`);
  });

  it('show a message, its attempts and their answers, and what this page does not know by its word', async () => {
    page.mock.answers[`POST /webhooks/${shopId}/events/${messageId}/replay`] = { status: 200, body: {} };
    open(`/${shopId}`);
    await page.screen.findByText('a status of later');
    const row = (await page.screen.findAllByRole('row')).find(({ innerHTML }) => innerHTML.includes(messageId));
    expect(textOf(row!)).toMatch(/email\.bounced.+grace@example\.org and 1 more.+503.+42 ms/);
    await page.user.click(page.screen.getByRole('link', { name: 'email.bounced' }));
    await page.screen.findByText(/No complete response within 15 seconds\./);
    await page.user.click(page.screen.getByText('Headers and response'));
    await page.screen.findByText(/the shop is closed/);
    expect(page.screen.getByRole('link', { name: 'View email' }).getAttribute('href')).toContain('/emails/019a');
    await page.press('Send again');
    await page.untilAsked(`POST /webhooks/${shopId}/events/${messageId}/replay`);
  });

  it('are deleted after the time to undo it, and are in the list until then if it is taken back', async () => {
    open(`/${shopId}`);
    await page.press('More');
    await page.user.click(await page.screen.findByRole('menuitem', { name: 'Delete' }));
    await page.until(() => expect(page.window.location.pathname).toMatch(/\/webhooks$/));
    await page.screen.findByRole('link', { name: /a-rather-long-name/ });
    expect(page.screen.queryByRole('link', { name: /hooks\.example\.com\/posthorn\?/ })).toBeNull();
    await page.press('Undo');
    await page.screen.findByRole('link', { name: 'https://hooks.example.com/posthorn?token=…' });
    expect(page.asked('DELETE')).toEqual([]);
  });

  it.each<SampleRole>(['read-only'])('are not offered to change to the role %s', async (role) => {
    const { 'GET /dashboard-api/session': body } = sampleAnswers(role);
    page.mock.answers['GET /dashboard-api/session'] = { status: 200, body: body ?? {} };
    open(`/${shopId}`);
    await page.screen.findByText('a status of later');
    const changes = /Send test|More|Rotate secret|Replay|Stop|Add endpoint/;
    expect(page.screen.queryAllByRole('button', { name: changes })).toEqual([]);
  });
});

/** As a browser's own control for moments does: what is typed into it is no text. */
function setMoment(control: HTMLElement, value: string): void {
  fireEvent.change(control, { target: { value } });
}
