import { describe, expect, it } from '@jest/globals';
import { answers as audienceAnswers } from '../dashboard/samples/audience.js';
import { answers } from '../dashboard/samples/broadcasts.js';
import { sampleAnswers } from '../dashboard/samples/people.js';
import { usePage } from './use-page.js';

const page = usePage(() => ({ ...sampleAnswers(), ...audienceAnswers(), ...answers() }));

describe('the list of broadcasts', () => {
  it('has what became of each, and more columns to add', async () => {
    page.open('/broadcasts');
    await page.screen.findByRole('row', { name: /Welcome to the new shop.*1,200.*53%.*10\.6%/ });
    await page.press('Columns');
    await page.user.click(await page.screen.findByRole('checkbox', { name: 'Delivered' }));
    await page.screen.findByRole('row', { name: /1,200.*97\.5%.*53%/ });
    expect(page.asked('GET /dashboard-api/broadcasts/counts').length).toBe(1);
  });

  it('is sorted by the server', async () => {
    page.open('/broadcasts');
    await page.press('Recipients');
    await page.untilAsked('GET /dashboard-api/broadcasts?sort=recipients&limit=50');
    await page.press('Recipients');
    await page.untilAsked('GET /dashboard-api/broadcasts?sort=-recipients&limit=50');
    const head = await page.screen.findByRole('columnheader', { name: 'Recipients' });
    expect(head.getAttribute('aria-sort')).toBe('descending');
  });
});
