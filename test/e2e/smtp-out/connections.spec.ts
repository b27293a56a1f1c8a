import { closeAll, setup, signal, summary, transaction } from './setup.js';

afterEach(closeAll);

describe('kept connections', () => {
  it('carry one mail after the other', async () => {
    const { sink, send } = await setup();
    for (let mail = 0; mail < 5; mail++) await send([`b${mail}@example.com`]);
    expect(sink.sessions).toHaveLength(1);
    expect(sink.messages.map(({ recipients }) => recipients[0])).toEqual(
      [0, 1, 2, 3, 4].map((mail) => `b${mail}@example.com`),
    );
  });

  it('are at most as many as allowed, and those who wait are served in order', async () => {
    const { sink, transport } = await setup({}, { maxConnections: 2 });
    expect(transport.concurrency('relay')).toBe(2);
    const addresses = Array.from({ length: 20 }, (_, mail) => `b${mail}@example.com`);
    const results = await Promise.all(addresses.map((address) => transport.send(transaction([address]))));
    expect(results.flatMap(({ replies }) => replies.map(({ code }) => code))).toEqual(addresses.map(() => 250));
    expect(sink.sessions).toHaveLength(2);
    for (const session of sink.sessions) {
      const own = sink.messages.filter((message) => message.session === session);
      const order = own.map(({ recipients }) => addresses.indexOf(recipients[0] ?? ''));
      expect(order).toEqual([...order].sort((a, b) => a - b));
    }
  });

  it('are left after a number of mails', async () => {
    const { sink, send } = await setup({}, { maxMailsPerConnection: 2 });
    for (let mail = 0; mail < 5; mail++) await send(['b@example.com']);
    expect(sink.sessions.map(({ commands }) => commands.filter((line) => line === 'DATA').length)).toEqual([2, 2, 1]);
    expect(sink.sessions[0]?.commands.at(-1)).toBe('QUIT');
  });

  it('are left when nothing was to be sent for a while', async () => {
    const { sink, send } = await setup({}, { idleTimeoutMs: 50 });
    await send(['b@example.com']);
    await sink.until(() => sink.openConnections() === 0);
    expect(sink.sessions[0]?.commands.at(-1)).toBe('QUIT');
  });

  it('are replaced when the receiver closed them while idle', async () => {
    const { sink, send } = await setup();
    await send(['b@example.com']);
    sink.sessions[0]?.send('421 4.4.2 idle for too long');
    await sink.until(() => sink.openConnections() === 0);
    expect(summary((await send(['c@example.com'])).replies)).toEqual(['0: dot 250 2.0.0']);
    expect(sink.sessions).toHaveLength(2);
  });

  it.each([
    ['dropped', 'drop'],
    ['answered with 421', '421 4.7.0 enough'],
  ])('are tried once more, afresh, when MAIL on a used one is %s', async (_name, answer) => {
    const { sink, send } = await setup({
      mail: (_path, session) => (session.commands.filter((line) => line === 'DATA').length > 0 ? answer : '250 ok'),
    });
    await send(['b@example.com']);
    const result = await send(['c@example.com']);
    expect(summary(result.replies)).toEqual(['0: dot 250 2.0.0']);
    expect(sink.sessions).toHaveLength(2);
    expect(sink.messages).toHaveLength(2);
  });

  it('are not tried again when a fresh one fails, nor when the receiver had begun', async () => {
    const { sink, send } = await setup({
      mail: (_path, session) => (session.number === 1 ? '250 ok' : 'drop'),
      rcpt: (_path, session) => (session.commands.filter((line) => line === 'DATA').length > 0 ? 'drop' : '250 ok'),
    });
    await send(['b@example.com']);
    expect(summary((await send(['c@example.com'])).replies)).toEqual(['0: rcpt null null']);
    expect(sink.sessions).toHaveLength(1);
    expect(summary((await send(['d@example.com'])).replies)).toEqual(['0: mail null null']);
    expect(sink.sessions).toHaveLength(2);
  });

  it('free their place when they break, so that the next in line goes on', async () => {
    const { sink, transport } = await setup({
      dot: (message) => (message.recipients[0] === 'b0@example.com' ? 'drop' : '250 ok'),
    });
    const addresses = ['b0@example.com', 'b1@example.com', 'b2@example.com'];
    const results = await Promise.all(addresses.map((address) => transport.send(transaction([address]))));
    expect(results.map(({ unknown, replies }) => [unknown.length, replies[0]?.code])).toEqual([
      [1, undefined],
      [0, 250],
      [0, 250],
    ]);
    expect(sink.messages.map(({ recipients }) => recipients[0])).toEqual(addresses);
    expect(sink.sessions).toHaveLength(2);
  });
});

describe('closing', () => {
  it('waits for the reply to a dot already sent', async () => {
    const dotSeen = signal();
    const answer = signal<string>();
    const { sink, transport, send } = await setup({
      dot: () => {
        dotSeen.give();
        return answer.given;
      },
    });
    const sent = send(['b@example.com']);
    await dotSeen.given;
    const closed = transport.close(60_000);
    answer.give('250 2.0.0 taken');
    await closed;
    expect(summary((await sent).replies)).toEqual(['0: dot 250 2.0.0']);
    await sink.until(() => sink.openConnections() === 0);
  });

  it('does not wait longer than it may: the outcome is unknown', async () => {
    const dotSeen = signal();
    const { sink, transport, send } = await setup({
      dot: () => {
        dotSeen.give();
        return 'silence';
      },
    });
    const sent = send(['b@example.com']);
    await dotSeen.given;
    await transport.close(50);
    expect(await sent).toMatchObject({ replies: [], unknown: [{ recipients: [0] }], withheld: [] });
    await sink.until(() => sink.openConnections() === 0);
  });

  it('withholds what waits for a connection, what has not reached its dot and what comes later', async () => {
    const mailSeen = signal();
    const { transport, send } = await setup({
      mail: () => {
        mailSeen.give();
        return 'silence';
      },
    });
    const nothingSent = { replies: [], unknown: [], withheld: [0] };
    const begun = send(['b@example.com']);
    const waiting = send(['c@example.com']);
    await mailSeen.given;
    const closed = transport.close(50);
    expect(await waiting).toEqual(nothingSent);
    await closed;
    expect(await begun).toEqual(nothingSent);
    expect(await send(['d@example.com'])).toEqual(nothingSent);
  });

  it('cuts a connection that is still being made', async () => {
    const greeted = signal();
    const { sink, transport, send } = await setup({
      greeting: () => {
        greeted.give();
        return 'silence';
      },
    });
    const sent = send(['b@example.com']);
    await greeted.given;
    await transport.close(60_000);
    expect(await sent).toEqual({ replies: [], unknown: [], withheld: [0] });
    await sink.until(() => sink.openConnections() === 0);
  });
});
