import PostalMime from 'postal-mime';
import { posthornAt } from '../delivery/setup.js';
import { idIn, type Running, start } from './setup.js';

const name = 'Ann "<b>" & Ёж 🦔';

describe('a message that names a template', () => {
  let running: Running;
  beforeAll(async () => {
    running = await start();
    const posthorn = posthornAt(running.server);
    const body = {
      name: 'Receipt',
      alias: 'receipt',
      subject: 'Order {{{ORDER}}}',
      html: '<p title="{{{NAME}}}">Hello {{{NAME}}}</p><img src="cid:logo" alt=""><a href="{{{URL|https://example.com/}}}">Order</a>',
      variables: [{ key: 'ORDER', type: 'number' }],
    };
    expect(await posthorn.call('POST', '/templates', body)).toMatchObject({ status: 201 });
    await posthorn.call('POST', '/templates/receipt/publish');
  }, 120_000);
  afterAll(() => running.close(), 60_000);

  /** Found by its Message-ID: it has no trace of how it was submitted. */
  async function received(id: string): Promise<Buffer> {
    const { sink } = running;
    const isIt = ({ raw }: { readonly raw: Buffer }): boolean => raw.includes(`Message-ID: <${id}@example.com>`);
    await sink.until(() => sink.messages.some(isIt), { limitMs: 50_000 });
    // Waited for above.
    return sink.messages.find(isIt)!.raw;
  }

  const mail = {
    from: 'News <news@example.com>',
    to: 'Ada <ada@example.org>',
    text: 'What the framework writes',
    html: '<p>What the framework writes</p>',
  };

  it('is composed from it with its values, as nodemailer writes them, and signed', async () => {
    const reply = await running.submit({
      ...mail,
      cc: 'Ben <ben@example.org>',
      headers: {
        'X-Posthorn-Template': 'receipt',
        'X-Posthorn-Variables': JSON.stringify({ NAME: name, ORDER: 1042, URL: 'https://example.com/o?a=1&b=2' }),
        'X-Ours': 'Grüße',
      },
      attachments: [
        { filename: 'invoice.pdf', content: Buffer.from([0, 1, 2, 255]) },
        { filename: 'logo.png', content: Buffer.from('logo'), cid: 'logo' },
      ],
    });
    const raw = await received(idIn(reply));
    const sent = await PostalMime.parse(raw);
    expect(sent).toMatchObject({ subject: 'Order 1042', from: { name: 'News', address: 'news@example.com' } });
    expect([sent.to, sent.cc]).toMatchObject([[{ address: 'ada@example.org' }], [{ address: 'ben@example.org' }]]);
    const written = 'Ann &quot;&lt;b&gt;&quot; &amp; Ёж 🦔';
    expect(sent.html).toContain(`<p title="${written}">Hello ${written}</p>`);
    expect(sent.html).toContain('href="https://example.com/o?a=1&amp;b=2"');
    expect(sent.text).toContain(`Hello ${name}`);
    expect(sent.attachments.map(({ filename, content }) => [filename, Buffer.from(content as ArrayBuffer)])).toEqual(
      expect.arrayContaining([
        ['invoice.pdf', Buffer.from([0, 1, 2, 255])],
        ['logo.png', Buffer.from('logo')],
      ]),
    );
    const fields = sent.headers.map(({ key }) => key);
    expect(fields.filter((field) => field.startsWith('x-'))).toEqual(['x-ours']);
    expect(raw.toString()).not.toContain('framework');
    const posthorn = posthornAt(running.server);
    expect((await posthorn.verify(raw)).every(({ result }) => result === 'pass')).toBe(true);
    expect(await posthorn.until(idIn(reply), 'delivered')).toMatchObject({
      subject: 'Order 1042',
      html: expect.stringContaining(written),
    });
  }, 60_000);
});
