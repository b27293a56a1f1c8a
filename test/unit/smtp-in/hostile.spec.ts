import { once } from 'node:events';
import { connect } from 'node:net';
import { SmtpWire } from '../../support/smtp-wire.js';
import { waitFor } from '../../support/wait-for.js';
import { apiKey, closeAll, submissionWorld } from './setup.js';

afterEach(closeAll);

const message = 'From: a@example.com\r\nSubject: Hello\r\n\r\nHi\r\n';

describe('the end of a message', () => {
  /** Each is where some server sees the end of a message; what follows would be a second message there. */
  it.each([
    ['LF . LF', '\n.\n'],
    ['LF . CRLF', '\n.\r\n'],
    ['CRLF . LF', '\r\n.\n'],
    ['CR . CR', '\r.\r'],
    ['CR . CRLF', '\r.\r\n'],
    ['CRLF . CR', '\r\n.\r'],
    ['CRLF NUL . CRLF, then LF . LF', '\r\n\0.\r\n\n.\n'],
  ])('is CRLF . CRLF alone: with %s nothing is taken, and the session ends', async (_name, end) => {
    const world = await submissionWorld();
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    await client.begin('a@example.com', 'b@example.net');
    client.write(
      `${message}${end}MAIL FROM:<a@example.com>\r\nRCPT TO:<victim@example.net>\r\nDATA\r\n${message}.\r\n`,
    );
    expect(await client.reply()).toBe('554 5.6.0 A lone CR or LF was found; end every line with CRLF');
    expect(await client.reply()).toBe('closed');
    expect(world.mails).toEqual([]);
    expect(world.refusals.get('bare-line-ending')).toBe(1);
  });

  it('is found wherever the network cuts it', async () => {
    const world = await submissionWorld();
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    await client.begin('a@example.com', 'b@example.net');
    for (const octet of `${message}..\r\n..x\r\n`) {
      client.write(octet);
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const part of ['\r', '\n', '.', '\r', '\n']) {
      client.write(part);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await client.reply()).toBe('250 2.6.0 Accepted as email-1');
    expect(world.mails[0]?.raw.toString()).toBe(`${message}.\r\n.x\r\n\r\n`);
  });

  it('of half a message never comes: it is not accepted', async () => {
    const outcomes: unknown[] = [];
    const world = await submissionWorld({
      acceptMail: async (_sender, { message: chunks }) => {
        try {
          for await (const chunk of chunks) outcomes.push(chunk.length > 0);
          outcomes.push('whole');
          return { kind: 'accepted', emailId: 'email-1' };
        } catch (error) {
          outcomes.push('broken');
          throw error;
        }
      },
    });
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    await client.begin('a@example.com', 'b@example.net');
    client.write(message.repeat(100));
    await waitFor(async () => outcomes.includes(true), Boolean);
    client.end();
    await waitFor(
      async () => outcomes.at(-1),
      (last) => last === 'broken',
    );
    await waitFor(
      async () => world.sessions.length,
      (count) => count === 1,
    );
    expect(world.refusals.get('broke-off')).toBe(1);
    expect(world.failures).toEqual([]);
  });
});

