import PostalMime from 'postal-mime';
import { posthornAt } from '../e2e/delivery/setup.js';
import { waitFor } from '../support/wait-for.js';
import { addTeam } from '../support/second-team.js';
import { dataOf, errorOf, useTeam } from './setup.js';

const { client, call, server } = useTeam();

const html = `<p>Hello {{{NAME|friend}}}, <a href="{{{URL}}}" title="{{{NAME}}}">order {{{ORDER}}}</a>
  <a href="https://example.com/find?q={{{NAME}}}">again</a></p>`;
const receipt = {
  name: 'Receipt',
  alias: 'receipt',
  from: 'Shop <shop@posthorn.test>',
  subject: 'Order {{{ORDER}}}',
  html,
  variables: [
    { key: 'NAME', type: 'string' as const, fallbackValue: 'friend' },
    { key: 'ORDER', type: 'number' as const },
    { key: 'URL', type: 'string' as const, fallbackValue: 'https://example.com/' },
  ],
};
const refusal = async (template: object, more: object = {}) => {
  const { status, body } = await call('POST', '/emails', { body: { to: 'a@example.com', template, ...more } });
  return [status, (body as { readonly message: string }).message];
};
/** What an email client reads, of what was sent. */
async function read(id: string) {
  const [message] = await waitFor(
    () => posthornAt(server()).captured(id),
    ({ length }) => length > 0,
  );
  return PostalMime.parse(message?.raw ?? '');
}

