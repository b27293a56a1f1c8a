import { routing } from '../../../src/application/delivery/routing.js';
import type { Routing } from '../../../src/application/ports/mail-transport.js';

const found: Routing = { route: { kind: 'mx', mxSet: 'mx-one', hosts: [['mx.one.test']] } };
const catcher: Routing = { route: { kind: 'catcher' } };
const relay: Routing = { route: { kind: 'relay' } };

describe('the route of a mail', () => {
  const asked: string[] = [];
  const directory = {
    async routeTo(address: string) {
      asked.push(address);
      return found;
    },
  };
  const routeOf = (mode: 'capture' | 'relay' | 'mx') => routing({ mode, sandboxDomains: ['sandbox.test'], directory });
  beforeEach(() => void asked.splice(0));

  it.each([
    ['capture', 'ada@one.test', false, catcher],
    ['relay', 'ada@one.test', false, relay],
    ['mx', 'ada@one.test', false, found],
    ['relay', 'ada@one.test', true, catcher],
    ['mx', 'ada@one.test', true, catcher],
    ['relay', 'ada@sandbox.test', false, catcher],
    ['mx', 'ada@sandbox.test', false, catcher],
    ['mx', 'ada@of.sandbox.test', false, found],
  ] as const)('in mode %s to %s, from a sandbox: %s', async (mode, address, sandbox, expected) => {
    expect(await routeOf(mode)({ address, sandbox })).toStrictEqual(expected);
    expect(asked).toStrictEqual(expected === found ? [address] : []);
  });
});