describe('commands', () => {
  it.each([
    ['a lone LF', 'NOOP\nNOOP\r\n'],
    ['a lone CR', 'NO\rOP\r\n'],
  ])('with %s end the session', async (_name, octets) => {
    const world = await submissionWorld();
    const client = await world.connect();
    await client.reply();
    client.write(octets);
    expect(await client.reply()).toMatch(/^554 5\.6\.0 /);
    await client.closed;
    expect(world.refusals.get('bare-line-ending')).toBe(1);
  });

  it.each([
    ['with an end', `NOOP ${'x'.repeat(9_995)}\r\n`],
    ['without an end', 'x'.repeat(10_000)],
  ])('of 10,000 octets %s are refused', async (_name, octets) => {
    const world = await submissionWorld();
    const client = await world.connect();
    await client.reply();
    client.write(octets);
    expect(await client.reply()).toBe('500 5.5.2 The command line is too long; shorten it');
    await client.closed;
    expect(world.refusals.get('command-too-long')).toBe(1);
  });

  it('before the greeting are refused', async () => {
    const world = await submissionWorld();
    const wire = new SmtpWire();
    wire.push('EHLO client.example.com\r\n');
    world.takeWire(wire);
    await once(wire, 'finish');
    expect(wire.said).toBe('554 5.5.1 Commands arrived before the greeting; wait for 220\r\n');
    expect(world.refusals.get('early-talker')).toBe(1);
  });

  it.each(['AUTH PLAIN AHBvc3Rob3JuAHJl', 'MAIL FROM:<a@example.com>', 'RCPT TO:<b@example.net>', 'DATA'])(
    'in the clear: %s has to wait for TLS',
    async (command) => {
      const world = await submissionWorld();
      const client = await world.connect('SMTP_25_PORT');
      await client.reply();
      await client.ask('EHLO client.example.com');
      expect(await client.ask(command)).toBe('530 5.7.0 TLS is required; issue STARTTLS first or use port 465');
      expect(await client.ask('NOOP')).toMatch(/^250/);
    },
  );

  it.each(['XCLIENT ADDR=192.0.2.1', 'XFORWARD ADDR=192.0.2.1', 'WIZ x', 'SHELL', 'KILL'])(
    'of other trades are not known: %s',
    async (command) => {
      const world = await submissionWorld();
      const client = await world.connect('SMTP_465_PORT');
      await client.logIn(apiKey);
      expect(await client.ask(command)).toMatch(/^500 /);
    },
  );

  it('sent ahead are answered in their order', async () => {
    const world = await submissionWorld();
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    client.write(`MAIL FROM:<a@example.com>\r\nRCPT TO:<b@example.net>\r\nDATA\r\n${message}.\r\nQUIT\r\n`);
    const replies = [];
    for (let reply = await client.reply(); reply !== 'closed'; reply = await client.reply())
      replies.push(reply.slice(0, 3));
    expect(replies).toEqual(['250', '250', '354', '250', '221']);
  });
});

describe('STARTTLS', () => {
  it.each([
    ['whole commands', 'STARTTLS\r\nEHLO attacker.example.com\r\nMAIL FROM:<a@example.com>\r\n'],
    ['half a command', 'STARTTLS\r\nMAIL FR'],
  ])('with %s behind it is refused, and they are thrown away', async (_name, octets) => {
    const world = await submissionWorld();
    const client = await world.connect();
    await client.reply();
    await client.ask('EHLO client.example.com');
    client.write(octets);
    expect(await client.reply()).toBe('554 5.5.1 Commands arrived behind STARTTLS; wait for 220 and the TLS handshake');
    expect(await client.reply()).toBe('closed');
    expect(world.refusals.get('starttls-injection')).toBe(1);
  });

  it('makes the session forget what was said in the clear', async () => {
    const world = await submissionWorld();
    const client = await world.connect();
    await client.reply();
    await client.ask('EHLO client.example.com');
    await client.startTls();
    expect(await client.ask(`AUTH PLAIN ${Buffer.from(`\0posthorn\0${apiKey}`).toString('base64')}`)).toMatch(/^503 /);
  });

  it('that never becomes a handshake ends with the time for the login', async () => {
    const world = await submissionWorld({ limits: { loginTimeoutMs: 300 } });
    const client = await world.connect();
    await client.reply();
    await client.ask('EHLO client.example.com');
    await client.ask('STARTTLS');
    await client.closed;
    await waitFor(
      async () => world.server.connections(),
      (open) => open === 0,
    );
  });
});

