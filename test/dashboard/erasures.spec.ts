import { describe, expect, it } from '@jest/globals';
import { contentOf } from './downloaded.js';
import { useApp } from './open-app.js';
import { domainRoomAnswers, erasure, erasureId } from './samples/domains.js';
import { sampleAnswers } from './samples/people.js';

const app = useApp(() => ({ ...sampleAnswers(), ...domainRoomAnswers }));
const open = (path = '') => app.page.goto(`${app.mock.origin}/dashboard/settings/erasures${path}`);
const button = (name: string) => app.page.getByRole('button', { name, exact: true });
const posted = () => app.mock.requests.filter(({ name }) => name.startsWith('POST'));

describe('erasing a person', () => {
  it('asks for the address twice, and leads to how far it is', async () => {
    app.mock.answers['POST /dashboard-api/erasures'] = { status: 201, body: { object: 'erasure', id: erasureId } };
    const running = { ...erasure, state: 'requested', completed_at: null };
    app.mock.answers[`GET /dashboard-api/erasures/${erasureId}`] = { status: 200, body: running };
    await open();
    await app.page.getByLabel('Email address', { exact: true }).fill('ann@example.com');
    await button('Erase…').click();
    const typed = app.page.getByRole('textbox', { name: 'Type ann@example.com to confirm' });
    await typed.fill('anne@example.com');
    expect(await button('Erase personal data').isDisabled()).toBe(true);
    await app.page.keyboard.press('Enter');
    expect(posted()).toEqual([]);
    await typed.fill('ann@example.com');
    await button('Erase personal data').click();
    await app.page.getByRole('heading', { name: 'In progress' }).waitFor();
    expect(app.page.url()).not.toContain('ann');
    app.mock.answers[`GET /dashboard-api/erasures/${erasureId}`] = { status: 200, body: erasure };
    await app.page.getByRole('heading', { name: 'Certificate of erasure' }).waitFor();
  });

  it('ends with a certificate that can be kept', async () => {
    await open();
    await app.page.getByText('Ada Example').first().waitFor();
    await app.page.getByRole('link', { name: /^Certificate: erasure/ }).click();
    await app.page.getByRole('group', { name: 'Destroyed' }).waitFor();
    const downloading = app.page.waitForEvent('download');
    await button('Download JSON').click();
    expect(JSON.parse(await contentOf(await downloading))).toEqual(erasure);
    await app.page.emulateMedia({ media: 'print' });
    expect(await button('Print').isVisible()).toBe(false);
    expect(await app.page.getByText('Certificate of erasure').isVisible()).toBe(true);
  });

  it('says why it is not for this team, and offers nothing then', async () => {
    const message = 'An erasure reaches every team, so only admins of the first team of this server may ask for it.';
    app.mock.answers['GET /dashboard-api/erasures?limit=50'] = {
      status: 403,
      body: { name: 'invalid_access', message },
    };
    await open();
    await app.page.getByText(message).waitFor();
    expect(await button('Erase…').count()).toBe(0);
  });
});

describe('the clock of this browser', () => {
  it('shows moments in the zone and the notation that were chosen, also after a reload', async () => {
    await app.page.goto(`${app.mock.origin}/dashboard/settings/profile`);
    await app.page.locator('input[aria-haspopup="listbox"]').fill('tokyo');
    await app.page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await app.page.getByLabel('Show dates as 2026-01-31 09:30').click();
    await app.page.reload();
    const now = app.page.getByText(/^Current time \d{4}-\d\d-\d\d \d\d:\d\d$/);
    await now.waitFor();
    const tokyo = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Asia/Tokyo' }).format(new Date());
    expect(await now.innerText()).toContain(tokyo);
  });
});
