import { describe, expect, it } from '@jest/globals';
import { domainRoomAnswers, erasure, erasureId } from '../dashboard/samples/domains.js';
import { sampleAnswers } from '../dashboard/samples/people.js';
import { textOf } from './flow.js';
import { usePage } from './use-page.js';

const page = usePage(() => ({ ...sampleAnswers(), ...domainRoomAnswers }));
const room = '/settings/erasures';
const asked = `GET /dashboard-api/erasures/${erasureId}`;
const erase = () => page.screen.getByRole<HTMLButtonElement>('button', { name: 'Erase personal data' });

describe('erasing a person', () => {
  it('asks for the address twice, and leads to how far it is', async () => {
    page.mock.answers['POST /dashboard-api/erasures'] = { status: 201, body: { object: 'erasure', id: erasureId } };
    page.mock.answers[asked] = { status: 200, body: { ...erasure, state: 'requested', completed_at: null } };
    page.open(room, { now: new Date() });
    await page.fill(await page.screen.findByLabelText('Email address'), 'ann@example.com');
    await page.press('Erase…');
    const typed = await page.screen.findByRole('textbox', { name: 'Type ann@example.com to confirm' });
    await page.fill(typed, 'anne@example.com');
    expect(erase().disabled).toBe(true);
    await page.user.keyboard('{Enter}');
    expect(page.asked('POST')).toEqual([]);
    await page.fill(typed, 'ann@example.com');
    await page.user.click(erase());
    await page.screen.findByRole('heading', { name: 'In progress' });
    expect(page.window.location.href).not.toContain('ann');
    page.mock.answers[asked] = { status: 200, body: erasure };
    await page.clock.pass(10_000);
    await page.screen.findByRole('heading', { name: 'Certificate of erasure' });
  });

  it('ends with a certificate that can be kept', async () => {
    page.open(room);
    await page.screen.findAllByText(/Ada Example/);
    await page.user.click(await page.screen.findByRole('link', { name: /^Certificate: erasure/ }));
    await page.screen.findByRole('group', { name: 'Destroyed' });
    await page.press('Download JSON');
    await page.until(() => expect(page.downloads).toHaveLength(1));
    expect(JSON.parse(page.downloads[0]?.text ?? '')).toEqual(erasure);
  });

  it('says why it is not for this team, and offers nothing then', async () => {
    const message = 'An erasure reaches every team, so only admins of the first team of this server may ask for it.';
    page.mock.answers['GET /dashboard-api/erasures?limit=50'] = {
      status: 403,
      body: { name: 'invalid_access', message },
    };
    page.open(room);
    await page.screen.findByText(message);
    expect(page.screen.queryByRole('button', { name: 'Erase…' })).toBeNull();
  });
});

it('moments are shown in the zone and the notation that were chosen, also after a reload', async () => {
  page.open('/settings/profile');
  await page.screen.findByText(/^Current time/);
  const zone = page.window.document.querySelector('input[aria-haspopup="listbox"]');
  await page.user.click(zone!);
  await page.fill(zone!, 'tokyo');
  await page.user.click(await page.screen.findByRole('option', { name: 'Asia/Tokyo' }));
  await page.user.click(await page.screen.findByLabelText(/^Show dates as 2026-01-31 09:30/));
  page.open('/settings/profile');
  const now = await page.screen.findByText(/^Current time/);
  await page.until(() => expect(textOf(now)).toMatch(/^Current time \d{4}-\d\d-\d\d \d\d:\d\d$/));
  const tokyo = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Asia/Tokyo' }).format(new Date());
  expect(textOf(now)).toContain(tokyo);
});
