import { addressOfPlace, reportPlaces } from '../../../src/application/tls-report/report-request.js';

describe('the TXT record that asks for reports about TLS', () => {
  it.each<[readonly string[], readonly string[]]>([
    [['v=TLSRPTv1; rua=mailto:tls@one.test'], ['mailto:tls@one.test']],
    [['v=TLSRPTv1;rua=mailto:a@one.test,https://one.test/tls;'], ['mailto:a@one.test', 'https://one.test/tls']],
    [['v=TLSRPTv1; ext=1; rua = mailto:tls@one.test'], ['mailto:tls@one.test']],
    [['v=spf1 -all', 'v=TLSRPTv1; rua=mailto:tls@one.test'], ['mailto:tls@one.test']],
    [['v=TLSRPTv1; rua=mailto:a@one.test', 'v=TLSRPTv1; rua=mailto:b@one.test'], []],
    [['v=TLSRPTv1; rua=http://one.test/,ftp://one.test/'], []],
    [['v=TLSRPTv1'], []],
    [['v=TLSRPTv2; rua=mailto:tls@one.test'], []],
    [[], []],
  ])('%j: %j', (records, places) => {
    expect(reportPlaces(records)).toEqual(places);
  });

  it.each([
    ['mailto:tls@one.test', 'tls@one.test'],
    ['mailto:tls%2Brpt@one.test?subject=x', 'tls+rpt@one.test'],
    ['mailto:%', undefined],
    ['https://one.test/', undefined],
  ])('%s is %s', (place, address) => {
    expect(addressOfPlace(place)).toBe(address);
  });
});
