import { describe, expect, it } from '@jest/globals';
import { usePage } from './open-page.js';
import { refusedLogId, sendLogId, someHistory, someLogs } from './sample-logs.js';
import { someMails, welcomeId } from './sample-mails.js';

const at = usePage({ ...someMails, ...someLogs, ...someHistory });
const requests = () => at.page.getByRole('list', { name: 'Requests, newest first' }).getByRole('listitem');

describe('the log of requests', () => {
  it('is reached from the menu, and leads to a request and the mail that it made', async () => {
    await at.open('');
    await at.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Logs' }).click();
    await requests().nth(1).waitFor();
    expect(await requests().nth(0).innerText()).toMatch(/200[\s\S]+POST \/emails[\s\S]+resend-node:6\.38\.0/);
    await at.page.getByRole('link', { name: /200 POST \/emails/ }).click();
    await at.page.getByRole('region', { name: 'Request body' }).getByText('"subject": "Welcome"').first().waitFor();
    await at.page.getByRole('link', { name: welcomeId }).click();
    await at.page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor();
    expect(at.complaints).toEqual([]);
  });

  it('is filtered by status, method and key, and the filter is part of the address', async () => {
    await at.open('#/logs');
    await requests().nth(1).waitFor();
    await at.page.getByLabel('Status').selectOption('4xx');
    await at.page.getByRole('link', { name: /422 POST/ }).waitFor();
    expect(await requests().count()).toBe(1);
    await at.page.getByLabel('Method').selectOption('POST');
    await at.page.getByLabel('API key').selectOption('Shop');
    await at.page.getByText('No request is like that.').waitFor();
    await at.page.reload();
    await at.page.getByText('No request is like that.').waitFor();
    expect(await at.page.getByLabel('Status').inputValue()).toBe('4xx');
    await at.page.getByRole('link', { name: 'Show all requests' }).click();
    await requests().nth(1).waitFor();
  });

  it('goes on to older requests and back', async () => {
    await at.open('#/logs');
    await at.page.getByRole('link', { name: 'Older requests' }).click();
    await at.page.getByRole('link', { name: /GET \/domains.*no user agent/ }).waitFor();
    await at.page.getByRole('link', { name: 'Newest requests' }).click();
    await at.page.getByRole('link', { name: /422 POST/ }).waitFor();
  });

  it('shows what a stranger sent as text', async () => {
    await at.open(`#/logs/${refusedLogId}`);
    await at.page.getByText('<img src=x onerror=').waitFor();
    await at.page.getByText('<script>fetch(').first().waitFor();
    await at.page.getByText('missing_required_field').waitFor();
    expect(at.posthorn.requests.filter((request) => request.includes('/ran'))).toEqual([]);
    expect(at.complaints).toEqual([]);
  });

  it('says so where a request is not kept', async () => {
    at.posthorn.others['GET /logs/gone'] = {
      status: 404,
      body: { statusCode: 404, name: 'not_found', message: 'Log not found' },
    };
    await at.open('#/logs/gone');
    await at.page.getByRole('alert').filter({ hasText: 'Log not found' }).waitFor();
  });

  it.each([
    ['#/logs', 'resend-node'],
    [`#/logs/${sendLogId}`, 'Answered'],
  ])('fits 360 px: %s', async (route, text) => {
    await at.page.setViewportSize({ width: 360, height: 800 });
    await at.open(route);
    await at.page.getByText(text).first().waitFor();
    expect(await at.page.evaluate('document.documentElement.scrollWidth')).toBe(360);
  });
});
