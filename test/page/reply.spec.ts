import { describe, expect, it } from '@jest/globals';
import { answers } from '../dashboard/samples/received.js';
import { sampleAnswers } from '../dashboard/samples/people.js';
import { screenOf } from './screen.js';
import { usePage } from './use-page.js';

const id = '019a3f5e-7c1a-7d30-9c4b-8c1d0f2a3c21';
const page = usePage(() => ({
  ...sampleAnswers(),
  ...answers(),
  'POST /emails': { id: '019a3f5e-7c1a-7d30-9c4b-8c1d0f2a3c99' },
}));

describe('a received email', () => {
  it('is answered from the address that it came to, in its thread', async () => {
    page.open(`/received/${id}`);
    await page.user.click(await page.screen.findByRole('button', { name: 'Reply' }));
    const dialog = screenOf(await page.screen.findByRole('dialog', { name: 'Reply' }));
    await page.user.type(await dialog.findByLabelText(/Text/), 'It left yesterday.');
    await page.user.click(dialog.getByRole('button', { name: 'Send reply' }));
    await page.untilAsked('POST /emails');
    expect(JSON.parse(page.asked('POST /emails')[0]?.body ?? '')).toEqual({
      from: 'support@example.com',
      to: ['Ann <ann@example.net>'],
      subject: 'Re: Where is my order?',
      text: 'It left yesterday.',
      headers: { 'In-Reply-To': '<42@mail.example.net>', References: '<41@example.com> <42@mail.example.net>' },
    });
  });
});
