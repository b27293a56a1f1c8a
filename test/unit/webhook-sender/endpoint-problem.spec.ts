import { networkInterfaces } from 'node:os';
import { ownServices } from '../../../src/infrastructure/outbound-http/own-services.js';
import { endpointProblem } from '../../../src/programs/server/services/webhooks.js';

const own = ownServices('https://mail.example.net', new Set([8443]));
const problemOf = (url: string, isAllowed: (address: string) => boolean) => endpointProblem(url, { isAllowed, own });

describe('an endpoint', () => {
  it.each(['https://mail.example.net/emails', 'https://MAIL.example.net.:9443/', 'https://mail.example.net:8443/'])(
    'is not on this server: %s',
    (url) => {
      expect(problemOf(url, () => true)).toBe('endpoint-own');
    },
  );

  it('is at no address and port where this server listens', () => {
    const address = Object.values(networkInterfaces())
      .flatMap((entries) => entries ?? [])
      .find(({ family }) => family === 'IPv4')?.address;
    // As if it were a public one.
    expect(problemOf(`https://${address}:8443/`, () => true)).toBe('endpoint-own');
    expect(problemOf(`https://${address}/`, () => true)).toBe('endpoint-own');
    expect(problemOf(`https://${address}:9443/`, () => true)).toBeUndefined();
  });

  it('is anywhere else, and where private addresses are allowed anywhere', () => {
    expect(problemOf('https://hooks.example.com/', () => false)).toBeUndefined();
    expect(endpointProblem('http://mail.example.net/', null)).toBeUndefined();
  });
});
