import { accepting, idOf, mailTo } from '../../support/accepting.js';
import { principal, useWorld, world } from '../../support/world.js';

describe('who may send from where', () => {
  useWorld('example.com');
  beforeEach(async () => {
    await world.addDomain('posthorn.test', 'sandbox');
  });
  const from = (address: string) => ({ from: { name: null, address } });

  it('refuses a domain that is not verified', async () => {
    const answer = await accepting(world).send(mailTo(['ada@one.test'], from('a@unknown.example.com')));
    expect(answer).toStrictEqual({ refused: 'domain-not-verified', domain: 'unknown.example.com' });
    expect(world.keys.created).toStrictEqual([]);
  });

  it("refuses another team's domain, and lets every team send from the sandbox", async () => {
    const other = accepting(world, { principal: { ...principal, teamId: '0195d6a0-0000-7000-8000-00000000000b' } });
    const answer = await other.send(mailTo(['ada@one.test']));
    expect(answer).toStrictEqual({ refused: 'domain-not-verified', domain: 'example.com' });
    idOf(await other.send(mailTo(['ada@one.test'], from('a@posthorn.test'))));
  });

  it('holds a restricted key to its domain', async () => {
    const restricted = accepting(world, {
      principal: { ...principal, permission: 'sending_access', domainId: 'other' },
    });
    const answer = await restricted.send(mailTo(['ada@one.test']));
    expect(answer).toStrictEqual({ refused: 'domain-not-allowed-for-key', domain: 'example.com' });
  });

  it('sends from the sandbox to anybody in capture mode, and to the simulators otherwise', async () => {
    const options = { sandboxDomains: ['posthorn.test'], captureMode: false };
    const relaying = accepting(world, options);
    const sandbox = from('a@posthorn.test');
    const refused = { refused: 'sandbox-recipient', domain: 'posthorn.test' };
    expect(await relaying.send(mailTo(['ada@one.test'], sandbox))).toStrictEqual(refused);
    expect(await relaying.send(mailTo(['delivered@one.test'], sandbox))).toStrictEqual(refused);
    expect(await relaying.send(mailTo(['ada@posthorn.test'], sandbox))).toStrictEqual(refused);
    expect(await relaying.send(mailTo(['delivered@posthorn.test', 'ada@one.test'], sandbox))).toStrictEqual(refused);
    idOf(await relaying.send(mailTo(['delivered@posthorn.test', 'Bounced+label@posthorn.test'], sandbox)));
    idOf(await accepting(world, { ...options, captureMode: true }).send(mailTo(['ada@one.test'], sandbox)));
  });
});
