import { closeAll, setup, summary } from './setup.js';
import { selfSigned } from './self-signed.js';

afterEach(closeAll);

const credentials = { username: 'relay-user', password: 'p@ss wörd' };

describe('commands', () => {
  it('travel together where PIPELINING is offered', async () => {
    const { sink, send } = await setup({ extensions: ['PIPELINING'] });
    await send(['b@example.com', 'c@example.com']);
    expect(sink.sessions[0]?.largestBatch).toBe(4);
  });

  it('travel one by one where it is not', async () => {
    const { sink, send } = await setup({ extensions: [] });
    await send(['b@example.com', 'c@example.com']);
    expect(sink.sessions[0]?.largestBatch).toBe(1);
    expect(sink.sessions[0]?.commands).toEqual([
      'EHLO posthorn.example.com',
      'MAIL FROM:<a@example.com>',
      'RCPT TO:<b@example.com>',
      'RCPT TO:<c@example.com>',
      'DATA',
    ]);
  });

  it('fall back to HELO', async () => {
    const { sink, send } = await setup({ ehlo: () => '502 5.5.1 what?' });
    expect(summary((await send(['b@example.com'])).replies)).toEqual(['0: dot 250 2.0.0']);
    expect(sink.sessions[0]?.commands.slice(0, 3)).toEqual([
      'EHLO posthorn.example.com',
      'HELO posthorn.example.com',
      'MAIL FROM:<a@example.com>',
    ]);
  });

  it('name the size, and do without a receiver that takes less', async () => {
    const { sink, send } = await setup({ extensions: ['PIPELINING', 'SIZE 1000'] });
    await send(['b@example.com'], { message: Buffer.alloc(1000, 'x') });
    expect(sink.sessions[0]?.commands[1]).toBe('MAIL FROM:<a@example.com> SIZE=1000');
    const tooBig = await send(['b@example.com'], { message: Buffer.alloc(1001, 'x') });
    expect(summary(tooBig.replies)).toEqual(['0: mail 552 5.3.4']);
    expect(sink.messages).toHaveLength(1);
  });

  it('name a local part in quotes as it is, and each recipient hears of its own', async () => {
    const { sink, send } = await setup();
    const { replies } = await send(['"john >doe"@example.com', 'c@example.com']);
    expect(sink.sessions[0]?.commands).toContain('RCPT TO:<"john >doe"@example.com>');
    expect(replies[0]?.conversation).toContain('"john >doe"');
    expect(replies[1]?.conversation).not.toContain('john');
  });

  it('never carry a line end that hides in an address', async () => {
    const { sink, send } = await setup();
    const result = await send(['b@example.com>\r\nRCPT TO:<evil@example.com', 'c@example.com']);
    expect(summary(result.replies)).toEqual(['0: rcpt 553 5.1.3', '1: dot 250 2.0.0']);
    expect(sink.messages[0]?.recipients).toEqual(['c@example.com']);
    expect(sink.sessions[0]?.commands.join(' ')).not.toContain('evil');
  });
});

describe('beyond ASCII', () => {
  it('asks for SMTPUTF8 where an address needs it', async () => {
    const { sink, send } = await setup();
    expect(summary((await send(['jürgen@example.com'])).replies)).toEqual(['0: dot 250 2.0.0']);
    expect(sink.sessions[0]?.commands[1]).toMatch(/ BODY=8BITMIME SMTPUTF8$/);
    expect(sink.messages[0]?.recipients).toEqual(['jürgen@example.com']);
  });

  it('refuses only the address that needs it where it is not offered', async () => {
    const { sink, send } = await setup({ extensions: ['PIPELINING'] });
    const result = await send(['jürgen@example.com', 'c@example.com']);
    expect(summary(result.replies)).toEqual(['0: rcpt 553 5.6.7', '1: dot 250 2.0.0']);
    expect(sink.sessions[0]?.commands[1]).toBe('MAIL FROM:<a@example.com>');
  });

  it('refuses everybody where a header needs it', async () => {
    const { sink, send } = await setup({ extensions: ['PIPELINING', '8BITMIME'] });
    const message = Buffer.from('To: jürgen@example.com\r\n\r\nhello\r\n');
    expect(summary((await send(['c@example.com'], { message })).replies)).toEqual(['0: rcpt 553 5.6.7']);
    expect(sink.sessions[0]?.commands).toEqual(['EHLO posthorn.example.com']);
  });

  it('says 8BITMIME for a body, and nothing for a plain one', async () => {
    const { sink, send } = await setup({ extensions: ['8BITMIME'] });
    await send(['c@example.com'], { message: Buffer.from('Subject: x\r\n\r\ngrün\r\n') });
    await send(['c@example.com']);
    const mails = sink.sessions[0]?.commands.filter((line) => line.startsWith('MAIL'));
    expect(mails).toEqual(['MAIL FROM:<a@example.com> BODY=8BITMIME', 'MAIL FROM:<a@example.com>']);
  });
});

