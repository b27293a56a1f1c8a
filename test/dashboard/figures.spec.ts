import { describe, expect, it } from '@jest/globals';
import { contentOf } from './downloaded.js';
import { useApp } from './open-app.js';
import {
  emptyMetrics,
  figuresAnswers,
  held,
  metricsByKey,
  metricsByVersion,
  running,
  sampleHealth,
} from './samples/figures.js';
import { sampleAnswers, type SampleRole } from './samples/people.js';

const app = useApp(() => ({ ...sampleAnswers(), ...figuresAnswers }));
const ok = (body: object) => ({ status: 200, body });
const open = (path: string) => app.page.goto(`${app.mock.origin}/dashboard${path}`);
const asked = (name: string) => app.mock.requests.filter((request) => request.name.startsWith(name));
const lastAsked = (name: string) => new URL(asked(name).at(-1)?.name.split(' ')[1] ?? '', app.mock.origin).searchParams;
const moved = { object: 'queue_move', emails: 2, recipients: 3, failed: 0, complete: true };

function as(role: SampleRole, speaksForServer: boolean): void {
  const { 'GET /dashboard-api/session': session, 'GET /dashboard-api/installation': installation } =
    sampleAnswers(role);
  const features = { authenticator: true, passkeys: true, activity: true, server: speaksForServer };
  app.mock.answers['GET /dashboard-api/session'] = ok(session ?? {});
  app.mock.answers['GET /dashboard-api/installation'] = ok({ ...installation, features });
}

