import { once } from 'node:events';
import { createServer } from 'node:http';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { dataOf, useTeam } from '../../api/setup.js';
import { waitFor } from '../../support/wait-for.js';
import { posthornAt } from '../delivery/setup.js';
import { type Environment, type Ran, runInProcess } from '../../support/command-line.js';

const root = join(import.meta.dirname, '../../..');
const { client, call, server } = useTeam();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-templates-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** `posthorn templates …` as a client of the suite's server. */
function templates(args: readonly string[], env: Environment = {}): Promise<Ran> {
  const { url, key } = server();
  return runInProcess(['templates', ...args], { POSTHORN_URL: url, POSTHORN_KEY: key, ...env });
}
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('posthorn templates list and pull', () => {
  beforeAll(async () => {
    const { templates: made } = client();
    const html = '<p>Order {{{ORDER}}}</p>';
    const variables = [{ key: 'ORDER', type: 'number' as const }];
    dataOf(await made.create({ name: 'Receipt', alias: 'receipt', subject: 'Order', html, variables }).publish());
    dataOf(await made.update('receipt', { html: '<p>Another {{{ORDER}}}</p>' }));
    dataOf(await made.create({ name: 'Welcome', html: '<p>Welcome</p>', text: '' }));
  });

  it('lists what the team has, as a table and as JSON', async () => {
    const table = await templates(['list']);
    expect(table).toMatchObject({ exitCode: 0, stderr: '' });
    expect(table.stdout).toMatch(/^alias +name +status .*\n- +Welcome +draft .*\nreceipt +Receipt +published /);
    const json = await templates(['list', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ templates: [{ name: 'Welcome' }, { alias: 'receipt' }] });
  });

  it('writes what is sent, or the draft, and says which files changed', async () => {
    expect(await templates(['pull', folder])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('2 templates: 6 of 6 files changed.'),
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('receipt'))).toEqual([
      'receipt.html',
      'receipt.json',
      'receipt.txt',
    ]);
    expect([read('receipt.html'), read('receipt.txt')]).toEqual(['<p>Order {{{ORDER}}}</p>', 'Order {{{ORDER}}}']);
    expect(JSON.parse(read('receipt.json'))).toMatchObject({ alias: 'receipt', version: 1, subject: 'Order' });
    const draft = await templates(['pull', folder, '--only', 'receipt', '--draft']);
    expect(draft.stdout).toContain('1 template: 3 of 3 files changed.');
    expect(read('receipt.html')).toBe('<p>Another {{{ORDER}}}</p>');
  });

  it('says which template is not there', async () => {
    expect(await templates(['pull', folder, '--only', 'nothing'])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: 'posthorn: The server has no template nothing. `posthorn templates list` names them.\n',
    });
  });

  it('takes URL and key from the command line and a file', async () => {
    const keyFile = join(folder, 'key');
    writeFileSync(keyFile, `${server().key}\n`);
    const ran = await templates(['list', '--url', `${server().url}/`, '--key-file', keyFile], {
      POSTHORN_URL: '',
      POSTHORN_KEY: '',
    });
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
  });

  it.each([
    ['no server', { POSTHORN_URL: '' }, 78, 'set POSTHORN_URL and POSTHORN_KEY'],
    ['no URL', { POSTHORN_URL: 'posthorn.example.com' }, 78, 'must be a URL of http or https'],
    ['no key', { POSTHORN_KEY: '' }, 78, 'Set POSTHORN_KEY, or name a file'],
    ['a wrong key', { POSTHORN_KEY: 're_wrong' }, 78, 'does not take the API key (401)'],
    ['nothing there', { POSTHORN_URL: 'http://127.0.0.1:1' }, 69, 'was not reached'],
  ])('%s: says so, and what to do', async (_what, env, exitCode, said) => {
    const ran = await templates(['list'], env);
    expect(ran).toEqual({ exitCode, stdout: '', stderr: expect.stringContaining(said) });
    expect(ran.stderr).not.toContain('re_');
  });

  it.each([
    ['is no Posthorn', 200, '<html></html>', 78, 'does not answer as Posthorn does'],
    ['leads elsewhere', 308, '', 78, 'leads elsewhere (308)'],
    ['cannot answer', 503, '{"name":"unavailable","message":"Try again."}', 69, '(503: Try again.)'],
  ])('a server that %s', async (_what, status, body, exitCode, said) => {
    const other = createServer((_request, response) => response.writeHead(status).end(body)).listen(0, '127.0.0.1');
    await once(other, 'listening');
    try {
      const ran = await templates(['list'], {
        POSTHORN_URL: `http://127.0.0.1:${(other.address() as AddressInfo).port}`,
      });
      expect(ran).toEqual({ exitCode, stdout: '', stderr: expect.stringContaining(said) });
    } finally {
      other.close();
    }
  });
});

