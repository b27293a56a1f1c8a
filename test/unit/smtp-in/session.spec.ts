import { listenerNames } from '../../../src/infrastructure/smtp-in/listeners.js';
import { apiKey, closeAll, submissionWorld } from './setup.js';

afterEach(closeAll);

const message = 'From: a@example.com\r\nSubject: Hello\r\n\r\nHi\r\n';

describe('a session of SMTP submission', () => {
  it.each(listenerNames)(
    'on %s takes a message as it was written and answers with the id of its email',
    async (listener) => {
      const world = await submissionWorld();
      const client = await world.connect(listener);
      await client.logIn(apiKey);
      await client.begin('a@example.com', 'b@example.net', 'c@example.net');
      expect(await client.ask(`${message}..dots\r\n.`)).toBe('250 2.6.0 Accepted as email-1');
      expect(world.mails.map(({ raw }) => raw.toString())).toEqual([`${message}.dots\r\n`]);
      expect(world.mails[0]?.submission.envelope).toEqual({
        reversePath: 'a@example.com',
        recipients: [{ address: 'b@example.net' }, { address: 'c@example.net' }],
        smtpUtf8: false,
        eightBitMime: false,
      });
      expect(await client.ask('QUIT')).toBe('221 2.0.0 Bye');
      await client.closed;
    },
  );

  it('offers what it keeps, AUTH under TLS only and STARTTLS in the clear only', async () => {
    const world = await submissionWorld();
    const client = await world.connect('SMTP_587_PORT');
    expect(await client.reply()).toBe('220 mx.example.com ESMTP Posthorn');
    expect((await client.ask('EHLO client.example.com')).split('\n')).toEqual([
      '250-mx.example.com',
      '250-PIPELINING',
      '250-8BITMIME',
      '250-SMTPUTF8',
      '250-ENHANCEDSTATUSCODES',
      '250-DSN',
      '250-STARTTLS',
      '250 SIZE 41943040',
    ]);
    await client.startTls();
    expect((await client.ask('EHLO client.example.com')).split('\n')).toEqual([
      '250-mx.example.com',
      '250-PIPELINING',
      '250-8BITMIME',
      '250-SMTPUTF8',
      '250-ENHANCEDSTATUSCODES',
      '250-DSN',
      '250-AUTH PLAIN LOGIN',
      '250 SIZE 41943040',
    ]);
  });

  it('takes local parts in quotes, which it writes in one way (RFC 5321 section 4.1.2)', async () => {
    const world = await submissionWorld();
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    expect(await client.ask('MAIL FROM:<"a news"@example.com>')).toMatch(/^250/);
    expect(await client.ask('RCPT TO:<"john doe"@example.net> NOTIFY=NEVER')).toMatch(/^250/);
    expect(await client.ask('RCPT TO:<"bea"@example.net>')).toMatch(/^250/);
    expect(await client.ask('RCPT TO:<"at@and>"@example.net>')).toMatch(/^250/);
    expect(await client.ask('RCPT TO:<"open@example.net>')).toMatch(/^501/);
    expect(await client.ask('RCPT TO:<"j\u00fcrgen x"@example.net>')).toMatch(/^553 5\.6\.7/);
    expect(await client.ask('DATA')).toMatch(/^354/);
    await client.ask(`${message}.`);
    expect(world.mails[0]?.submission.envelope).toMatchObject({
      reversePath: '"a news"@example.com',
      recipients: [
        { address: '"john doe"@example.net', notify: ['NEVER'] },
        { address: 'bea@example.net' },
        { address: '"at@and>"@example.net' },
      ],
    });
  });

  it('answers commands that came in one piece in one piece, and DATA last', async () => {
    const world = await submissionWorld();
    const client = await world.connect();
    await client.logIn(apiKey);
    // One for each TLS record.
    const pieces: string[] = [];
    client.socket.on('data', (chunk: Buffer) => pieces.push(chunk.toString()));
    client.write('MAIL FROM:<a@example.com>\r\nRCPT TO:<b@example.net>\r\nRCPT TO:<postmaster>\r\nDATA\r\n');
    const replies = [await client.reply(), await client.reply(), await client.reply(), await client.reply()];
    expect(replies.map((reply) => reply.slice(0, 9))).toEqual(['250 2.1.0', '250 2.1.5', '501 5.1.3', '354 End d']);
    expect(pieces).toEqual([`${replies.join('\r\n')}\r\n`]);
  });

  it('hands on what MAIL and RCPT say of the message and of notifications', async () => {
    const world = await submissionWorld();
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    expect(await client.ask('MAIL FROM:<a@example.com> BODY=8BITMIME SMTPUTF8 RET=HDRS ENVID=QQ+2B1 SIZE=100')).toMatch(
      /^250/,
    );
    expect(
      await client.ask('RCPT TO:<b@xn--bcher-kva.example> NOTIFY=SUCCESS,DELAY ORCPT=rfc822;b+2Bc@example.net'),
    ).toMatch(/^250/);
    expect(await client.ask('DATA')).toMatch(/^354/);
    await client.ask(`${message}.`);
    expect(world.mails[0]?.submission.envelope).toEqual({
      reversePath: 'a@example.com',
      recipients: [
        { address: 'b@xn--bcher-kva.example', notify: ['SUCCESS', 'DELAY'], orcpt: 'rfc822;b+2Bc@example.net' },
      ],
      ret: 'HDRS',
      envid: 'QQ+2B1',
      smtpUtf8: true,
      eightBitMime: true,
    });
  });
});
