import { describe, expect, it } from '@jest/globals';
import { annContact, answers as audienceAnswers, newsTopic } from '../dashboard/samples/audience.js';
import { answers as broadcastAnswers, draftBroadcast } from '../dashboard/samples/broadcasts.js';
import { answers as formAnswers, footerForm } from '../dashboard/samples/forms.js';
import { sampleAnswers } from '../dashboard/samples/people.js';
import { answers as templateAnswers, receipt } from '../dashboard/samples/templates.js';
import { usePage } from './use-page.js';

const page = usePage(() => ({
  ...sampleAnswers(),
  ...audienceAnswers(),
  ...templateAnswers(),
  ...broadcastAnswers(),
  ...formAnswers(),
}));
const find = async (typed: string) => {
  await page.screen.findByRole('columnheader', { name: 'Name' });
  await page.user.keyboard('{Control>}k{/Control}');
  await page.fill(await page.screen.findByRole('textbox', { name: 'Search' }), typed);
};

describe('the palette', () => {
  it.each([
    ['create broadcast', 'Create a broadcast'],
    ['broadcast create', 'Create a broadcast'],
    ['THEME dark', 'Theme: Dark'],
    ['PROP create', 'Create a property'],
    ['new broadcasts', 'Create a broadcast'],
    ['upload csv', 'Import contacts'],
  ])('finds by “%s”: %s', async (typed, label) => {
    page.open('/segments');
    await find(typed);
    await page.screen.findByRole('button', { name: label });
    expect(page.screen.queryByRole('button', { name: 'Sign out' })).toBeNull();
  });

  it('keeps what is typed before its field is there', async () => {
    page.open('/segments');
    await page.screen.findByRole('row', { name: /Customers/ });
    await page.user.keyboard('{Control>}k{/Control}Black ?g b');
    const field = await page.screen.findByRole<HTMLInputElement>('textbox', { name: 'Search' });
    await page.until(() => expect(field.value).toBe('Black ?g b'));
    expect(page.window.location.pathname).toMatch(/segments$/);
  });

  it('finds pages by what they contain', async () => {
    page.open('/segments');
    await find('postal address');
    await page.screen.findByRole('button', { name: /^Brand ?Logo, colors/ });
    const field = page.screen.getByRole('textbox', { name: 'Search' });
    for (const [typed, label] of [
      ['double opt-in', 'Forms'],
      ['saved blocks', 'Broadcasts'],
      ['dkim', 'Domains'],
    ] as const) {
      await page.fill(field, typed);
      await page.screen.findByRole('button', { name: new RegExp(`^${label}`) });
    }
    await page.fill(field, 'footers');
    await page.press(/^Brand/);
    await page.until(() => expect(page.window.location.pathname).toMatch(/settings\/brand$/));
  });

  it.each([
    ['november', draftBroadcast.name, `/broadcasts/${draftBroadcast.id}`],
    ['ann', annContact.email, `/contacts/${annContact.id}`],
    ['customers large', 'Large customers', '/segments/'],
    ['news product', newsTopic.name, '/topics'],
    ['rec', receipt.name, `/templates/${receipt.id}`],
    ['shop footer', footerForm.name, `/forms/${footerForm.id}`],
  ])('leads by “%s” to %s', async (typed, label, address) => {
    page.open('/api-keys');
    await find(typed);
    await page.press(new RegExp(`^${label}`));
    await page.until(() => expect(page.window.location.pathname).toContain(address));
  });
});