/** What cannot be pushed: `templates-details`. */
describe('posthorn templates push and diff', () => {
  const names = ['digest', 'receipt', 'reset-password', 'verify-address'];
  let emails: string;
  beforeEach(() => {
    emails = join(folder, 'emails');
    cpSync(join(root, 'examples/react-email/emails'), emails, { recursive: true });
    // As `npm install` would leave it.
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  });
  const change = (from: string, to: string): void =>
    writeFileSync(join(emails, 'receipt.jsx'), read('emails/receipt.jsx').replace(from, to));
  const outcomes = async (...args: readonly string[]) => {
    const ran = await templates(['push', emails, '--json', ...args]);
    expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
    const { templates: pushed } = JSON.parse(ran.stdout) as { templates: Record<string, unknown>[] };
    return pushed.map(({ alias, outcome, published }) => [alias, outcome, published]);
  };

  it('pushes, changes, compares, publishes, sends and restores the four emails of the examples', async () => {
    dataOf(await client().templates.remove('receipt'));
    expect(await outcomes()).toEqual(names.map((name) => [name, 'created', false]));
    expect((await call('GET', '/templates/reset-password')).body).toMatchObject({
      name: 'Reset password',
      from: 'Example Shop <accounts@example.com>',
      variables: [{ key: 'email', type: 'string' }, { key: 'url' }, { key: 'minutes', type: 'number' }],
    });
    expect(await templates(['diff', emails])).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('4 of 4 templates differ from what is sent.'),
    });
    expect(await outcomes('--publish')).toEqual(names.map((name) => [name, 'unchanged', true]));
    expect(await templates(['diff', emails])).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('0 of 4') });
    expect(await outcomes('--only', 'receipt', '--publish')).toEqual([['receipt', 'unchanged', false]]);

    change('Thank you for your order</H', 'Thanks for your order</H');
    const different = await templates(['diff', emails, '--only', 'receipt']);
    expect(different).toMatchObject({ exitCode: 1, stderr: '' });
    expect(different.stdout).toMatch(/^--- receipt.html\tversion 1\n\+\+\+ receipt.html\t.*receipt\.jsx$/m);
    expect(different.stdout).toMatch(/^-.*Thank you for your order<\/h1>\n\+.*Thanks for your order<\/h1>$/m);
    expect(await outcomes('--only', 'receipt', '--publish')).toEqual([['receipt', 'updated', true]]);

    const variables = {
      order: 7,
      date: 'May 1',
      item: 'A <pen>',
      price: '$1',
      shipping: '$1',
      total: '$2',
      url: 'https://example.com/7',
    };
    const from = 'Shop <shop@posthorn.test>';
    const sent = await client().emails.send({ from, to: 'a@example.com', template: { id: 'receipt', variables } });
    const [message] = await waitFor(
      () => posthornAt(server()).captured(dataOf(sent).id),
      ({ length }) => length > 0,
    );
    const { subject, html, text } = await PostalMime.parse(message?.raw ?? '');
    expect(subject).toBe('Your receipt for order 7');
    expect(html).toMatch(/<html dir="ltr" lang="en">.*Thanks for your order<\/h1>.*A &lt;pen&gt;/s);
    expect(text).toContain('Hi there, we received your payment.');

    await call('POST', '/dashboard-api/templates/receipt/restore', { body: { version: 1 } });
    const { body } = await call('GET', '/templates/receipt');
    expect(body).toMatchObject({ html: expect.stringContaining('Thank you for your order</h1>') });
    expect(await templates(['diff', emails, '--only', 'receipt'])).toMatchObject({ exitCode: 0 });
  });
});
