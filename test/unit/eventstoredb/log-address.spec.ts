import { readAddress } from '../../../src/infrastructure/event-store/eventstoredb/log-address.js';

describe('the address of the log', () => {
  it.each([
    ['esdb://localhost?tls=false', false, [{ host: 'localhost', port: 2113 }]],
    ['kurrentdb+discover://db.example.com', true, [{ host: 'db.example.com', port: 2113 }]],
    [
      'esdb://a:1,b:2/?tls=false',
      true,
      [
        { host: 'a', port: 1 },
        { host: 'b', port: 2 },
      ],
    ],
  ])('%s: a cluster or not, and its servers', (url, isCluster, places) => {
    expect(readAddress(url)).toMatchObject({ isCluster, places });
  });

  it('says what the client is told of one server: its user and its options, and no search for others', () => {
    const address = readAddress('kdb://ada:s%40fe@a:1,b:2?tlsCAFile=ca.pem&nodePreference=follower&gossipTimeout=4');
    expect(address).toMatchObject({ gossipMs: 4_000, hasUser: true, tls: { authority: 'ca.pem' } });
    expect(address.clientString({ host: 'c', port: 3 }, 0)).toBe(
      'esdb://ada:s%40fe@c:3?tlsCAFile=ca.pem&keepAliveInterval=10000&keepAliveTimeout=10000',
    );
  });

  it.each([
    ['esdb://a:1', 'keepAliveInterval=10007&keepAliveTimeout=10000'],
    ['esdb://a:1?keepAliveInterval=-1', 'keepAliveInterval=-1&keepAliveTimeout=10007'],
  ])('%s: no two connections have the same options, which gRPC would make one of', (url, options) => {
    expect(readAddress(url).clientString({ host: 'a', port: 1 }, 7)).toBe(`esdb://a:1?${options}`);
  });
});
