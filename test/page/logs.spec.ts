import { describe, expect, it } from '@jest/globals';
import { explanations } from '../../dashboard/src/messages/logs.js';
import { errorNames } from '../../src/infrastructure/http/edge/errors/error-names.js';
import { sampleAnswers } from '../dashboard/samples/people.js';
import { batchId, newestId, refusedId, sampleLogs, sampleRequests, strangeId } from '../dashboard/samples/requests.js';
import { screenOf } from './screen.js';
import { usePage } from './use-page.js';

const page = usePage(() => ({ ...sampleAnswers(), ...sampleRequests() }));
const open = (path: string) => page.open(`/logs${path}`);
const ok = (data: readonly object[]) => ({ status: 200, body: { object: 'list', has_more: false, data } });
/** The page looks for further requests every ten seconds. */
const lookMs = 10_000;

async function untilRows(count: number): Promise<void> {
  await page.until(() => {
    const table = screenOf(page.screen.getByRole('table', { name: 'Logs' }));
    expect(table.getAllByRole('link')).toHaveLength(count);
  });
}
const linkTo = async (name: string) => (await page.screen.findByRole('link', { name })).getAttribute('href');

describe('logs', () => {
  it('are narrowed in the address, and Back takes a filter away', async () => {
    open('');
    await untilRows(4);
    await page.screen.findByRole('cell', { name: 'Deleted API key' });
    await page.user.selectOptions(page.screen.getByLabelText('Status'), '4xx');
    await page.until(() => expect(page.window.location.search).toContain('status=4xx'));
    await page.screen.findByRole('cell', { name: '403 validation_error' });
    await untilRows(1);
    page.window.history.back();
    await untilRows(4);
    await page.fill(page.screen.getByLabelText('Path'), 'POST https://mail.example.com/emails/batch?x=1');
    await page.until(() => expect(page.window.location.search).toContain('path=%2Femails%2Fbatch'));
    await untilRows(1);
  });

  it('say that there is more, and move no row until it is asked for', async () => {
    page.open('/logs', { now: new Date() });
    await untilRows(4);
    const [first, ...others] = sampleLogs();
    if (first === undefined) throw new Error('the samples have requests');
    const list = 'GET /dashboard-api/logs?limit=50';
    page.mock.answers[list] = ok([{ ...first, id: 'newer', endpoint: '/newer' }, first, ...others]);
    await page.clock.pass(lookMs);
    await page.screen.findByRole('button', { name: 'Show 1 new' });
    await untilRows(4);
    await page.press('Show 1 new');
    await page.screen.findByRole('link', { name: 'POST /newer' });
    await untilRows(5);
  });

  it('lead from a request to its mail, its key and the others of that key', async () => {
    open(`/${newestId}`);
    await page.screen.findByText(/order-1042/);
    expect(await linkTo('View email')).toMatch(/^\/dashboard\/emails\/019a/);
    expect(await linkTo('Shop, production')).toContain('/dashboard/logs?key=');
  });

  it('say what was wrong, and where it is mended', async () => {
    open(`/${refusedId}`);
    await page.screen.findByText(/The sender’s domain is not verified yet/);
    expect(await linkTo('Go to domains')).toBe('/dashboard/domains');
    expect(await linkTo('View in API reference')).toBe('/docs#/Emails/postEmails');
    open(`/${batchId}`);
    await page.screen.findByText(/Email 2 of the batch/);
    await page.screen.findByText(/A required field is missing\./);
    await page.screen.findByRole('group', { name: 'Response body' });
  });

  it('show what they do not know as text', async () => {
    open(`/${strangeId}`);
    await page.screen.findByText(/“<img src=x onerror=alert\(1\)>”/);
    expect(page.window.document.querySelector('img[onerror]')).toBeNull();
  });

  it('explain every error that the server sends', () => {
    expect(Object.keys(explanations).sort()).toEqual([...errorNames].sort());
  });
});
