import { describe, expect, it } from '@jest/globals';
import { domainRoomAnswers, sampleHealth, shopId } from '../dashboard/samples/domains.js';
import { sampleAnswers } from '../dashboard/samples/people.js';
import { textOf } from './flow.js';
import { screenOf } from './screen.js';
import { usePage } from './use-page.js';

const page = usePage(() => ({ ...sampleAnswers(), ...domainRoomAnswers }));
const asked = `GET /dashboard-api/domains/${shopId}/health`;
const open = (path: string) => page.open(`/domains/${shopId}${path}`);
const rowsOf = async (table: string) =>
  screenOf(await page.screen.findByRole('table', { name: table }))
    .getAllByRole('row')
    .map(textOf);

describe('how receivers take what a domain sends', () => {
  it('is a page of the domain, asked for when it is opened', async () => {
    open('');
    const link = await page.screen.findByRole('link', { name: 'Sending health' });
    expect(page.asked(asked)).toEqual([]);
    await page.user.click(link);
    await page.screen.findByText('Gmail accepts less of your email');
    expect(textOf(page.screen.getByRole('main'))).toMatch(
      /Delivered: 90\.0% of 200 in the last 7 days, 98\.0% of 1,000 in the 4 weeks before\./,
    );
  });

  it('is shown by receiver, beside the weeks before', async () => {
    open('/health');
    const receivers = await rowsOf('Last 7 days by receiver');
    expect(receivers).toHaveLength(3);
    expect(receivers[1]).toMatch(/Gmail\s+90\.0% \(180\)\s+98\.0% \(980\).*1\.2 s \(95%: 9\.4 s\)/);
    const weeks = await rowsOf('Delivered by week');
    expect(weeks[2]).toMatch(/Others\s+100%\s+within 1\.5 h/);
  });

  it('comes with what large receivers require, and where it is fixed', async () => {
    open('/health');
    const missing = await page.screen.findByRole('list', { name: 'Requirements' });
    expect(textOf(missing)).toMatch(/The domain has a valid DMARC record \(Gmail, Yahoo\)\s+Needs attention/);
    await page.screen.findByRole('heading', { name: '1 check passed' });
    await page.user.click(screenOf(missing).getByRole('link', { name: 'Open the records' }));
    await page.until(() => expect(page.window.location.pathname).toBe(`/dashboard/domains/${shopId}`));
  });

  it('lists what left without verified TLS', async () => {
    open('/health');
    const [, email] = await rowsOf('Left without verified TLS');
    expect(email).toMatch(/0198c0de-0000-7000-8000-0000000000e7.*No TLS/);
  });

  it('says so where nothing was sent', async () => {
    page.mock.answers[asked] = {
      status: 200,
      body: { ...sampleHealth, windows: [], falls: [], requirements: [], unverified: [] },
    };
    open('/health');
    await page.screen.findByText('Nothing was sent to a receiver in the last 5 weeks.');
  });
});