describe('a receiver without 8BITMIME', () => {
  const message = Buffer.from('Subject: x\r\n\r\ngrün\r\n');
  const inSevenBits = () => Promise.resolve(Buffer.from('Subject: x\r\n\r\ngr=C3=BCn\r\n'));

  it('gets the message in seven bits', async () => {
    const { sink, send } = await setup({ extensions: ['PIPELINING', 'SIZE'] });
    const { replies } = await send(['c@example.com'], { message, inSevenBits });
    expect(summary(replies)).toEqual(['0: dot 250 2.0.0']);
    expect(sink.messages[0]?.raw.toString()).toBe('Subject: x\r\n\r\ngr=C3=BCn\r\n');
    expect(sink.sessions[0]?.commands[1]).toBe('MAIL FROM:<a@example.com> SIZE=25');
    expect(replies[0]?.conversation).toContain('* no 8BITMIME: the message is sent in 7 bits');
  });

  it('gets none that cannot be had in seven bits', async () => {
    const { sink, send } = await setup({ extensions: ['PIPELINING'] });
    const { replies } = await send(['c@example.com'], { message, inSevenBits: () => Promise.resolve(undefined) });
    expect(summary(replies)).toEqual(['0: mail 554 5.6.3']);
    expect(sink.messages).toHaveLength(0);
  });

  it('is the only one for whom anything is converted', async () => {
    const { sink, send } = await setup({ extensions: ['8BITMIME'] });
    await send(['c@example.com'], { message, inSevenBits });
    expect(sink.messages[0]?.raw.equals(message)).toBe(true);
  });
});

describe('the message', () => {
  it.each([
    ['dots at the start of lines', '.\r\n..\r\n.leading\r\nin . side\r\n.'],
    ['a dot as the first byte', '.first\r\n'],
    ['no line end at the end', 'Subject: x\r\n\r\nend'],
    ['every byte', `x: y\r\n\r\n${Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).toString('latin1')}\r\n`],
    ['empty lines at the end', 'x: y\r\n\r\n\r\n\r\n\r\n'],
  ])('arrives byte for byte: %s', async (_name, text) => {
    const { sink, send } = await setup();
    const message = Buffer.from(text, 'latin1');
    await send(['b@example.com'], { message });
    const ended = text.endsWith('\r\n') ? message : Buffer.concat([message, Buffer.from('\r\n')]);
    expect(sink.messages[0]?.raw.toString('latin1')).toBe(ended.toString('latin1'));
  });
});

describe('TLS', () => {
  it('is used where STARTTLS is offered, whoever signed the certificate, and is recorded', async () => {
    const { sink, send } = await setup({ tls: selfSigned });
    let tls: unknown;
    await send(['b@example.com'], {
      beforeDot: (claim) => {
        tls = claim.tls;
        return Promise.resolve(true);
      },
    });
    expect(tls).toEqual({ protocol: 'TLSv1.3', cipher: expect.stringMatching(/^TLS_/), authorized: false });
    expect(sink.messages[0]?.session.secure).toBe(true);
    expect(sink.sessions[0]?.commands.slice(0, 3)).toEqual([
      'EHLO posthorn.example.com',
      'STARTTLS',
      'EHLO posthorn.example.com',
    ]);
  });

  it('begins with the first byte where the destination says so', async () => {
    const { sink, send } = await setup({ tls: { ...selfSigned, implicit: true } }, { tls: 'implicit' });
    expect(summary((await send(['b@example.com'])).replies)).toEqual(['0: dot 250 2.0.0']);
    expect(sink.messages[0]?.session.secure).toBe(true);
    expect(sink.sessions[0]?.commands).not.toContain('STARTTLS');
  });

  it('is not begun against the will of the receiver: the mail goes in clear on the same connection', async () => {
    const { sink, send } = await setup({ tls: selfSigned, starttls: () => '454 4.7.0 not now' });
    expect(summary((await send(['b@example.com'])).replies)).toEqual(['0: dot 250 2.0.0']);
    expect(sink.sessions.map(({ secure }) => secure)).toEqual([false]);
  });

  it.each([
    ['the handshake fails', '220 go on\nthis is no handshake', undefined],
    ['the receiver hangs up', 'drop', undefined],
    ['something was said in clear before it', '220 go on\n250 injected', selfSigned],
    ['something was begun in clear before it', '220 go on\n250-injected', selfSigned],
  ])('falls back to a new connection in clear when %s', async (_name, answer, tls) => {
    const offer = tls === undefined ? { extensions: ['STARTTLS'] } : { tls };
    const { sink, send } = await setup({ ...offer, starttls: () => answer });
    expect(summary((await send(['b@example.com'])).replies)).toEqual(['0: dot 250 2.0.0']);
    expect(sink.sessions).toHaveLength(2);
    expect(sink.sessions[1]?.commands).not.toContain('STARTTLS');
  });

  it('is never left for clear text where it is implicit', async () => {
    const { sink, send } = await setup({}, { tls: 'implicit', connectTimeoutMs: 300 });
    expect(summary((await send(['b@example.com'])).replies)).toEqual(['0: connect null null']);
    expect(sink.sessions).toHaveLength(1);
  });
});

