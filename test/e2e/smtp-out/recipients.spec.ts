import type { SinkScript, SinkSession } from '../../support/smtp-sink.js';
import { closeAll, inTurns, setup, summary, transaction } from './setup.js';

afterEach(closeAll);

const five = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.com`);

/** Takes so many recipients in a transaction, and refuses the others with this reply. */
function taking(most: number, reply: string): SinkScript {
  const taken = new Map<SinkSession, number>();
  return {
    mail: (_path, session) => {
      taken.set(session, 0);
      return '250 2.1.0 ok';
    },
    rcpt: (_path, session) => {
      const before = taken.get(session) ?? 0;
      if (before >= most) return reply;
      taken.set(session, before + 1);
      return '250 2.1.5 ok';
    },
  };
}

const delivered = five.map((_address, number) => `${number}: dot 250 2.0.0`);

describe.each([
  ['pipelined', ['PIPELINING']],
  ['in lock-step', []],
] as const)('a limit of recipients, %s', (_name, extensions) => {
  it.each([
    [2, '452 4.5.3 Error: too many recipients'],
    [1, '452 4.5.3 Recipients belong to multiple regions ATTR38'],
    [2, '552 Requested mail action aborted'],
    [2, '552 5.5.3 Too many recipients'],
    [3, '451 4.5.3 Too many recipients: Too many recipients'],
    [4, '431 Too many recipients.'],
    [4, '531 Too many recipients.'],
    [2, '452 Requested action not taken'],
    [2, '550 5.5.3 Too many recipients'],
  ])('of %s, said with "%s": the others follow at once, and the next mail keeps to it', async (most, reply) => {
    const { sink, transport } = await setup({ extensions, ...taking(most, reply) });
    const results = await inTurns(transport, transaction(five));
    expect(results.flatMap(({ replies }) => summary(replies))).toEqual(delivered);
    expect(sink.messages.flatMap(({ recipients }) => recipients)).toEqual(five);
    expect(Math.max(...sink.messages.map(({ recipients }) => recipients.length))).toBe(most);
    expect(sink.sessions).toHaveLength(1);

    const before = sink.sessions[0]?.commands.length ?? 0;
    await inTurns(transport, transaction(five));
    const commands = sink.sessions[0]?.commands.slice(before) ?? [];
    expect(commands.filter((line) => line.startsWith('RCPT'))).toHaveLength(five.length);
  });

  it('is not made of one that is asked for alone and refused: that is its own reply', async () => {
    const { transport } = await setup({ extensions, rcpt: () => '452 4.5.3 Too many recipients this hour' });
    const results = await inTurns(transport, transaction(['a@example.com', 'b@example.com']));
    expect(results).toHaveLength(1);
    expect(results.flatMap(({ replies }) => summary(replies))).toEqual(['0: rcpt 452 4.5.3', '1: rcpt 452 4.5.3']);
  });

  it('lets nobody follow a transaction that delivered nothing', async () => {
    const { sink, transport } = await setup({
      extensions,
      ...taking(2, '452 4.5.3 Too many recipients'),
      dot: () => '451 4.3.0 later',
    });
    const results = await inTurns(transport, transaction(['a@example.com', 'b@example.com', 'c@example.com']));
    expect(results.flatMap(({ replies }) => summary(replies))).toEqual([
      '0: dot 451 4.3.0',
      '1: dot 451 4.3.0',
      '2: rcpt 452 4.5.3',
    ]);
    expect(sink.messages).toHaveLength(1);
  });

  it('is not what a full mailbox is, although others were accepted', async () => {
    const { transport } = await setup({
      extensions,
      rcpt: (path) => (path.startsWith('full') ? '552 5.2.2 mailbox full' : '250 2.1.5 ok'),
    });
    const results = await inTurns(transport, transaction(['a@example.com', 'full@example.com', 'c@example.com']));
    expect(results).toHaveLength(1);
    expect(results.flatMap(({ replies }) => summary(replies)).sort()).toEqual([
      '0: dot 250 2.0.0',
      '1: rcpt 552 5.2.2',
      '2: dot 250 2.0.0',
    ]);
  });
});

describe('a limit that the receiver announces', () => {
  it.each([
    ['LIMITS RCPTMAX=2', [2, 2, 1]],
    ['LIMITS RCPTDOMAINMAX=1', [5]],
    ['LIMITS RCPTMAX=1', [1, 1, 1, 1, 1]],
  ])('%s is kept to', async (limits, sizes) => {
    const { sink, transport } = await setup({ extensions: ['PIPELINING', limits] });
    await inTurns(transport, transaction(five));
    expect(sink.messages.map(({ recipients }) => recipients.length)).toEqual(sizes);
    expect(sink.sessions[0]?.commands.filter((line) => line.startsWith('RCPT'))).toHaveLength(5);
  });

  it('of domains makes a transaction of each', async () => {
    const { sink, transport } = await setup({ extensions: ['PIPELINING', 'LIMITS RCPTDOMAINMAX=1'] });
    await inTurns(transport, transaction(['a@one.test', 'b@two.test', 'c@one.test']));
    expect(sink.messages.map(({ recipients }) => recipients)).toEqual([['a@one.test', 'c@one.test'], ['b@two.test']]);
  });

  it('of mails in a session ends the connection', async () => {
    const { sink, send } = await setup({ extensions: ['PIPELINING', 'LIMITS MAILMAX=2'] });
    for (let mail = 0; mail < 4; mail += 1) await send(['b@example.com']);
    expect(sink.sessions).toHaveLength(2);
  });
});

describe('a receiver that takes one region at a time', () => {
  it('gets a transaction for each, and no number is made of that', async () => {
    const regions = new Map<SinkSession, string>();
    const { sink, transport } = await setup({
      extensions: ['PIPELINING'],
      mail: (_path, session) => {
        regions.delete(session);
        return '250 2.1.0 ok';
      },
      rcpt: (path, session) => {
        const region = path.slice(0, 2);
        if (!regions.has(session)) regions.set(session, region);
        return regions.get(session) === region
          ? '250 2.1.5 ok'
          : '452 4.5.3 Recipients belong to multiple regions ATTR38';
      },
    });
    const addresses = ['eu1', 'us1', 'eu2', 'us2'].map((name) => `${name}@example.com`);
    await inTurns(transport, transaction(addresses));
    await inTurns(transport, transaction(addresses));
    expect(sink.messages.map(({ recipients }) => recipients.length)).toEqual([2, 2, 2, 2]);
  });
});

describe('many recipients', () => {
  it('are at most a hundred in one transaction, which every receiver takes', async () => {
    const { sink, transport } = await setup();
    const addresses = Array.from({ length: 250 }, (_, index) => `a${index}@example.com`);
    const results = await inTurns(transport, transaction(addresses));
    expect(sink.messages.map(({ recipients }) => recipients.length)).toEqual([100, 100, 50]);
    expect(results.flatMap(({ replies }) => replies.flatMap(({ recipients }) => recipients))).toHaveLength(250);
  });

  it('become fewer where DATA is refused for their number', async () => {
    const { sink, transport } = await setup({
      data: ({ recipients }) => (recipients.length > 2 ? '452 4.5.3 too many recipients' : '354 go on'),
    });
    const results = await inTurns(transport, transaction(five));
    expect(results.flatMap(({ replies }) => summary(replies)).sort()).toEqual(delivered);
    expect(sink.messages.map(({ recipients }) => recipients.length)).toEqual([2, 2, 1]);
  });

  it('all get what is said at MAIL, also those that had no room', async () => {
    const { transport } = await setup({ extensions: ['LIMITS RCPTMAX=1'], mail: () => '451 4.3.0 later' });
    const results = await inTurns(transport, transaction(['a@example.com', 'b@example.com']));
    expect(results.flatMap(({ replies }) => summary(replies))).toEqual(['0: mail 451 4.3.0', '1: mail 451 4.3.0']);
  });
});

describe.each([
  ['DATA', { data: () => '554 5.1.1 No valid recipients' }],
  ['the dot', { dot: () => '550 5.1.1 <b@example.com>: user unknown' }],
] as const)('a refusal at %s that speaks of one mailbox', (_where, script) => {
  it('is no reply about any of several recipients: each is to be sent to apart', async () => {
    const { send } = await setup(script);
    expect(await send(['a@example.com', 'b@example.com'])).toMatchObject({ replies: [], unknown: [], apart: [0, 1] });
    const alone = await send(['b@example.com']);
    expect(alone).not.toHaveProperty('apart');
    expect(alone.replies).toMatchObject([{ recipients: [0], enhancedCode: '5.1.1', sharedBy: 1 }]);
  });
});
