import { requireOwnPage } from '../../../src/infrastructure/http/edge/csrf.js';

const publicUrl = 'https://mail.example.com';
const refusal = (headers: Readonly<Record<string, string>>, url = publicUrl): string | undefined => {
  try {
    requireOwnPage({ method: 'POST', headers }, url);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};
const overHttp =
  'You opened the dashboard over http, and PUBLIC_URL is https://mail.example.com: the browser would not keep your session. Open https://mail.example.com/dashboard.';

describe('a change from a page that was loaded over http, behind an https PUBLIC_URL', () => {
  it.each([
    // A browser sends no Fetch Metadata over http.
    ['at an address of the server', { origin: 'http://10.0.0.5:3000', host: '10.0.0.5:3000' }, overHttp],
    ['at its name', { origin: 'http://mail.example.com', host: 'mail.example.com' }, overHttp],
    ['at an IPv6 address', { origin: 'http://[2001:db8::5]:3000', host: '[2001:db8::5]:3000' }, overHttp],
    ['on this machine, where cookies are kept', { origin: 'http://localhost:3000', host: 'localhost:3000' }, undefined],
    ['through the proxy', { origin: publicUrl, host: '127.0.0.1:3000', 'sec-fetch-site': 'same-origin' }, undefined],
  ])('%s', (_case, headers, message) => expect(refusal(headers)).toBe(message));

  it('is taken where PUBLIC_URL is http, too', () => {
    expect(refusal({ origin: 'http://10.0.0.5:3000', host: '10.0.0.5:3000' }, 'http://10.0.0.5:3000')).toBeUndefined();
  });
});