describe('what is too much', () => {
  it('of lines: a line of 998 octets is taken, one more is not', async () => {
    const world = await submissionWorld();
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    await client.begin('a@example.com', 'b@example.net');
    // The dot that is doubled on its way counts once.
    expect(await client.ask(`${message}..${'x'.repeat(997)}\r\n.`)).toMatch(/^250/);
    await client.begin('a@example.com', 'b@example.net');
    expect(await client.ask(`${message}${'x'.repeat(999)}\r\n.`)).toBe(
      '554 5.6.0 A line is longer than 998 octets (RFC 5322 section 2.1.1); encode the body as quoted-printable or base64',
    );
    await client.begin('a@example.com', 'b@example.net');
    // Whether it can be folded is judged with the rest of the header.
    expect(await client.ask(`To: ${'a@example.net,'.repeat(1_000)}\r\n${message}.`)).toMatch(/^250/);
    expect(world.mails).toHaveLength(2);
    expect(world.refusals.get('line-too-long')).toBe(1);
  });

  it('of octets is refused at MAIL where the client says so', async () => {
    const world = await submissionWorld();
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    expect(await client.ask('MAIL FROM:<a@example.com> SIZE=41943040')).toMatch(/^250/);
    await client.ask('RSET');
    expect(await client.ask('MAIL FROM:<a@example.com> SIZE=41943041')).toBe(
      '552 5.3.4 The message is larger than 41943040 octets; make attachments smaller or link to them',
    );
    expect(world.refusals.get('message-too-large')).toBe(1);
  });

  it('of octets is refused when they come unannounced, and the session goes on', async () => {
    let taken = 0;
    const world = await submissionWorld({
      acceptMail: async (_sender, { message: chunks }) => {
        for await (const chunk of chunks) taken += chunk.length;
        return { kind: 'accepted', emailId: 'email-1' };
      },
    });
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    await client.begin('a@example.com', 'b@example.net');
    const block = `${'x'.repeat(998)}\r\n`.repeat(1_000);
    for (let sent = 0; sent <= 41_943_040; sent += block.length) {
      if (!client.socket.write(block)) await once(client.socket, 'drain');
    }
    expect(await client.ask('.')).toBe(
      '552 5.3.4 The message is larger than 41943040 octets; make attachments smaller or link to them',
    );
    expect(taken).toBeLessThanOrEqual(41_943_040);
    expect(await client.ask('NOOP')).toMatch(/^250/);
    expect(world.refusals.get('message-too-large')).toBe(1);
  });

  it('of recipients: the 101st has to wait for the next message', async () => {
    const world = await submissionWorld({ limits: { maxRecipients: 100 } });
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    await client.ask('MAIL FROM:<a@example.com>');
    for (let index = 0; index < 100; index += 1) {
      expect(await client.ask(`RCPT TO:<b${index}@example.net>`)).toMatch(/^250/);
    }
    expect(await client.ask('RCPT TO:<b100@example.net>')).toBe(
      '452 4.5.3 Too many recipients for one message; send another message to the rest',
    );
    await client.ask('DATA');
    expect(await client.ask(`${message}.`)).toMatch(/^250/);
    expect(world.mails[0]?.submission.envelope.recipients).toHaveLength(100);
    expect(world.refusals.get('too-many-recipients')).toBe(1);
  });

  it('of connections: an address has its share, which is free again when they are closed', async () => {
    const world = await submissionWorld({ limits: { maxConnectionsPerAddress: 2 } });
    const first = await world.connect('SMTP_587_PORT');
    await first.reply();
    const second = await world.connect('SMTP_465_PORT');
    await second.reply();
    const third = await world.connect('SMTP_25_PORT');
    expect(await third.reply()).toBe(
      '421 4.7.0 Too many connections from this network or in total; close some or try again later',
    );
    expect(await third.reply()).toBe('closed');
    await first.startTls();
    first.end();
    second.end();
    await waitFor(
      async () => world.server.connections(),
      (open) => open === 0,
    );
    expect(await (await world.connect()).reply()).toMatch(/^220/);
    expect(world.refusals.get('too-many-connections')).toBe(1);
  });

  it('of connections in all', async () => {
    const world = await submissionWorld({ limits: { maxConnections: 1 } });
    await (await world.connect()).reply();
    expect(await (await world.connect()).reply()).toMatch(/^421 4\.7\.0/);
  });
});

