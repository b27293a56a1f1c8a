import type { AskOverHttp } from './ask-over-http.js';
import { waitFor } from './wait-for.js';

/** All of its parts name the version, and the html is so large that half of it would be noticed. */
const content = (version: number) => ({
  subject: `Version ${version} for {{{NAME}}}`,
  html: `<p>Version ${version} for {{{NAME}}}</p>`.repeat(1_000),
  text: `Version ${version} for {{{NAME}}}`,
  variables: [{ key: 'NAME', type: 'string' }],
});

/** A template whose versions are published one after another. */
export interface PublishedVersions {
  /** Publishes until the server is gone; resolves then. */
  publishOn(): Promise<void>;
  /** Once one more was published than when this was called. */
  oneMore(): Promise<void>;
  /**
   * Sends an email from the template, whose every part must be of one version: the last whose publishing was answered,
   * or the one that was asked for then. The id of the email.
   */
  expectOneWhole(): Promise<string>;
}

/** `call`: asks once, and rejects where the answer is no success. */
export async function publishVersions(ask: AskOverHttp, call: AskOverHttp, from: string): Promise<PublishedVersions> {
  await ask('POST', '/templates', { name: 'Order', alias: 'order', ...content(0) });
  await ask('POST', '/templates/order/publish');
  let answered = 0;
  let asked = 0;
  return {
    async publishOn() {
      try {
        for (;;) {
          asked = answered + 1;
          await call('PATCH', '/templates/order', content(asked));
          await call('POST', '/templates/order/publish');
          answered = asked;
        }
      } catch {
        // The server was killed.
      }
    },
    async oneMore() {
      const before = answered;
      await waitFor(
        () => answered,
        (last) => last > before,
      );
    },
    async expectOneWhole() {
      const template = { id: 'order', variables: { NAME: 'Ann' } };
      const { id } = await ask<{ readonly id: string }>('POST', '/emails', { from, to: 'ann@example.net', template });
      const { subject, html, text } = await ask<Readonly<Record<'subject' | 'html' | 'text', string>>>(
        'GET',
        `/emails/${id}`,
      );
      const version = Number(/\d+/.exec(subject)?.[0]);
      expect({ subject, html, text }).toEqual(
        JSON.parse(JSON.stringify({ ...content(version), variables: undefined }).replaceAll('{{{NAME}}}', 'Ann')),
      );
      expect([answered, asked]).toContain(version);
      answered = version;
      return id;
    },
  };
}
