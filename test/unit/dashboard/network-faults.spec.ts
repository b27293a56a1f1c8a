import { faultOf } from '../../../dashboard/src/messages/network-faults.js';

describe('what the network said instead of a reply', () => {
  it.each([
    ['connect ECONNREFUSED 192.0.2.1:25', 'connection refused'],
    ['read ECONNRESET', 'connection closed'],
    ['queryMx ENOTFOUND', 'host not found'],
  ])('%s is told in plain words', (said, told) => {
    expect(faultOf(said)).toBe(told);
  });

  it.each(['EHLO was not answered within 30 s', 'connect EUNKNOWN', '421 4.3.2 Busy'])('%s stays as it is', (said) => {
    expect(faultOf(said)).toBe(said);
  });
});
