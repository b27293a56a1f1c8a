import { closeAll, setup, signal, summary } from './setup.js';

afterEach(closeAll);

describe('the claim before the dot', () => {
  it('is asked once, with the accepted recipients, when the receiver has all data and no end of it', async () => {
    const asked: (readonly number[])[] = [];
    const { sink, send } = await setup({ rcpt: (path) => (path.startsWith('no') ? '550 5.1.1 no' : '250 ok') });
    const body = Buffer.from(`Subject: big\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(5000)}`);

    const result = await send(['yes@example.com', 'no@example.com', 'yes2@example.com'], {
      message: body,
      async beforeDot({ recipients, tls }) {
        asked.push(recipients);
        expect(tls).toBeNull();
        await sink.until(() => sink.sessions[0]?.wire.length === body.length);
        expect(sink.messages).toHaveLength(0);
        return true;
      },
    });

    expect(asked).toEqual([[0, 2]]);
    expect(summary(result.replies)).toEqual(['0: dot 250 2.0.0', '1: rcpt 550 5.1.1', '2: dot 250 2.0.0']);
    expect(sink.messages.map(({ recipients }) => recipients)).toEqual([['yes@example.com', 'yes2@example.com']]);
  });

  it.each([
    ['answers false', () => Promise.resolve(false)],
    ['fails', () => Promise.reject(new Error('the log is away'))],
  ])('sends no dot when it %s', async (_name, beforeDot) => {
    const { sink, send } = await setup();
    const result = await send(['b@example.com', 'c@example.com'], { beforeDot });
    expect(result).toEqual({ replies: [], unknown: [], withheld: [0, 1] });
    await sink.until(() => sink.openConnections() === 0);
    expect(sink.messages).toHaveLength(0);
  });

  it('sends no dot when the answer comes after the connection was lost', async () => {
    const { sink, send } = await setup();
    const result = await send(['b@example.com'], {
      async beforeDot() {
        await sink.until(() => (sink.sessions[0]?.wire.length ?? 0) > 0);
        sink.sessions[0]?.drop();
        await sink.until(() => sink.openConnections() === 0);
        // Both ends live in this process: one whole round of the event loop brings the news to this one.
        await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
        return true;
      },
    });
    expect(result).toEqual({ replies: [], unknown: [], withheld: [0] });
    expect(sink.messages).toHaveLength(0);
  });

  it('sends no dot when the receiver said something in the meantime', async () => {
    const { sink, send } = await setup();
    const answered = signal();
    const sent = send(['b@example.com'], {
      async beforeDot() {
        await sink.until(() => (sink.sessions[0]?.wire.length ?? 0) > 0);
        sink.sessions[0]?.send('451 4.3.0 changed my mind');
        // The client hangs up on hearing it.
        await sink.until(() => sink.openConnections() === 0);
        answered.give();
        return true;
      },
    });
    await answered.given;
    expect(await sent).toEqual({ replies: [], unknown: [], withheld: [0] });
    expect(sink.messages).toHaveLength(0);
  });

  it('is not asked for recipients that nobody accepted', async () => {
    const { sink, send } = await setup({ rcpt: () => '550 5.1.1 no' });
    let asked = false;
    const result = await send(['b@example.com'], {
      beforeDot: () => {
        asked = true;
        return Promise.resolve(true);
      },
    });
    expect(asked).toBe(false);
    expect(summary(result.replies)).toEqual(['0: rcpt 550 5.1.1']);
    expect(sink.messages).toHaveLength(0);
  });
});