describe('AUTH', () => {
  it.each([
    ['PLAIN', ['AUTH PLAIN LOGIN'], 'AUTH PLAIN AHJlbGF5LXVzZXIAcEBzcyB3w7ZyZA=='],
    ['LOGIN', ['AUTH LOGIN CRAM-MD5'], 'AUTH LOGIN'],
    ['PLAIN, as old receivers write it', ['AUTH=PLAIN'], 'AUTH PLAIN AHJlbGF5LXVzZXIAcEBzcyB3w7ZyZA=='],
  ])('by %s', async (_name, extensions, command) => {
    const { sink, send } = await setup({ extensions, credentials }, { credentials });
    expect(summary((await send(['b@example.com'])).replies)).toEqual(['0: dot 250 2.0.0']);
    expect(sink.messages[0]?.session.authenticated).toBe(true);
    expect(sink.sessions[0]?.commands[1]).toBe(command);
  });

  it('happens after STARTTLS', async () => {
    const { sink, send } = await setup({ tls: selfSigned, credentials }, { credentials, trustsAnyCertificate: true });
    await send(['b@example.com']);
    const verbs = sink.sessions[0]?.commands.map((line) => line.split(' ')[0]);
    expect(verbs?.slice(0, 4)).toEqual(['EHLO', 'STARTTLS', 'EHLO', 'AUTH']);
    expect(sink.messages[0]?.session.authenticated).toBe(true);
  });

  const named = { host: 'sink.example.com', address: '127.0.0.1', credentials };

  it.each([
    ['after STARTTLS', 'opportunistic'],
    ['with TLS from the first byte', 'implicit'],
  ] as const)('is not tried at a relay whose certificate proves nothing, %s', async (_how, tls) => {
    const sinkTls = { ...selfSigned, implicit: tls === 'implicit' };
    const { sink, send } = await setup({ tls: sinkTls, credentials }, { ...named, tls });
    const { replies } = await send(['b@example.com']);
    expect(replies).toMatchObject([{ step: 'auth', code: null, text: expect.stringContaining('RELAY_CA') }]);
    expect(sink.sessions[0]?.commands.join()).not.toContain('AUTH');
  });

  it.each([
    ['whose authority is known', { ca: selfSigned.cert }],
    ['that is trusted whatever it shows', { trustsAnyCertificate: true }],
    ['on this machine', { onThisMachine: true }],
  ])('happens at a relay %s', async (_which, trust) => {
    const { sink, send } = await setup({ tls: selfSigned, credentials }, { ...named, ...trust });
    await send(['b@example.com']);
    expect(sink.messages[0]?.session.authenticated).toBe(true);
  });

  it('is not tried at another host than the one that the certificate names', async () => {
    const other = { ...named, host: 'relay.example.com', ca: selfSigned.cert };
    const { sink, send } = await setup({ tls: selfSigned, credentials }, other);
    expect((await send(['b@example.com'])).replies).toMatchObject([{ step: 'auth' }]);
    expect(sink.messages).toHaveLength(0);
  });

  it.each([
    ['wrong', { credentials: { ...credentials, password: 'other' } }, '0: auth 535 5.7.8'],
    ['not wanted', {}, '0: auth null null'],
  ])('fails at its own step when the credentials are %s', async (_name, script, expected) => {
    const { sink, send } = await setup(script, { credentials });
    expect(summary((await send(['b@example.com'])).replies)).toEqual([expected]);
    expect(sink.messages).toHaveLength(0);
  });
});
