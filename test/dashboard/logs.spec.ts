import { describe, expect, it } from '@jest/globals';
import { explanations } from '../../dashboard/src/messages/logs.js';
import { errorNames } from '../../src/infrastructure/http/edge/errors/error-names.js';
import { useApp } from './open-app.js';
import { sampleAnswers } from './samples/people.js';
import { batchId, newestId, refusedId, sampleLogs, sampleRequests, strangeId } from './samples/requests.js';

const app = useApp(() => ({ ...sampleAnswers(), ...sampleRequests() }));
const open = (path: string) => app.page.goto(`${app.mock.origin}/dashboard/logs${path}`);
const ok = (data: readonly object[]) => ({ status: 200, body: { object: 'list', has_more: false, data } });
/** The page looks for further requests every ten seconds. */
const lookMs = 10_000;
const rows = () => app.page.getByRole('table', { name: 'Logs' }).getByRole('link');

describe('logs', () => {
  it('are narrowed in the address, and Back takes a filter away', async () => {
    await open('');
    await rows().nth(3).waitFor();
    await app.page.getByRole('cell', { name: 'Deleted API key' }).waitFor();
    await app.page.getByLabel('Status').selectOption('4xx');
    await app.page.waitForURL(/status=4xx/);
    await app.page.getByRole('cell', { name: '403 validation_error', exact: true }).waitFor();
    expect(await rows().count()).toBe(1);
    await app.page.goBack();
    await rows().nth(3).waitFor();
    await app.page.getByLabel('Path', { exact: true }).fill('POST https://mail.example.com/emails/batch?x=1');
    await app.page.waitForURL(/path=%2Femails%2Fbatch/);
    await rows().nth(0).waitFor();
    expect(app.complaints).toEqual([]);
  });

  it('say that there is more, and move no row until it is asked for', async () => {
    await app.page.clock.install();
    await open('');
    await rows().nth(3).waitFor();
    const [first, ...others] = sampleLogs();
    if (first === undefined) throw new Error('the samples have requests');
    const list = 'GET /dashboard-api/logs?limit=50';
    app.mock.answers[list] = ok([{ ...first, id: 'newer', endpoint: '/newer' }, first, ...others]);
    await app.page.clock.runFor(lookMs);
    await app.page.getByRole('button', { name: 'Show 1 new' }).waitFor();
    expect(await rows().count()).toBe(4);
    await app.page.getByRole('button', { name: 'Show 1 new' }).click();
    await app.page.getByRole('link', { name: '/newer' }).waitFor();
    expect(await rows().count()).toBe(5);
  });

  it('lead from a request to its mail, its key and the others of that key', async () => {
    await open(`/${newestId}`);
    await app.page.getByText('order-1042').waitFor();
    const mail = app.page.getByRole('link', { name: 'View email' });
    expect(await mail.getAttribute('href')).toMatch(/^\/dashboard\/emails\/019a/);
    const key = app.page.getByRole('link', { name: 'Shop, production' });
    expect(await key.getAttribute('href')).toContain('/dashboard/logs?key=');
  });

  it('say what was wrong, and where it is mended', async () => {
    await open(`/${refusedId}`);
    await app.page.getByText('The sender’s domain is not verified yet').waitFor();
    const step = app.page.getByRole('link', { name: 'Go to domains' });
    expect(await step.getAttribute('href')).toBe('/dashboard/domains');
    const reference = app.page.getByRole('link', { name: 'View in API reference' });
    expect(await reference.getAttribute('href')).toBe('/docs#/Emails/postEmails');
    await open(`/${batchId}`);
    await app.page.getByText('Email 2 of the batch').waitFor();
    await app.page.getByText('A required field is missing.').waitFor();
    await app.page.getByRole('group', { name: 'Response body' }).waitFor();
  });

  it('show what they do not know as text', async () => {
    await open(`/${strangeId}`);
    await app.page.getByText('“<img src=x onerror=alert(1)>”').waitFor();
    expect(app.complaints).toEqual([]);
    expect(app.foreignRequests).toEqual([]);
  });

  it('explain every error that the server sends', () => {
    expect(Object.keys(explanations).sort()).toEqual([...errorNames].sort());
  });
});
