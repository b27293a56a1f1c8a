import { describe, expect, it } from '@jest/globals';
import { isbot } from 'isbot';
import { judgeHit, type SeenHit } from '../../../src/domain/tracking/judge-hit.js';

const deliveredAtMs = Date.parse('2026-03-01T10:00:00Z');
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const click = (more: Partial<SeenHit> & { readonly userAgent?: string; readonly afterMs?: number } = {}): SeenHit => {
  const { userAgent = firefox, afterMs = 60_000, ...rest } = more;
  return { atMs: deliveredAtMs + afterMs, link: 0, seen: { method: 'GET', userAgent }, ...rest };
};
const open = (userAgent: string, afterMs = 60_000): SeenHit => click({ link: null, userAgent, afterMs });
const judged = (hit: SeenHit, around: readonly SeenHit[] = [hit]) =>
  judgeHit(hit, { deliveredAtMs, around, isBot: isbot });

describe('an open', () => {
  it.each([
    // As their makers and those who send much mail have published them.
    ['Apple Mail Privacy Protection', 'Mozilla/5.0', 'privacy_proxy', 'apple_mail_privacy'],
    [
      'Gmail, ahead of the reader',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0',
      'privacy_proxy',
      'gmail_prefetch',
    ],
    [
      'Gmail',
      'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
      'person',
      'gmail_image_proxy',
    ],
    [
      'Yahoo',
      'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
      'person',
      'yahoo_image_proxy',
    ],
    [
      'Outlook on Windows',
      'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; Microsoft Outlook 16.0.17328)',
      'person',
      'no_sign_of_a_program',
    ],
    [
      'Apple Mail on a Mac without it',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)',
      'person',
      'no_sign_of_a_program',
    ],
    [
      'Mail on an iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
      'person',
      'no_sign_of_a_program',
    ],
    [
      'Thunderbird',
      'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.3.0',
      'person',
      'no_sign_of_a_program',
    ],
    [
      'a program that calls itself one',
      'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
      'scanner',
      'user_agent',
    ],
    ['nothing', '', 'scanner', 'no_user_agent'],
  ])('by %s is judged as documented', (_name, userAgent, cause, sign) => {
    expect(judged(open(userAgent))).toEqual({ judged: cause, sign });
  });

  it.each([
    [-1, 'before_delivery'],
    [2_999, 'at_delivery'],
    [3_000, 'no_sign_of_a_program'],
  ])('%s ms after the receiver took the mail is %s', (afterMs, sign) => {
    expect(judged(open(firefox, afterMs)).sign).toBe(sign);
  });
});

const googleProxy = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';

describe('an open through a picture proxy', () => {
  it.each([
    [1, 'person'],
    [2, 'scanner'],
  ] as const)('before a person could have read it is, by version %s, of a %s', (version, cause) => {
    const hit = open(googleProxy, 1_000);
    const context = { deliveredAtMs, around: [hit], isBot: isbot };
    expect(judgeHit(hit, context, version).judged).toBe(cause);
    expect(judgeHit(open(googleProxy), context, version).judged).toBe('person');
  });
});

describe('a click', () => {
  it('is a person’s where nothing speaks against it', () => {
    expect(judged(click())).toEqual({ judged: 'person', sign: 'no_sign_of_a_program' });
  });

  it('of three links within five seconds is a scanner’s, of two a person’s', () => {
    const three = [0, 1, 2].map((link) => click({ link, afterMs: 60_000 + link * 2_000 }));
    expect(three.map((hit) => judged(hit, three).sign)).toEqual(Array(3).fill('many_links_at_once'));
    const two = three.slice(0, 2);
    expect(two.map((hit) => judged(hit, two).judged)).toEqual(['person', 'person']);
    const slow = [0, 1, 2].map((link) => click({ link, afterMs: 60_000 + link * 6_000 }));
    expect(slow.map((hit) => judged(hit, slow).judged)).toEqual(['person', 'person', 'person']);
  });

  it('beside a request for the header alone is a scanner’s', () => {
    const head = click({ seen: { method: 'HEAD', userAgent: firefox } });
    const get = click({ afterMs: 61_000 });
    expect([judged(head).sign, judged(get, [head, get]).sign]).toEqual(['head_request', 'head_request']);
    expect(judged(click({ link: 1, afterMs: 61_000 }), [head, click({ link: 1, afterMs: 61_000 })]).judged).toBe(
      'person',
    );
  });

  it('that is fetched ahead is no person’s', () => {
    expect(judged(click({ seen: { method: 'GET', userAgent: firefox, purpose: 'prefetch;prerender' } }))).toEqual({
      judged: 'privacy_proxy',
      sign: 'prefetch',
    });
  });
});
