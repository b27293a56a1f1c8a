import { describe, expect, it } from '@jest/globals';
import { useApp } from './open-app.js';
import { sampleEmails } from './sample-emails.js';
import { sampleAnswers } from './sample-people.js';

const app = useApp(() => ({ ...sampleAnswers(), ...sampleEmails() }));
const emailsAddress = () => `${app.mock.origin}/dashboard/emails`;

describe('a page whose files are on their way', () => {
  it('says so before any of them is there, and what to do when they are late', async () => {
    await app.page.route('**/dashboard/assets/**', () => undefined);
    await app.page.goto(emailsAddress(), { waitUntil: 'commit' });
    await app.page.getByText('Loading…').waitFor();
    const late = app.page.getByText('This takes longer than usual.');
    expect(await late.isVisible()).toBe(false);
    await app.page.evaluate('document.getAnimations().forEach((animation) => animation.finish())');
    expect(await late.isVisible()).toBe(true);
    expect(app.complaints).toEqual([]);
  });

  it('is painted over by the page', async () => {
    await app.page.goto(emailsAddress());
    await app.page.getByRole('heading', { name: 'Emails' }).waitFor();
    expect(await app.page.getByText('Loading…').count()).toBe(0);
  });
});
