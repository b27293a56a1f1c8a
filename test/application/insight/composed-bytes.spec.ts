import { composedBytes } from '../../../src/application/insight/get-insights.js';
import type { MessageToCompose } from '../../../src/application/ports/mail-composer.js';
import { createMailComposer } from '../../../src/infrastructure/mail-composer/mail-composer.js';

const composer = createMailComposer({ sign: async (message) => message });
const message = (html: string): MessageToCompose => ({
  messageId: '<a@example.com>',
  date: '2026-01-01T00:00:00.000Z',
  content: { from: { name: null, address: 'a@example.com' }, replyTo: [], subject: 'S', headers: [], tags: [] },
  ...{ to: [{ name: null, address: 'b@example.com' }], cc: [], attachments: [], signingKeys: [] },
  body: { html, text: 'T' },
});

describe('the size of a message', () => {
  it('is that of the composed one', async () => {
    const whole = await composer.compose(message('<p>ä</p>'));
    expect(await composedBytes({ composer }, message('<p>ä</p>'), [])).toBe(whole.length);
  });

  it('is worked out from a part of a large body', async () => {
    let composed = 0;
    const counting = {
      compose: async (part: MessageToCompose) => {
        composed += part.body.html?.length ?? 0;
        return composer.compose(part);
      },
    };
    const large = message('<p>ä = b</p>\n'.repeat(200_000));
    const whole = await composer.compose(large);
    const bytes = await composedBytes({ composer: counting }, large, []);
    expect(Math.abs(bytes / whole.length - 1)).toBeLessThan(0.01);
    expect(composed).toBe(1_000_000);
  });
});
