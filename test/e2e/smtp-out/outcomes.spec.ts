import { jest } from '@jest/globals';
import type { TransactionResult } from '../../../src/application/ports/mail-transport.js';
import { closedPort } from '../../support/closed-port.js';
import { fakeTimeouts } from '../../support/fake-timeouts.js';
import type { SinkScript } from '../../support/smtp-sink.js';
import { eventually } from '../../support/wait-for.js';
import { closeAll, inTurns, setup, summary, transaction, transportTo } from './setup.js';

afterEach(closeAll);

const extensionSets = [
  ['pipelined', ['PIPELINING', 'ENHANCEDSTATUSCODES']],
  ['in lock-step', ['ENHANCEDSTATUSCODES']],
] as const;

describe.each(extensionSets)('replies, %s', (_name, extensions) => {
  const with2 = async (script: SinkScript) => {
    const running = await setup({ extensions, ...script });
    return { ...running, result: await running.send(['b@example.com', 'c@example.com']) };
  };

  it('delivers to every recipient with the reply to the dot', async () => {
    const { result, sink } = await with2({ dot: () => '250 2.6.0 queued as 42' });
    expect(result.replies).toMatchObject([
      { recipients: [0], step: 'dot', code: 250, enhancedCode: '2.6.0', text: '2.6.0 queued as 42', host: '127.0.0.1' },
      { recipients: [1], step: 'dot', code: 250, enhancedCode: '2.6.0', text: '2.6.0 queued as 42', host: '127.0.0.1' },
    ]);
    const [message] = sink.messages;
    expect(message?.reversePath).toBe('a@example.com');
    expect(message?.raw.toString()).toContain('Subject: hello');
  });

  it('gives each recipient its own reply', async () => {
    const { result } = await with2({ rcpt: (path) => (path.startsWith('b') ? '452 4.2.2 full' : '250 2.1.5 ok') });
    expect(summary(result.replies)).toEqual(['0: rcpt 452 4.2.2', '1: dot 250 2.0.0']);
  });

  it.each([
    ['mail', '451 4.3.0 later'],
    ['mail', '550 5.7.1 no'],
    ['data', '451 4.3.0 later'],
    ['data', '554 5.7.1 no'],
    ['dot', '451 4.3.0 later'],
    ['dot', '554 5.7.1 no'],
  ] as const)('gives the reply to %s (%s) to all', async (step, reply) => {
    const { result, sink } = await with2({ [step]: () => reply });
    const [code, enhanced] = reply.split(' ');
    expect(summary(result.replies)).toEqual([`0: ${step} ${code} ${enhanced}`, `1: ${step} ${code} ${enhanced}`]);
    expect(result.unknown).toEqual([]);
    expect(sink.messages).toHaveLength(step === 'dot' ? 1 : 0);
  });

  it.each(['mail', 'rcpt', 'data'] as const)('takes 421 at %s for all that are left', async (step) => {
    const { result, sink } = await with2({ [step]: () => ({ reply: '421 4.3.2 closing', thenDrop: true }) });
    expect(summary(result.replies)).toEqual([`0: ${step} 421 4.3.2`, `1: ${step} 421 4.3.2`]);
    await sink.until(() => sink.openConnections() === 0);
  });

  it('keeps the refusals that came before a 421', async () => {
    const { result } = await with2({ rcpt: (path) => (path.startsWith('b') ? '550 5.1.1 no' : '421 4.3.2 closing') });
    expect(summary(result.replies)).toEqual(['0: rcpt 550 5.1.1', '1: rcpt 421 4.3.2']);
  });

  it.each(['mail', 'rcpt', 'data'] as const)('says so when the connection is lost at %s', async (step) => {
    const { result } = await with2({ [step]: () => 'drop' });
    expect(summary(result.replies)).toEqual([`0: ${step} null null`, `1: ${step} null null`]);
    expect(result.unknown).toEqual([]);
  });

  it('sends again on the same connection after a refused transaction', async () => {
    let refuse = true;
    const { sink, send } = await setup({
      extensions,
      rcpt: () => (refuse ? '550 5.1.1 no' : '250 2.1.5 ok'),
    });
    expect(summary((await send(['b@example.com'])).replies)).toEqual(['0: rcpt 550 5.1.1']);
    refuse = false;
    expect(summary((await send(['b@example.com'])).replies)).toEqual(['0: dot 250 2.0.0']);
    expect(sink.sessions).toHaveLength(1);
    expect(sink.sessions[0]?.commands).toContain('RSET');
  });
});