describe('metrics', () => {
  it('say in a sentence that a line is crossed, beside the time before', async () => {
    await open('/metrics');
    await app.page.getByText(/5% of sent email bounced.* Main cause: mailbox does not exist/).waitFor();
    await app.page.getByText('+24% vs. previous period').waitFor();
    await app.page.getByText('Above 0.08%, providers').waitFor();
    await app.page.locator('.recharts-bar').first().waitFor();
    expect(app.complaints).toEqual([]);
  });

  it('show opens and clicks of what was tracked, with machines apart in the table', async () => {
    await open('/metrics');
    await app.page.getByText('1,963 of 5,890').waitFor();
    await app.page.getByText('Share of delivered emails with tracking on', { exact: false }).waitFor();
    await app.page.getByRole('columnheader', { name: 'Open rate' }).waitFor();
    await app.page.getByRole('button', { name: 'Show as table' }).nth(2).click();
    const table = app.page.getByRole('table', { name: 'Opens and clicks: table' });
    await table.getByRole('columnheader', { name: 'Opens incl. machines' }).waitFor();
  });

  it('keep what was chosen in the address, and ask in the zone of the page', async () => {
    await open('/metrics?range=30d&by=api_key');
    await app.page.getByRole('button', { name: 'Show only Shop' }).count();
    app.mock.answers['GET /dashboard-api/metrics'] = ok(metricsByKey);
    await app.page.getByLabel('Time range', { exact: true }).selectOption('24h');
    await app.page.getByRole('button', { name: 'Show only Shop, production' }).click();
    await app.page.waitForURL(/key=/);
    expect(Object.fromEntries(new URL(app.page.url()).searchParams)).toMatchObject({ range: '24h', by: 'api_key' });
    await expectSoon(() => lastAsked('GET /dashboard-api/metrics').get('sent_by') !== null);
    expect(lastAsked('GET /dashboard-api/metrics').get('granularity')).toBe('hourly');
    expect(lastAsked('GET /dashboard-api/metrics').get('timezone')).toBe('UTC');
    await app.page.getByLabel('Time range', { exact: true }).selectOption('custom');
    await app.page.getByRole('button', { name: 'First and last day' }).click();
    await app.page.getByRole('button', { name: 'Previous month' }).first().click();
    const days = app.page.getByRole('button', { name: /^(9|10) \w+ \d{4}$/ });
    await days.nth(0).click();
    await days.nth(1).click();
    await app.page.waitForURL(/from=\d{4}-\d\d-09&to=\d{4}-\d\d-10/);
    await expectSoon(() => lastAsked('GET /dashboard-api/metrics').get('end_date')?.endsWith('-11') === true);
    await app.page.getByText('Older mail was deleted by retention').first().waitFor();
  });

  it('have a row for each version of a template, which leads to its emails', async () => {
    app.mock.answers['GET /dashboard-api/metrics'] = ok(metricsByVersion);
    await open('/metrics?by=template_version');
    await app.page.getByText('No template', { exact: true }).waitFor();
    expect(lastAsked('GET /dashboard-api/metrics').get('by')).toBe('template_version');
    await app.page.getByRole('link', { name: /Receipt, version 2/ }).click();
    await app.page.waitForURL(/emails\?.*template=019a3f5e-7c1a-7d30-9c4b-0000000000e1%3A2/);
  });

  it('have every number of the charts in a table and in a file', async () => {
    await open('/metrics');
    await app.page.getByRole('button', { name: 'Show as table' }).first().click();
    await app.page.getByRole('table', { name: 'Volume: table' }).getByRole('row').nth(7).waitFor();
    const download = app.page.waitForEvent('download');
    await app.page.getByRole('button', { name: 'Download CSV' }).first().click();
    expect((await download).suggestedFilename()).toBe('metrics.csv');
    // What is below the first screen is loaded behind it.
    await app.page.getByRole('button', { name: 'Download CSV' }).nth(3).waitFor();
    const ofDomains = app.page.waitForEvent('download');
    await app.page.getByRole('button', { name: 'Download CSV' }).last().click();
    expect((await ofDomains).suggestedFilename()).toBe('metrics-by-domain.csv');
    const [columns = '', first = ''] = (await contentOf(await ofDomains)).split('\r\n');
    expect(columns).toMatch(/^name,id,sent,delivered,.*,complaint_rate$/);
    expect(first.split(',')).toHaveLength(columns.split(',').length);
  });

  it('say how much better or worse each rate is, lead to what it counts, and leave the sandbox out', async () => {
    await open('/metrics');
    const worse = app.page.getByText('−3.5 pts');
    await worse.waitFor();
    const colorOf = '(element) => getComputedStyle(element).color';
    const red = await worse.evaluate(colorOf);
    expect(await app.page.getByText('+3.5 pts').evaluate(colorOf)).toBe(red);
    await app.page.getByText('Times in UTC').waitFor();
    await app.page.getByText('42 sandbox emails aren’t counted here.').waitFor();
    await app.page.getByRole('link', { name: 'View emails: Mailbox does not exist, 590' }).click();
    await app.page.waitForURL(/emails\?status=bounced&from=.*&bounce_reason=no-mailbox$/);
    await app.page.getByLabel('Bounce reason', { exact: true }).waitFor();
    await app.page.goBack();
    await app.page.getByRole('button', { name: 'Show posthorn.test only' }).click();
    await app.page.waitForURL(/domain=019a3f5e-7c1a-7d30-9c4b-000000000d09/);
  });

  it('lead from a bar, and from its number in the table, to the emails that it counts', async () => {
    await open('/metrics?domain=019a3f5e-7c1a-7d30-9c4b-000000000d01&tag=kind%3Dinvoice');
    const bars = app.page.locator('.recharts-bar').nth(1).locator('.recharts-bar-rectangle path');
    await bars.last().click();
    await app.page.waitForURL(/dashboard\/emails\?/);
    const { status, from = '', to = '', tag } = Object.fromEntries(new URL(app.page.url()).searchParams);
    expect({ status, tag, ms: Date.parse(to) - Date.parse(from) }).toEqual({
      status: 'bounced',
      tag: 'kind:invoice',
      ms: 86_400_000,
    });
    await app.page.goBack();
    await app.page.getByRole('button', { name: 'Show as table' }).first().click();
    await app.page
      .getByRole('link', { name: /Delivered, .*view emails/ })
      .first()
      .click();
    await app.page.waitForURL(/status=delivered/);
  });

  it('say what would be here', async () => {
    app.mock.answers['GET /dashboard-api/metrics'] = ok(emptyMetrics);
    await open('/metrics');
    await app.page.getByText('No emails sent in this period').waitFor();
  });
});