describe('a client that takes its time', () => {
  it('over a command, a byte now and then, is ended', async () => {
    const world = await submissionWorld({ limits: { commandTimeoutMs: 500 } });
    const client = await world.connect();
    await client.reply();
    const drip = setInterval(() => client.write('x'), 50);
    try {
      expect(await client.reply()).toBe('421 4.4.2 Timed out while receiving a command; reconnect');
    } finally {
      clearInterval(drip);
    }
    await client.closed;
    expect(world.refusals.get('command-timeout')).toBe(1);
  });

  it('over a message, a byte now and then, is ended', async () => {
    const world = await submissionWorld({ limits: { dataGraceMs: 500 } });
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    await client.begin('a@example.com', 'b@example.net');
    const drip = setInterval(() => client.write('x'), 50);
    try {
      expect(await client.reply()).toBe('421 4.4.2 The message arrived too slowly; reconnect and send it again');
    } finally {
      clearInterval(drip);
    }
    await client.closed;
    expect(world.refusals.get('data-timeout')).toBe(1);
    expect(world.mails).toEqual([]);
  });

  it('before it logs in is ended, however busy it looks', async () => {
    const world = await submissionWorld({ limits: { loginTimeoutMs: 500 } });
    const client = await world.connect();
    await client.reply();
    const chatter = setInterval(() => client.write('NOOP\r\n'), 50);
    try {
      for (let reply = await client.reply(); ; reply = await client.reply()) {
        if (reply.startsWith('250')) continue;
        expect(reply).toBe('421 4.4.2 No login in time; reconnect and log in at once');
        break;
      }
    } finally {
      clearInterval(chatter);
    }
    expect(world.refusals.get('login-timeout')).toBe(1);
  });

  it('over the handshake of implicit TLS is ended', async () => {
    const world = await submissionWorld({ limits: { loginTimeoutMs: 300 } });
    const socket = connect(world.port('SMTP_465_PORT'), '127.0.0.1');
    await once(socket.resume(), 'close');
    await waitFor(
      async () => world.server.connections(),
      (open) => open === 0,
    );
    expect(world.refusals.get('tls-failed')).toBe(1);
  });

  it('and says nothing is ended', async () => {
    const world = await submissionWorld({ limits: { idleTimeoutMs: 300 } });
    // In clear and without a login: what takes its time on a busy machine is no part of the idle time.
    const client = await world.connect();
    expect(await client.reply()).toMatch(/^220 /);
    expect(await client.reply()).toBe('421 4.4.2 The session was idle for too long; reconnect to send more');
    expect(world.refusals.get('idle-timeout')).toBe(1);
  });

  it('because the application takes long is waited with', async () => {
    const idleTimeoutMs = 2_000;
    let accept: () => void = () => undefined;
    const world = await submissionWorld({
      // Long enough to log in on a busy machine.
      limits: { idleTimeoutMs, dataGraceMs: idleTimeoutMs },
      answer: () => new Promise((resolve) => (accept = () => resolve({ kind: 'accepted', emailId: 'slow' }))),
    });
    const client = await world.connect('SMTP_465_PORT');
    await client.logIn(apiKey);
    await client.begin('a@example.com', 'b@example.net');
    client.write(`${message}.\r\n`);
    await waitFor(
      async () => world.mails.length,
      (count) => count === 1,
    );
    setTimeout(() => accept(), 1.5 * idleTimeoutMs);
    expect(await client.reply()).toBe('250 2.6.0 Accepted as slow');
  });
});
