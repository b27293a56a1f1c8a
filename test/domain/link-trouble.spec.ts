import { hostTrouble, linkTroubleOf, unreachableLink } from '../../src/domain/shared/link-trouble.js';

const relay = { deliveryMode: { kind: 'relay' }, allowPrivateLinks: false } as const;

describe('links in emails', () => {
  it.each([
    [null, 'unset'],
    ['http://127.0.0.1:3000', 'loopback'],
    ['https://127.8.9.10', 'loopback'],
    ['https://2130706433', 'loopback'],
    ['https://0x7f.1', 'loopback'],
    ['https://0.0.0.0:3000', 'loopback'],
    ['https://[::1]:3000', 'loopback'],
    ['https://[::]', 'loopback'],
    ['https://[::ffff:127.0.0.1]', 'loopback'],
    ['https://localhost', 'loopback'],
    ['https://LOCALHOST.', 'loopback'],
    ['https://mail.localhost:8443', 'loopback'],
    ['https://10.1.2.3', 'private'],
    ['https://172.16.0.1', 'private'],
    ['https://172.31.255.255', 'private'],
    ['https://192.168.1.20', 'private'],
    ['https://169.254.10.1', 'private'],
    ['https://100.64.0.1', 'private'],
    ['https://[fd00::1]', 'private'],
    ['https://[fe80::1]', 'private'],
    ['https://[::ffff:10.0.0.1]', 'private'],
    ['https://posthorn', 'private'],
    ['https://posthorn.local', 'private'],
    ['https://mail.corp.internal', 'private'],
    ['http://mail.example.com', 'not-https'],
    ['http://203.0.113.7:3000', 'not-https'],
    ['https://mail.example.com', null],
    ['https://mail.example.com/posthorn', null],
    ['https://8.8.8.8', null],
    ['https://172.32.0.1', null],
    ['https://[2a00:1450::1]', null],
    ['https://localhost.example.com', null],
    ['https://10.example.com', null],
  ])('under %s: %s', (publicUrl, trouble) => {
    expect(linkTroubleOf({ ...relay, publicUrl })).toBe(trouble);
    expect(linkTroubleOf({ ...relay, deliveryMode: { kind: 'mx' }, publicUrl })).toBe(trouble);
    expect(linkTroubleOf({ ...relay, deliveryMode: { kind: 'capture' }, publicUrl })).toBeNull();
    expect(linkTroubleOf({ ...relay, allowPrivateLinks: true, publicUrl })).toBeNull();
  });

  it('to pictures are found in a content that was written under another address', () => {
    const picture = (host: string) => `<p>Hi</p><img src="${host}/images/abc.png">`;
    expect(unreachableLink(picture('http://127.0.0.1:3000'))).toBe('http://127.0.0.1:3000/images/abc.png');
    expect(unreachableLink(picture('https://posthorn.local/base'))).toBe('https://posthorn.local/base/images/abc.png');
    expect(unreachableLink(picture('https://mail.example.com'))).toBeUndefined();
    expect(unreachableLink('<a href="http://localhost:8080/docs">dev</a>')).toBeUndefined();
    expect(hostTrouble('mail.example.com')).toBeNull();
  });
});
