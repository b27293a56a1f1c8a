import { isPublicAddress } from '../../../src/infrastructure/addresses/public-address.js';

describe('a public address', () => {
  it.each(['93.184.215.14', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001::8a', '::ffff:1.1.1.1'])(
    'is %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    ['loopback', '127.0.0.1', '127.255.255.254', '::1'],
    ['this host', '0.0.0.0', '0.1.2.3', '::'],
    ['private', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ['unique local', 'fc00::1', 'fd00:ec2::254'],
    ['link-local', '169.254.1.1', 'fe80::1', 'fec0::1'],
    ['what hands out a machine’s configuration', '169.254.169.254', '100.100.100.200', '192.0.0.192', '168.63.129.16'],
    ['carrier-grade NAT', '100.64.0.1', '100.127.255.255'],
    ['multicast and broadcast', '224.0.0.1', '239.255.255.250', 'ff02::1', '255.255.255.255'],
    ['reserved', '240.0.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '100::1'],
    ['IPv4 inside IPv6: mapped', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe'],
    ['IPv4 inside IPv6: compatible', '::127.0.0.1', '::a00:1'],
    ['IPv4 inside IPv6: NAT64', '64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::a00:1'],
    ['IPv4 inside IPv6: 6to4 and Teredo', '2002:7f00:1::', '2002:a00:1::1', '2001:0:7f00:1::'],
    ['no address', '', 'example.com', '127.0.0.1:80', '999.1.1.1', 'fe80::1%eth0'],
  ])('is none that is %s', (_what, ...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});