describe('templates', () => {
  it('are made and published in one chain, read, changed, duplicated and deleted by the official client', async () => {
    const { templates } = client();
    const { id } = dataOf(await templates.create(receipt).publish());
    const whole = dataOf(await templates.get('receipt'));
    expect(whole).toMatchObject({
      object: 'template',
      id,
      name: 'Receipt',
      alias: 'receipt',
      status: 'published',
      from: 'Shop <shop@posthorn.test>',
      subject: 'Order {{{ORDER}}}',
      html,
      reply_to: null,
      has_unpublished_versions: false,
      variables: [{ key: 'NAME', type: 'string', fallback_value: 'friend' }, { key: 'ORDER' }, { key: 'URL' }],
    });
    expect(whole.text).toContain('{{{ORDER}}}');
    expect(dataOf(await templates.update(id, { subject: 'Your order {{{ORDER}}}' })).id).toBe(id);
    expect(dataOf(await templates.get(id))).toMatchObject({ has_unpublished_versions: true, status: 'published' });
    expect(dataOf(await templates.list()).data).toMatchObject([{ id, alias: 'receipt', status: 'published' }]);
    const copy = dataOf(await templates.duplicate('receipt'));
    expect(dataOf(await templates.get(copy.id))).toMatchObject({ alias: null, status: 'draft', html });
    expect(errorOf(await templates.create({ ...receipt, name: 'Other' })).message).toContain('`alias`');
    expect(dataOf(await templates.remove(copy.id))).toEqual({ object: 'template', id: copy.id, deleted: true });
    expect(errorOf(await templates.get(copy.id))).toMatchObject({ name: 'not_found' });
    expect(dataOf(await templates.remove('receipt')).id).toBe(id);
    // The alias is free again.
    expect((await templates.create(receipt)).error).toBeNull();
  });

  it('are sent in the version that was published, filled in for each mail, and shown so', async () => {
    const { templates, emails, batch } = client();
    dataOf(await templates.publish('receipt'));
    const name = 'Ann "<b>" & Ёж';
    const variables = { NAME: name, ORDER: 7, URL: 'https://example.com/o?a=1&b=2' };
    const { id } = dataOf(await emails.send({ to: 'a@example.com', template: { id: 'receipt', variables } }));
    await templates.update('receipt', { html: '<p>Another {{{ORDER}}}</p>' });
    const mail = await read(id);
    expect(mail.from).toEqual({ name: 'Shop', address: 'shop@posthorn.test' });
    expect(mail.subject).toBe('Order 7');
    expect(mail.html).toContain(
      'Hello Ann &quot;&lt;b&gt;&quot; &amp; Ёж, <a href="https://example.com/o?a=1&amp;b=2"',
    );
    expect(mail.html).toContain(`find?q=${encodeURIComponent(name)}"`);
    expect(mail.text).toContain(`Hello ${name}`);
    expect(dataOf(await emails.get(id))).toMatchObject({ subject: 'Order 7', html: mail.html?.trimEnd() });

    dataOf(await templates.publish('receipt'));
    const people = Array.from({ length: 100 }, (_, index) => ({
      to: `p${index}@example.com`,
      template: { id: 'receipt', variables: { ORDER: index } },
    }));
    const sent = dataOf(await batch.send(people)).data;
    expect((await read(sent[99]?.id ?? '')).html).toContain('Another 99');
    expect(await call('GET', `/dashboard-api/templates/receipt/versions`)).toMatchObject({
      body: { data: [{ version: 2 }, { version: 1 }] },
    });
    const first = await call('GET', `/dashboard-api/templates/receipt/versions/1`);
    expect(first).toMatchObject({ status: 200, body: { version: 1, html, subject: 'Order {{{ORDER}}}' } });
    for (const absent of ['3', '0', 'first']) {
      const { status, body } = await call('GET', `/dashboard-api/templates/receipt/versions/${absent}`);
      expect([status, body]).toEqual([404, expect.objectContaining({ message: 'Version not found' })]);
    }
    await call('POST', '/dashboard-api/templates/receipt/restore', { body: { version: 1 } });
    expect(dataOf(await templates.get('receipt'))).toMatchObject({ html, has_unpublished_versions: true });
  });

  it('share no alias, however many ask for it at once', async () => {
    const create = () => call('POST', '/templates', { body: { name: 'Raced', alias: 'raced', html: '<p></p>' } });
    const made = await Promise.all(Array.from({ length: 8 }, create));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422, 422, 422]);
  });

  it('know the recipient, where there is one, and its link to unsubscribe', async () => {
    const { templates, contacts, emails } = client();
    const own = '<p>{{{FIRST_NAME|you}}} {{{EMAIL}}} <a href="{{{RESEND_UNSUBSCRIBE_URL}}}">leave</a></p>';
    dataOf(await templates.create({ name: 'Known', alias: 'known', html: own }).publish());
    dataOf(await contacts.create({ email: 'cid@example.com', firstName: 'Cid' }));
    const mail = {
      from: 'Shop <shop@posthorn.test>',
      subject: 'Known',
      template: { id: 'known' },
      headers: { 'X-Posthorn-Unsubscribe': 'one-click' },
    };
    const known = dataOf(await emails.send({ ...mail, to: 'cid@example.com' }));
    expect((await read(known.id)).html).toMatch(/<p>Cid cid@example.com <a href="http[^"]+\/unsubscribe\/[\w-]{40,}">/);
    const several = dataOf(await emails.send({ ...mail, to: ['cid@example.com', 'dan@example.com'] }));
    expect((await read(several.id)).html).toContain('<p>you ');
  });

  it('are refused by the name of what is wrong, before anything is accepted', async () => {
    const { templates } = client();
    const id = 'receipt';
    expect(await refusal({ id })).toEqual([422, expect.stringContaining('Missing variable `ORDER`')]);
    expect(await refusal({ id, variables: { ORDER: '7' } })).toEqual([422, expect.stringMatching(/`ORDER`.*a number/)]);
    const script = { id, variables: { ORDER: 7, URL: 'javascript:alert(1)' } };
    await templates.update(id, { html });
    dataOf(await templates.publish(id));
    expect(await refusal(script)).toEqual([422, expect.stringMatching(/`URL`.*a URL of http/)]);
    expect(await refusal({ id: 'nothing' })).toEqual([404, 'Template not found']);
    const { id: draft } = dataOf(await templates.create({ name: 'Draft', html: '<p>Hi</p>' }));
    expect(await refusal({ id: draft })).toEqual([422, expect.stringContaining('never published')]);
    dataOf(await templates.publish(draft));
    expect(await refusal({ id: draft })).toEqual([422, expect.stringContaining('Missing `from` field')]);
    await templates.update(draft, { html: '<style>p { color: {{{COLOR}}} }</style>' });
    expect(errorOf(await templates.publish(draft)).message).toContain('`COLOR` is used in a `style` element');
    const other = await addTeam(server(), 'Without');
    expect(errorOf(await client(other).templates.get(draft))).toMatchObject({ name: 'not_found' });
    const batch = [
      { to: 'a@example.com', template: { id, variables: { ORDER: 1 } } },
      { to: 'b@example.com', template: { id } },
    ];
    const { status, body } = await call('POST', '/emails/batch', { body: batch });
    expect([status, (body as { readonly message: string }).message]).toEqual([422, expect.stringContaining('`ORDER`')]);
  });

  it.each([
    ['a key of the server', { variables: [{ key: 'EMAIL', type: 'string' }] }, '`variables[0].key`'],
    [
      'a fallback of another type',
      { variables: [{ key: 'A', type: 'number', fallback_value: 'x' }] },
      'fallback_value`',
    ],
    ['a key that stands twice', { variables: [1, 2].map(() => ({ key: 'A', type: 'number' })) }, '`variables[1].key`'],
    ['an alias that is an id', { alias: '019a3f5e-7c1a-7d30-9c4b-6b1d0f2a3c77' }, '`alias`'],
    ['no html', { html: undefined }, '`html`'],
  ])('are not made with %s', async (_what, change, named) => {
    const { status, body } = await call('POST', '/templates', { body: { name: 'Wrong', html: '<p></p>', ...change } });
    expect([status, (body as { readonly message: string }).message]).toEqual([422, expect.stringContaining(named)]);
  });
});