describe('the queue', () => {
  const row = (domain: string) => app.page.getByRole('row').filter({ hasText: domain });
  /** From the menu of the row. */
  const act = async (domain: string, name: string): Promise<void> => {
    await app.page.getByRole('button', { name: `Actions: ${domain}` }).click();
    await app.page.getByRole('menuitem', { name }).click();
  };

  it('says why mail waits, and shows what it does not know by its own word', async () => {
    await open('/queue');
    await row('late.example.net').getByText('Mailbox is full').waitFor();
    expect(await row('late.example.net').innerText()).toMatch(/Delayed.*1,204 waiting.*5 hours ago.*in 3 hours/s);
    expect(await row('late.example.net').innerText()).toContain('451 4.2.2 The mailbox of the recipient is over quota');
    expect((await row('late.example.net').boundingBox())?.height).toBe(38);
    expect(await row('busy.example.com').innerText()).toMatch(/Sending.*1 being sent, 3 due, 2 waiting.*due now/s);
    expect(await row('Erased domain').innerText()).toContain('a-kind-of-later');
    await app.page.getByText('Paused: They asked for a break').first().waitFor();
  });

  it('retries at once, and gives up with a reason unless that is undone', async () => {
    app.mock.answers['POST /dashboard-api/queue/retry'] = ok(moved);
    app.mock.answers['POST /dashboard-api/queue/drop'] = ok(moved);
    await open('/queue');
    await act('late.example.net', 'Retry now: email to late.example.net');
    await app.page.getByText('Retrying 2 emails now.').waitFor();
    const drop = async (): Promise<void> => {
      await act('late.example.net', 'Drop email to late.example.net');
      await app.page.getByRole('textbox', { name: 'Reason' }).fill('Sent by mistake');
      await app.page.getByRole('textbox', { name: 'Type late.example.net to confirm' }).fill('late.example.net');
      await app.page.getByRole('button', { name: 'Drop', exact: true }).click();
      await row('late.example.net').waitFor({ state: 'detached' });
    };
    await drop();
    await app.page.getByRole('button', { name: 'Undo' }).click();
    await row('late.example.net').waitFor();
    expect(asked('POST /dashboard-api/queue/drop')).toEqual([]);
    await drop();
    await app.page.getByText('Dropped 3 recipients of 2 emails.').waitFor({ timeout: 20_000 });
    const [request] = asked('POST /dashboard-api/queue/drop');
    expect(JSON.parse(request?.body ?? '')).toEqual({ domain: 'late.example.net', reason: 'Sent by mistake' });
  });

  it('is paused and resumed by who speaks for the server', async () => {
    const changed = ok({ object: 'queue_change', changed: true });
    app.mock.answers['POST /dashboard-api/queue/pause'] = changed;
    app.mock.answers['POST /dashboard-api/queue/resume'] = changed;
    await open('/queue');
    await act('late.example.net', 'Pause email to late.example.net');
    await app.page.getByRole('textbox', { name: 'Reason' }).fill('They move');
    await app.page.getByLabel('Until').fill('2099-01-31T09:30');
    await app.page.getByRole('button', { name: 'Pause', exact: true }).click();
    await app.page.getByText('Email to late.example.net paused').waitFor();
    expect(JSON.parse(asked('POST /dashboard-api/queue/pause')[0]?.body ?? '')).toEqual({
      domain: 'late.example.net',
      reason: 'They move',
      until: '2099-01-31T09:30:00.000Z',
    });
    await app.page.getByRole('button', { name: 'Resume email to A domain' }).click();
    await expectSoon(() => asked('POST /dashboard-api/queue/resume').length === 1);
    expect(JSON.parse(asked('POST /dashboard-api/queue/resume')[0]?.body ?? '')).toEqual({ pause_id: 'mx-set:mx' });
  });

  it('offers to each what they may do', async () => {
    as('member', false);
    await open('/queue');
    await app.page.getByRole('button', { name: 'Actions: late.example.net' }).click();
    await app.page.getByRole('menuitem', { name: 'Retry now: email to late.example.net' }).waitFor();
    expect(await app.page.getByRole('menuitem', { name: /Pause|Resume/ }).count()).toBe(0);
    as('read-only', false);
    await open('/queue');
    await row('late.example.net').waitFor();
    expect(await app.page.getByRole('button', { name: /Actions|Pause a/ }).count()).toBe(0);
    expect(await app.page.getByRole('link', { name: 'Health' }).count()).toBe(0);
  });
});

