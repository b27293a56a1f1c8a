import PostalMime from 'postal-mime';
import { posthornAt } from '../e2e/delivery/setup.js';
import { waitFor } from '../support/wait-for.js';
import { dataOf, useTeam } from './setup.js';

const { client, call, server } = useTeam();

const receipt = {
  name: 'Receipt',
  alias: 'receipt',
  from: 'Shop <shop@posthorn.test>',
  subject: 'Order {{{ORDER}}}',
  html: '<p>Hello {{{NAME|friend}}} {{{EMAIL}}}</p><script>steal()</script><a href="{{{URL}}}">Order</a>',
  variables: [
    { key: 'ORDER', type: 'number' as const },
    { key: 'URL', type: 'string' as const },
  ],
};
const preview = (body: object) => call('POST', '/dashboard-api/templates/preview', { body });

describe('a template that is worked on', () => {
  it('is shown filled in before it is saved, safe for a frame, with what has no value', async () => {
    const { html, subject, variables } = receipt;
    const values = { ORDER: 'seven', URL: 'https://example.com/7', EMAIL: 'ann@example.com', NAME: '<b>Ann</b>' };
    expect((await preview({ html, subject, variables, values })).body).toEqual({
      object: 'template_preview',
      subject: 'Order {{{ORDER}}}',
      html: expect.stringMatching(
        /^<!doctype html>(?!.*steal).*<p>Hello &lt;b&gt;Ann&lt;\/b&gt; ann@example.com<\/p>/s,
      ),
      text: expect.stringContaining('Hello <b>Ann</b> ann@example.com'),
      cut: false,
      variables: ['ORDER', 'NAME', 'EMAIL', 'URL'],
      problems: [{ variable: 'ORDER', message: 'Must be a number.' }],
    });
    expect((await preview({ html: '', text: '', values: {} })).body).toMatchObject({ text: null, problems: [] });
    expect((await preview({ html, variables })).body).toMatchObject({
      subject: '',
      problems: [{ variable: 'URL', message: 'Missing value. There is no fallback.' }],
    });
  });

  it('has versions with who published them, what they say, and a draft that says whether its text is derived', async () => {
    const { templates } = client();
    const { id } = dataOf(await templates.create(receipt).publish());
    await templates.update(id, { html: '<p>Another</p>', text: 'Own' });
    expect(await call('GET', `/dashboard-api/templates/${id}`)).toMatchObject({
      body: { text: 'Own', text_derived: false, version: 1, has_unpublished_versions: true },
    });
    expect(await call('GET', '/dashboard-api/templates')).toMatchObject({
      body: { data: [{ id, version: 1, has_unpublished_versions: true }] },
    });
    dataOf(await templates.publish(id));
    const { body: list } = await call('GET', `/dashboard-api/templates/${id}/versions`);
    const actor = { kind: 'api-key', id: expect.any(String) };
    expect(list).toMatchObject({
      data: [
        { version: 2, actor },
        { version: 1, actor },
      ],
    });
    expect(await call('GET', `/dashboard-api/templates/${id}/versions/1`)).toMatchObject({
      body: { object: 'template_version', html: receipt.html, text_derived: true, version: 1 },
    });
    for (const unknown of ['3', '0', 'x']) {
      expect(await call('GET', `/dashboard-api/templates/${id}/versions/${unknown}`)).toMatchObject({
        status: 404,
        body: { message: 'Version not found' },
      });
    }
  });

  it('is sent as a test to several, each in an email of its own, or to no one', async () => {
    const { templates } = client();
    const { id } = dataOf(await templates.create({ ...receipt, alias: 'tested' }));
    const test = (body: object) => call('POST', `/dashboard-api/templates/${id}/test`, { body });
    const values = { ORDER: 7, URL: 'https://example.com/7' };
    const to = ['ann@example.com', 'bo@example.com'];
    const { status, body } = await test({ to, values });
    expect(status).toBe(200);
    const { emails } = body as { readonly emails: readonly string[] };
    const read = await Promise.all(
      emails.map(async (email) => {
        const [message] = await waitFor(
          () => posthornAt(server()).captured(email),
          ({ length }) => length > 0,
        );
        return PostalMime.parse(message?.raw ?? '');
      }),
    );
    expect(read.map((mail) => [mail.to?.[0]?.address, mail.subject])).toEqual(to.map((each) => [each, 'Order 7']));
    expect(read[1]?.html).toContain('Hello friend bo@example.com');
    expect(await test({ to, values: { ORDER: 7 } })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('Missing value for `URL`') },
    });
    expect((await test({ to: Array.from({ length: 11 }, (_, at) => `a${at}@example.com`), values })).status).toBe(422);
    expect((await test({ to, values, from: 'a@elsewhere.example' })).status).toBe(403);
  });
});
