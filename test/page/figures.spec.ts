import { describe, expect, it } from '@jest/globals';
import {
  emptyMetrics,
  figuresAnswers,
  failing,
  held,
  metricsByKey,
  metricsByVersion,
  sampleHealth,
} from '../dashboard/samples/figures.js';
import { sampleAnswers } from '../dashboard/samples/people.js';
import { textOf } from './flow.js';
import { screenOf } from './screen.js';
import { usePage } from './use-page.js';

const page = usePage(() => ({ ...sampleAnswers(), ...figuresAnswers }));
const ok = (body: object) => ({ status: 200, body });
const metrics = 'GET /dashboard-api/metrics';
const lastAsked = () => {
  const [, path = ''] = page.asked(metrics).at(-1)?.name.split(' ') ?? [];
  return new URL(path, page.window.location.href).searchParams;
};
const address = () => page.window.location.href;
const search = () => Object.fromEntries(new URLSearchParams(page.window.location.search));
const table = async (name: string) => screenOf(await page.screen.findByRole('table', { name }));
const pressFirst = async (name: string) => page.user.click((await page.screen.findAllByRole('button', { name }))[0]!);
const timeRange = () => page.screen.findByLabelText('Time range');

describe('metrics', () => {
  it('say in a sentence that a line is crossed, beside the time before', async () => {
    page.open('/metrics');
    await page.screen.findByText(/5% of sent email bounced.* Main cause: mailbox does not exist/);
    await page.screen.findByText('+24% vs. previous period');
    await page.screen.findByText(/Above 0\.08%, providers/);
  });

  it('show opens and clicks of what was tracked, with machines apart in the table', async () => {
    page.open('/metrics');
    await page.screen.findByText('1,963 of 5,890');
    await page.screen.findByText(/Share of delivered emails with tracking on/);
    await page.screen.findByRole('columnheader', { name: 'Open rate' });
    const buttons = await page.screen.findAllByRole('button', { name: 'Show as table' });
    await page.user.click(buttons[2]!);
    await (await table('Opens and clicks: table')).findByRole('columnheader', { name: 'Opens incl. machines' });
  });

  it('keep what was chosen in the address, and ask in the zone of the page', async () => {
    page.open('/metrics?range=30d&by=api_key');
    page.mock.answers[metrics] = ok(metricsByKey);
    await page.user.selectOptions(await timeRange(), '24h');
    await page.press('Show only Shop, production');
    await page.until(() => expect(address()).toMatch(/key=/));
    expect(search()).toMatchObject({ range: '24h', by: 'api_key' });
    await page.until(() => expect(lastAsked().get('sent_by')).not.toBeNull());
    expect(lastAsked().get('granularity')).toBe('hourly');
    expect(lastAsked().get('timezone')).toBe('UTC');
    await page.user.selectOptions(await timeRange(), 'custom');
    await pressFirst('First and last day');
    await pressFirst('Previous month');
    const days = await page.screen.findAllByRole('button', { name: /^(9|10) \w+ \d{4}$/ });
    await page.user.click(days[0]!);
    await page.user.click(days[1]!);
    await page.until(() => expect(address()).toMatch(/from=\d{4}-\d\d-09&to=\d{4}-\d\d-10/));
    await page.until(() => expect(lastAsked().get('end_date')).toMatch(/-11$/));
    await page.screen.findAllByText(/Older mail was deleted by retention/);
  });

  it('have a row for each version of a template, which leads to its emails', async () => {
    page.mock.answers[metrics] = ok(metricsByVersion);
    page.open('/metrics?by=template_version');
    await page.screen.findByText('No template');
    expect(lastAsked().get('by')).toBe('template_version');
    await page.user.click(page.screen.getByRole('link', { name: /Receipt, version 2/ }));
    await page.until(() => expect(address()).toMatch(/emails\?.*template=019a3f5e-7c1a-7d30-9c4b-0000000000e1%3A2/));
  });

  it('have every number of the charts in a table and in a file', async () => {
    page.open('/metrics');
    await pressFirst('Show as table');
    await page.until(() => {
      const volume = screenOf(page.screen.getByRole('table', { name: 'Volume: table' }));
      expect(volume.getAllByRole('row').length).toBeGreaterThan(7);
    });
    await pressFirst('Download CSV');
    await page.until(() => expect(page.downloads[0]?.name).toBe('metrics.csv'));
    const buttons = page.screen.getAllByRole('button', { name: 'Download CSV' });
    expect(buttons.length).toBeGreaterThan(3);
    await page.user.click(buttons.at(-1)!);
    await page.until(() => expect(page.downloads[1]?.name).toBe('metrics-by-domain.csv'));
    const [columns = '', first = ''] = page.downloads[1]?.text.split('\r\n') ?? [];
    expect(columns).toMatch(/^name,id,sent,delivered,.*,complaint_rate$/);
    expect(first.split(',')).toHaveLength(columns.split(',').length);
  });

  it('say how much better or worse each rate is, lead to what it counts, and leave the sandbox out', async () => {
    page.open('/metrics');
    await page.screen.findByText('−3.5 pts');
    await page.screen.findByText('+3.5 pts');
    await page.screen.findByText('Times in UTC');
    await page.screen.findByText(/42 sandbox emails aren’t counted here\./);
    await page.user.click(await page.screen.findByRole('link', { name: 'View emails: Mailbox does not exist, 590' }));
    await page.until(() => expect(address()).toMatch(/emails\?status=bounced&from=.*&bounce_reason=no-mailbox$/));
    await page.screen.findByLabelText('Bounce reason');
    page.window.history.back();
    await page.press('Show posthorn.test only');
    await page.until(() => expect(address()).toMatch(/domain=019a3f5e-7c1a-7d30-9c4b-000000000d09/));
  });

  it('lead from a number in the table to the emails that it counts', async () => {
    page.open('/metrics?domain=019a3f5e-7c1a-7d30-9c4b-000000000d01&tag=kind%3Dinvoice');
    await pressFirst('Show as table');
    const links = await page.screen.findAllByRole('link', { name: /Delivered, .*view emails/ });
    await page.user.click(links[0]!);
    await page.until(() => expect(address()).toMatch(/emails\?/));
    const { status, from = '', to = '', tag } = search();
    expect({ status, tag, ms: Date.parse(to) - Date.parse(from) }).toEqual({
      status: 'delivered',
      tag: 'kind:invoice',
      ms: 86_400_000,
    });
  });

  it('say what would be here', async () => {
    page.mock.answers[metrics] = ok(emptyMetrics);
    page.open('/metrics');
    await page.screen.findByText('No emails sent in this period');
  });
});