describe('usage and health', () => {
  it('say in the chart’s place that it could not be read', async () => {
    app.mock.answers['GET /dashboard-api/metrics'] = {
      status: 403,
      body: { statusCode: 403, name: 'invalid_access', message: 'Not for this role.' },
    };
    await open('/usage');
    const chart = app.page.getByRole('region', { name: 'Sent', exact: true });
    await chart.getByText('Not for this role.').waitFor();
    expect(await chart.getByTestId('outline').count()).toBe(0);
  });

  it('show what is used of what, when it starts again, and what is full', async () => {
    await open('/usage');
    await app.page.getByText('100 of 100').waitFor();
    await app.page.getByText('Limit reached. Further requests are rejected.').waitFor();
    await app.page.getByText('Close to the limit.').waitFor();
    await app.page.getByText('2 (no limit)').waitFor();
    await app.page.getByText('3 of 1,000').waitFor();
    await app.page.getByText('14 (no limit)').waitFor();
    await app.page.getByText('5 requests per second').waitFor();
    await app.page.getByRole('table', { name: 'By domain' }).getByText('shop.example.com').waitFor();
    await app.page.locator('.recharts-bar').first().waitFor();
    await app.page.getByRole('button', { name: 'Show as table' }).click();
    await app.page.getByRole('table', { name: 'Sent: table' }).getByRole('row').nth(7).waitFor();
  });

  it('fold what is well, name a webhook by its URL, and say who may see them', async () => {
    const id = '019a3f5e-7c1a-7d30-9c4b-0000000001a1';
    const endpoint = 'https://shop.example.com/hooks';
    app.mock.answers['GET /dashboard-api/webhooks'] = ok({ object: 'list', data: [{ id, endpoint }] });
    const finding = {
      severity: 'warning',
      code: 'webhook-failing',
      problem: `Webhook ${id} fails.`,
      advice: 'Fix it.',
    };
    app.mock.answers['GET /dashboard-api/health'] = ok({ ...sampleHealth, findings: [finding] });
    await open('/health');
    const link = app.page.getByRole('link', { name: endpoint });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe(`/dashboard/webhooks/${id}`);
    await app.page.getByText('2 others up to date').waitFor();
    expect(await app.page.getByText('suppressor').count()).toBe(0);
    await app.page.getByRole('button', { name: 'Show all' }).click();
    await app.page.getByText('suppressor').waitFor();
    const refused = { name: 'invalid_access', message: 'Only for admins of the first team.' };
    app.mock.answers['GET /dashboard-api/health'] = { status: 403, body: refused };
    await open('/health');
    await app.page.getByText('Server health is for admins of the first team').waitFor();
    await app.page.getByRole('link', { name: 'Go to Queue' }).waitFor();
    expect(await app.page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  it('say what is wrong with the server and what to do, also of a kind that is new', async () => {
    await open('/health');
    await app.page.getByText('What to do: Free space, or set RETENTION_DAYS.').waitFor();
    await app.page.getByText('a-later-one').waitFor();
    await app.page.getByText('MongoDB does not answer at its address').waitFor();
    await app.page.getByText('1,200 events behind').waitFor();
  });

  it('say when the log was last verified and what came of it, or how that is done', async () => {
    const health = 'GET /dashboard-api/health';
    await open('/health');
    await app.page.getByText('Last verified yesterday').waitFor();
    await app.page.getByText('98,765 events and 1,190 seals verified.').waitFor();
    await app.page.getByText('Passed', { exact: true }).waitFor();
    const broken = 'email-1 revision 2: its digest does not fit its content';
    app.mock.answers[health] = ok({ ...sampleHealth, last_verified: { ...sampleHealth.last_verified, broken } });
    await app.page.getByRole('button', { name: 'Refresh' }).click();
    await app.page.getByText(broken).waitFor();
    await app.page.getByText('Failed', { exact: true }).waitFor();
    app.mock.answers[health] = ok({ ...sampleHealth, last_verified: null });
    await app.page.getByRole('button', { name: 'Refresh' }).click();
    await app.page.getByText('Never verified').waitFor();
  });
});

describe('notices of the server', () => {
  it('say on every page that delivery is held', async () => {
    app.mock.answers['GET /dashboard-api/status'] = ok(held);
    await open('/api-keys');
    await app.page.getByRole('status').filter({ hasText: 'Delivery paused after a restore' }).waitFor();
  });

  it('say that the server serves a newer page, and load it with the next one', async () => {
    await open('/api-keys');
    await app.page.getByText('Shop, production').waitFor();
    const headers = { 'x-posthorn-page': '/dashboard/assets/another.js' };
    app.mock.answers['GET /dashboard-api/queue'] = {
      status: 200,
      headers,
      body: { object: 'queue', complete: true, data: [], pauses: [] },
    };
    await app.page.getByRole('link', { name: 'Queue' }).click();
    await app.page.getByText('Update available').waitFor();
    await app.page.evaluate('window.isOld = true');
    app.mock.answers['GET /dashboard-api/status'] = ok(running);
    await app.page.getByRole('link', { name: 'API keys' }).click();
    await app.page.waitForFunction('window.isOld === undefined');
    await app.page.getByText('Shop, production').waitFor();
  });
});

async function expectSoon(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}
