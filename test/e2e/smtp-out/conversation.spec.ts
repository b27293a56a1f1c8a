import { Conversation } from '../../../src/infrastructure/smtp-out/conversation.js';
import { closeAll, setup } from './setup.js';
import { selfSigned } from './self-signed.js';

afterEach(closeAll);

describe('what was said', () => {
  it('is kept for each recipient, without what was said about the others', async () => {
    const { sink, send } = await setup({
      tls: selfSigned,
      rcpt: (address) => (address.startsWith('nobody') ? '550 5.1.1 no such user' : '250 2.1.5 ok'),
    });
    const { replies } = await send(['nobody@example.com', 'ada@example.com']);
    const [nobody, ada] = [0, 1].map(
      (number) => replies.find(({ recipients }) => recipients.includes(number))?.conversation ?? '',
    );
    const lines = nobody?.split('\n').map((line) => line.replace(/^\+\d+ /, ''));
    expect(lines?.[0]).toBe(`* connected to 127.0.0.1 [127.0.0.1]:${sink.port}`);
    expect(lines).toEqual(
      expect.arrayContaining([
        '> EHLO posthorn.example.com',
        '> STARTTLS',
        expect.stringMatching(/^\* TLSv1\.\d, \S+, certificate not verified \(.+\)$/),
        expect.stringMatching(/^> MAIL FROM:<a@example\.com> /),
        '> RCPT TO:<nobody@example.com>',
        '< 550 5.1.1 no such user',
        expect.stringMatching(/^\* the message, \d+ bytes$/),
        '> .',
      ]),
    );
    expect(nobody).not.toContain('ada@example.com');
    expect(ada).toContain('> RCPT TO:<ada@example.com>');
    expect(ada).not.toMatch(/nobody|550/);
    expect(`${nobody}${ada}`).not.toContain('Subject');
  });

  it('begins anew with each mail of a kept connection', async () => {
    const { send } = await setup();
    await send(['ada@example.com']);
    const [reply] = (await send(['bea@example.com'])).replies;
    expect(reply?.conversation).toMatch(/^\+0 \* over the connection of 1 earlier emails\n/);
    expect(reply?.conversation).not.toContain('ada@example.com');
  });

  it('is kept where no connection came about, and hides the credentials', async () => {
    const credentials = { username: 'relay-user', password: 'a secret' };
    const script = { tls: selfSigned, credentials: { ...credentials, password: 'another' } };
    const { send } = await setup(script, { credentials, trustsAnyCertificate: true });
    const [reply] = (await send(['ada@example.com'])).replies;
    expect(reply).toMatchObject({ step: 'auth', conversation: expect.stringContaining('> AUTH PLAIN …') });
    const secret = Buffer.from(`\0${credentials.username}\0${credentials.password}`).toString('base64');
    expect(reply?.conversation).not.toContain(secret);
    expect(reply?.conversation).toMatch(/< 535 /);
  });

  it('is cut at 8 KiB', () => {
    const conversation = new Conversation();
    for (let line = 0; line < 200; line += 1) conversation.note('x'.repeat(1_000));
    const told = conversation.shownTo(null);
    expect(told).toMatch(/\* more was said than is kept$/);
    expect(Buffer.byteLength(told)).toBeGreaterThan(7 * 1024);
    expect(Buffer.byteLength(told)).toBeLessThan(9 * 1024);
  });
});