describe('usage and health', () => {
  it('say in the chart’s place that it could not be read', async () => {
    page.mock.answers[metrics] = {
      status: 403,
      body: { statusCode: 403, name: 'invalid_access', message: 'Not for this role.' },
    };
    page.open('/usage');
    const chart = screenOf(await page.screen.findByRole('region', { name: 'Sent' }));
    await chart.findByText('Not for this role.');
    expect(chart.queryByTestId('outline')).toBeNull();
  });

  it('show what is used of what, when it starts again, and what is full', async () => {
    page.open('/usage');
    await page.screen.findByText('100 of 100');
    await page.screen.findByText('Limit reached. Further requests are rejected.');
    await page.screen.findByText('Close to the limit.');
    await page.screen.findByText('2 (no limit)');
    await page.screen.findByText('3 of 1,000');
    await page.screen.findByText('14 (no limit)');
    await page.screen.findByText(/5 requests per second/);
    await (await table('By domain')).findByText('shop.example.com');
    await page.press('Show as table');
    expect((await table('Sent: table')).getAllByRole('row').length).toBeGreaterThan(7);
  });

  it('fold what is well, name a webhook by its URL, and say who may see them', async () => {
    const id = '019a3f5e-7c1a-7d30-9c4b-0000000001a1';
    const endpoint = 'https://shop.example.com/hooks';
    page.mock.answers['GET /dashboard-api/webhooks'] = ok({ object: 'list', data: [{ id, endpoint }] });
    const finding = {
      severity: 'warning',
      code: 'webhook-failing',
      problem: `Webhook ${id} fails.`,
      advice: 'Fix it.',
    };
    page.mock.answers['GET /dashboard-api/health'] = ok({ ...sampleHealth, findings: [finding] });
    page.open('/health');
    const link = await page.screen.findByRole('link', { name: endpoint });
    expect(link.getAttribute('href')).toBe(`/dashboard/webhooks/${id}`);
    await page.screen.findByText('2 others up to date');
    expect(page.screen.queryByText('suppressor')).toBeNull();
    await page.press('Show all: 2 others up to date');
    await page.screen.findByText('suppressor');
    expect(page.screen.queryByRole('cell', { name: /Event log/ })).toBeNull();
    await page.press('Show all: 1 other OK');
    await page.screen.findByRole('cell', { name: /Event log/ });
    const refused = { name: 'invalid_access', message: 'Only for admins of the first team.' };
    page.mock.answers['GET /dashboard-api/health'] = { status: 403, body: refused };
    page.open('/health');
    await page.screen.findByText('Server health is for admins of the first team');
    await page.screen.findByRole('link', { name: 'Go to Queue' });
    expect(page.screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('show the eight worst findings, and fold the others with what is only worth knowing', async () => {
    const warnings = Array.from({ length: 10 }, (_, index) => {
      return { severity: 'warning', code: `w${index}`, problem: `Warning ${index}.`, advice: 'Fix it.' };
    });
    const note = { severity: 'note', code: 'n', problem: 'Worth knowing.', advice: 'Nothing.' };
    page.mock.answers['GET /dashboard-api/health'] = ok({ ...sampleHealth, findings: [...warnings, note] });
    page.open('/health');
    const worst = screenOf(await page.screen.findByRole('list', { name: 'Findings' }));
    expect(worst.getAllByRole('listitem')).toHaveLength(8);
    expect(page.screen.queryByText('Worth knowing.')).toBeNull();
    await page.press('Show all: 3 more findings');
    const others = screenOf(await page.screen.findByRole('list', { name: 'More findings' }));
    expect(others.getAllByRole('listitem').map(textOf).at(-1)).toContain('Worth knowing.');
  });

  it('say nothing is wrong where there are notes only', async () => {
    const note = { severity: 'note', code: 'n', problem: 'Worth knowing.', advice: 'Nothing.' };
    page.mock.answers['GET /dashboard-api/health'] = ok({ ...sampleHealth, findings: [note] });
    page.open('/health');
    await page.screen.findByText('All checks passed');
    await page.press('Show all: 1 more finding');
    await page.screen.findByText('Worth knowing.');
  });

  it('say what is wrong with the server and what to do, also of a kind that is new', async () => {
    page.open('/health');
    await page.screen.findByText('What to do: Free space, or set RETENTION_DAYS.');
    await page.screen.findByText('a-later-one');
    await page.screen.findByText('MongoDB does not answer at its address');
    await page.screen.findByText('1,200 events behind');
  });

  it('say when the log was last verified and what came of it, or how that is done', async () => {
    const health = 'GET /dashboard-api/health';
    page.open('/health');
    await page.until(() => expect(textOf(page.screen.getByRole('main'))).toContain('Last verified yesterday'));
    await page.screen.findByText('98,765 events and 1,190 seals verified.');
    await page.screen.findByText('Passed');
    const broken = 'email-1 revision 2: its digest does not fit its content';
    page.mock.answers[health] = ok({ ...sampleHealth, last_verified: { ...sampleHealth.last_verified, broken } });
    await page.press('Refresh');
    await page.screen.findByText(broken);
    await page.screen.findByText('Failed');
    page.mock.answers[health] = ok({ ...sampleHealth, last_verified: null });
    await page.press('Refresh');
    await page.screen.findByText(/^Never verified/);
  });
});

it('every page says that delivery is held', async () => {
  page.mock.answers['GET /dashboard-api/status'] = ok(held);
  page.open('/api-keys');
  await page.until(() => {
    const said = page.screen.getAllByRole('status').map(textOf);
    expect(said.join('\n')).toContain('Delivery paused after a restore');
  });
});

it('the sidebar counts what stops email, beside Health', async () => {
  page.mock.answers['GET /dashboard-api/status'] = ok(failing);
  page.open('/api-keys');
  await page.screen.findByRole('link', { name: /^Health\s*1\s*problem stops email$/ });
});
