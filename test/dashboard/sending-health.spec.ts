import { describe, expect, it } from '@jest/globals';
import { useApp } from './open-app.js';
import { domainRoomAnswers, sampleHealth, shopId } from './samples/domains.js';
import { sampleAnswers } from './samples/people.js';

const app = useApp(() => ({ ...sampleAnswers(), ...domainRoomAnswers }));
const asked = `GET /dashboard-api/domains/${shopId}/health`;
const goto = (path: string) => app.page.goto(`${app.mock.origin}/dashboard/domains/${shopId}${path}`);

describe('how receivers take what a domain sends', () => {
  it('is a page of the domain, asked for when it is opened', async () => {
    await goto('');
    await app.page.getByRole('link', { name: 'Sending health' }).waitFor();
    expect(app.mock.requests.filter(({ name }) => name === asked)).toEqual([]);
    await app.page.getByRole('link', { name: 'Sending health' }).click();
    await app.page.getByText('Gmail accepts less of your email').waitFor();
    expect(await app.page.getByRole('main').innerText()).toMatch(
      /Delivered: 90\.0% of 200 in the last 7 days, 98\.0% of 1,000 in the 4 weeks before\./,
    );
    expect(app.complaints).toEqual([]);
  });

  it('is shown by receiver, beside the weeks before', async () => {
    await goto('/health');
    const rows = app.page.getByRole('table', { name: 'Last 7 days by receiver' }).getByRole('row');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(3);
    expect(await rows.nth(1).innerText()).toMatch(
      /Gmail\s+90\.0% \(180\)\s+98\.0% \(980\)[\s\S]*1\.2 s \(95%: 9\.4 s\)/,
    );
    const weeks = app.page.getByRole('table', { name: 'Delivered by week' }).getByRole('row');
    expect(await weeks.nth(2).innerText()).toMatch(/Others\s+100%\s+within 1\.5 h/);
  });

  it('comes with what large receivers require, and where it is fixed', async () => {
    await goto('/health');
    const open = app.page.getByRole('list', { name: 'Requirements', exact: true });
    await open.waitFor();
    expect(await open.innerText()).toMatch(/The domain has a valid DMARC record \(Gmail, Yahoo\)\s+Needs attention/);
    await app.page.getByRole('heading', { name: '1 check passed' }).waitFor();
    await open.getByRole('link', { name: 'Open the records' }).click();
    await app.page.waitForURL(new RegExp(`/dashboard/domains/${shopId}$`));
  });

  it('says so where nothing was sent', async () => {
    app.mock.answers[asked] = { status: 200, body: { ...sampleHealth, windows: [], falls: [], requirements: [] } };
    await goto('/health');
    await app.page.getByText('Nothing was sent to a receiver in the last 5 weeks.').waitFor();
  });
});
