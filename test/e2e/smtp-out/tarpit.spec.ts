import type { SinkScript } from '../../support/smtp-sink.js';
import { tarpit } from '../../support/tarpit.js';
import { closeAll, inTurns, setup, signal, summary, transaction } from './setup.js';

afterEach(closeAll);

const isUnknown = (address: string): boolean => address.startsWith('nobody');

/** Refuses unknown recipients when it is told to. */
function holdingBack(): { readonly script: SinkScript; readonly letGo: () => void } {
  const { given, give } = signal();
  return {
    script: { rcpt: (address) => (isUnknown(address) ? given.then(() => '550 5.1.1 no') : '250 2.1.5 ok') },
    letGo: () => give(),
  };
}

const extensionSets = [
  ['pipelined', ['PIPELINING']],
  ['in lock-step', []],
] as const;

describe.each(extensionSets)('a receiver that holds refusals back, %s', (_name, extensions) => {
  it('delays no other mail, although it holds all connections', async () => {
    const { script, letGo } = holdingBack();
    const { sink, transport } = await setup({ extensions, ...script }, { maxConnections: 4 });
    const refused = [0, 1, 2, 3].map((index) => inTurns(transport, transaction([`nobody${index}@example.com`])));
    const taken = await Promise.all(['a', 'b'].map((name) => inTurns(transport, transaction([`${name}@example.com`]))));
    expect(taken.flat().flatMap(({ replies }) => summary(replies))).toEqual(['0: dot 250 2.0.0', '0: dot 250 2.0.0']);
    // The usual ones and two that wait: a receiver may count them.
    expect(sink.openConnections()).toBeLessThanOrEqual(6);
    letGo();
    const replies = (await Promise.all(refused)).flat().flatMap((result) => summary(result.replies));
    expect(replies).toEqual(Array.from({ length: 4 }, () => '0: rcpt 550 5.1.1'));
  });

  it('leaves those for later that would be too many to wait', async () => {
    const { script } = holdingBack();
    const { transport } = await setup({ extensions, ...script }, { maxConnections: 1 });
    void inTurns(transport, transaction(['nobody0@example.com'])).catch(() => undefined);
    const results = await inTurns(transport, transaction(['nobody1@example.com']));
    expect(results.at(-1)?.replies).toMatchObject([
      { step: 'rcpt', code: 451, text: '4.3.2 not sent: the receiver holds its replies to RCPT back' },
    ]);
  });

  it('delays nobody of the same mail', async () => {
    const { script, letGo } = holdingBack();
    const { sink, transport } = await setup({ extensions, ...script });
    const addresses = ['a@example.com', 'nobody@example.com', 'b@example.com'];
    const sent = inTurns(transport, transaction(addresses));
    await sink.until(() => sink.messages.length > 0);
    expect(sink.messages[0]?.recipients).toEqual(['a@example.com', 'b@example.com']);
    letGo();
    const replies = (await sent).flatMap((result) => summary(result.replies)).sort();
    expect(replies).toEqual(['0: dot 250 2.0.0', '1: rcpt 550 5.1.1', '2: dot 250 2.0.0']);
  });

  it('is left after each refusal, so that none costs more than the first', async () => {
    const { sink, transport } = await setup({ extensions, ...tarpit({ firstDelayMs: 700, isUnknown }) });
    const addresses = Array.from({ length: 5 }, (_, index) => (index === 2 ? 'a@x.test' : `nobody${index}@x.test`));
    const results = await inTurns(transport, transaction(addresses));
    expect(results.flatMap(({ replies }) => replies.map(({ code }) => code)).sort()).toEqual([250, 550, 550, 550, 550]);
    const refusals = sink.sessions.map(({ commands }) => commands.filter((line) => line.includes('nobody')).length);
    // Pipelined ones are on their way when the first is answered.
    if (extensions.length === 0) expect(Math.max(...refusals)).toBe(1);
    expect(sink.sessions.length).toBeGreaterThanOrEqual(4);
  });
});

describe('a recipient that is refused', () => {
  it('does not wait for the reply to DATA, which was pipelined behind it', async () => {
    const { sink, transport } = await setup({
      rcpt: (path) => (isUnknown(path) ? '550 5.1.1 no' : '250 ok'),
      data: held,
    });
    expect(summary((await transport.send(transaction(['nobody@example.com']))).replies)).toEqual(['0: rcpt 550 5.1.1']);
    expect(summary((await transport.send(transaction(['a@example.com']))).replies)).toEqual(['0: dot 250 2.0.0']);
    expect(sink.sessions).toHaveLength(2);
  });

  it('has its own reply at MAIL, whatever comes of what was pipelined behind it', async () => {
    const { transport } = await setup({
      mail: () => '550 5.7.1 no',
      rcpt: () => 'silence',
    });
    expect(summary((await transport.send(transaction(['a@example.com']))).replies)).toEqual(['0: mail 550 5.7.1']);
  });
});

const held = ({ recipients }: { readonly recipients: readonly string[] }): string =>
  recipients.length === 0 ? 'silence' : '354 go on';

describe('a receiver that is slow with everybody', () => {
  it('is left once, and not any more when it is known', async () => {
    const slowly = () =>
      new Promise<string>((resolve) => {
        setTimeout(() => resolve('250 2.1.5 ok'), 800).unref();
      });
    const { sink, transport } = await setup({ rcpt: slowly });
    for (const name of ['a', 'b', 'c']) {
      const results = await inTurns(transport, transaction([`${name}@example.com`]));
      expect(results.flatMap(({ replies }) => summary(replies))).toEqual(['0: dot 250 2.0.0']);
    }
    const asked = sink.sessions.flatMap(({ commands }) => commands.filter((line) => line.startsWith('RCPT')));
    expect(asked).toHaveLength(4);
  });
});