describe('before and after the dot', () => {
  it('is a failure that can be tried again when the connection is lost within the data', async () => {
    const { sink, send } = await setup({ chunk: () => 'drop' });
    const body = Buffer.from(`Subject: big\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(400_000)}`);
    const result = await send(['b@example.com'], { message: body });
    expect(summary(result.replies)).toEqual(['0: data null null']);
    expect(result.unknown).toEqual([]);
    expect(sink.messages).toHaveLength(0);
  });

  it('takes a reply given within the data as the answer', async () => {
    const { send } = await setup({ chunk: () => ({ reply: '552 5.3.4 too much', thenDrop: true }) });
    const body = Buffer.from(`Subject: big\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(400_000)}`);
    const result = await send(['b@example.com'], { message: body });
    expect(summary(result.replies)).toEqual(['0: data 552 5.3.4']);
  });

  it.each([
    ['the connection is lost', 'drop', /^the (?:receiver closed the connection|connection was closed)$/],
    ['nothing is said in time', 'silence', /^no reply within 200 ms$/],
    ['what is said is no reply', 'hello there', /^not an SMTP reply$/],
    ['the reply is not final', '354 more', /^the reply to the dot is not final$/],
  ])('does not know the outcome when %s after the dot, and keeps what was said', async (_name, answer, why) => {
    const { sink, send } = await setup(
      { dot: () => answer },
      { afterDotTimeoutMs: answer === 'silence' ? 200 : 60_000 },
    );
    const result = await send(['b@example.com', 'c@example.com']);
    expect(result).toMatchObject({ replies: [], withheld: [] });
    expect(summary(result.unknown)).toEqual(['0: dot null null', '1: dot null null']);
    const [bea, cleo] = result.unknown;
    expect(bea?.text).toMatch(why);
    expect(bea?.conversation).toMatch(/> RCPT TO:<b@example\.com>[^]*\* the message, \d+ bytes\n\+\d+ > \.\n/);
    expect(bea?.conversation?.endsWith(`* ${bea.text}`)).toBe(true);
    expect(bea?.conversation).not.toContain('c@example.com');
    expect(cleo?.conversation).toContain('> RCPT TO:<c@example.com>');
    expect(sink.messages).toHaveLength(1);
  });

  it('takes a 421 to the dot as a reply, and the connection as closed', async () => {
    const { sink, send } = await setup({ dot: () => '421 4.3.2 closing' });
    expect(summary((await send(['b@example.com'])).replies)).toEqual(['0: dot 421 4.3.2']);
    await sink.until(() => sink.openConnections() === 0);
  });

  it('never sends content when a receiver says 354 although it refused everybody', async () => {
    const { sink, send } = await setup({ rcpt: () => '550 5.1.1 no', data: () => '354 go on' });
    const result = await send(['b@example.com']);
    expect(summary(result.replies)).toEqual(['0: rcpt 550 5.1.1']);
    await sink.until(() => sink.openConnections() === 0);
    expect(sink.messages).toHaveLength(0);
    expect(sink.sessions[0]?.wire).toHaveLength(0);
  });
});

describe('patience', () => {
  const timeoutMs = 10_000;
  /** Each step that the receiver left without an answer. */
  const reached: unknown[] = [];
  const silence = (): string => {
    reached.push('step');
    return 'silence';
  };
  beforeEach(() => void reached.splice(0));
  afterEach(() => void jest.useRealTimers());

  it.each([
    ['greeting', { greeting: silence }],
    ['ehlo', { ehlo: silence }],
    ['mail', { mail: silence }],
    ['data', { data: silence }],
  ] satisfies [string, SinkScript][])('ends at %s', async (step, script) => {
    const { send, sink } = await setup(script, { greetingTimeoutMs: timeoutMs, commandTimeoutMs: timeoutMs });
    fakeTimeouts();
    let result: TransactionResult | undefined;
    const sent = send(['b@example.com']).then((settled) => (result = settled));
    await sink.until(() => reached.length > 0);
    // The receiver may have come to the step before the sender waits for its answer.
    await eventually(() => {
      jest.advanceTimersByTime(timeoutMs);
      return result !== undefined;
    });
    jest.useRealTimers();
    expect(summary((await sent).replies)).toEqual([`0: ${step} null null`]);
    await sink.until(() => sink.openConnections() === 0);
  });

  it('ends at rcpt, over a connection of its own', async () => {
    const { transport, sink } = await setup({ rcpt: silence }, { commandTimeoutMs: timeoutMs });
    fakeTimeouts();
    let results: readonly TransactionResult[] | undefined;
    const sent = inTurns(transport, transaction(['b@example.com'])).then((settled) => (results = settled));
    await eventually(() => {
      if (reached.length === 1) jest.advanceTimersByTime(500);
      return reached.length > 1;
    });
    await eventually(() => {
      jest.advanceTimersByTime(timeoutMs);
      return results !== undefined;
    });
    jest.useRealTimers();
    expect((await sent).flatMap(({ replies }) => summary(replies))).toEqual(['0: rcpt null null']);
    await sink.until(() => sink.openConnections() === 0);
  });

  it('waits for a slow receiver', async () => {
    const slowly = (reply: string) => () =>
      new Promise<string>((resolve) => {
        setTimeout(() => resolve(reply), 60);
      });
    const script = { greeting: slowly('220 hi'), mail: slowly('250 ok'), dot: slowly('250 2.0.0 ok') };
    const { send } = await setup(script, {
      greetingTimeoutMs: 20_000,
      commandTimeoutMs: 20_000,
      afterDotTimeoutMs: 20_000,
    });
    expect(summary((await send(['b@example.com'])).replies)).toEqual(['0: dot 250 2.0.0']);
  });
});

describe('no connection', () => {
  it('says at which step, and what was said', async () => {
    const { send } = await setup({ greeting: () => '554 5.3.2 not here' });
    expect((await send(['b@example.com', 'c@example.com'])).replies).toMatchObject([
      {
        recipients: [0],
        step: 'greeting',
        code: 554,
        enhancedCode: '5.3.2',
        text: '5.3.2 not here',
        host: '127.0.0.1',
      },
      {
        recipients: [1],
        step: 'greeting',
        code: 554,
        enhancedCode: '5.3.2',
        text: '5.3.2 not here',
        host: '127.0.0.1',
      },
    ]);
  });

  it('is a failure to connect when nobody listens', async () => {
    const result = await transportTo(await closedPort()).send(transaction(['b@example.com']));
    expect(summary(result.replies)).toEqual(['0: connect null null']);
    expect(result.replies[0]?.text).toContain('ECONNREFUSED');
  });

  it('is a failure to connect when there is no such route', async () => {
    const { transport } = await setup();
    const result = await transport.send(transaction(['b@example.com'], { route: { kind: 'catcher' } }));
    expect(summary(result.replies)).toEqual(['0: connect null null']);
  });
});
