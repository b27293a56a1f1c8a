import { ofHtml } from './content-rules.js';
import type { LinkFacts, NameFacts } from './facts.js';
import { attention, passed, rule } from './finding.js';
import { sources } from './sources.js';
import { counted, listed } from '../shared/findings.js';

/** Services that anyone may point anywhere. */
const shorteners = new Set(
  `adf.ly bit.ly bitly.com bl.ink buff.ly cutt.ly fb.me goo.gl is.gd j.mp lnkd.in ow.ly rb.gy rebrand.ly s.id short.io
  shorturl.at soo.gd surl.li t.co t.ly tiny.cc tinyurl.com trib.al u.to v.gd`.split(/\s+/),
);

const shortYoutube = 'youtu.be';

const linkHosts = rule(
  'link-hosts',
  {
    title: 'Links lead to the sending domain',
    why: 'Spam filters compare the hosts of links with the sender. Links to other hosts share the reputation of those hosts, and phishing looks like this.',
    source: sources.yahoo,
  },
  (facts) =>
    ofHtml(facts, ({ links }) => {
      const { domain } = facts.from;
      const foreign = links.filter(({ host }) => host.registered !== domain.registered);
      if (links.length === 0) return passed('There are no links.');
      return foreign.length === 0
        ? passed(`${counted(links.length, 'link')}, all below ${domain.registered}.`)
        : attention(
            `${foreign.length} of ${counted(links.length, 'link')} ${foreign.length === 1 ? 'leads' : 'lead'} elsewhere: ${hostsOf(foreign)}.`,
            `Link to pages below ${domain.registered}, which may redirect from there.`,
          );
    }),
);

const linkShorteners = rule(
  'link-shorteners',
  {
    title: 'Links are not shortened',
    why: 'A shortened link hides where it leads, so spam uses them and filters block the services.',
    source: sources.google,
  },
  (facts) =>
    ofHtml(facts, ({ links }) => {
      const short = links.filter(({ host }) => isAt(host, (name) => shorteners.has(name)));
      return short.length === 0
        ? passed('No link goes through a known shortener.')
        : attention(
            `${counted(short.length, 'link goes', 'links go')} through a shortener: ${hostsOf(short)}.`,
            'Link to the page itself.',
          );
    }),
);

const youtubeLinks = rule(
  'youtube-links',
  {
    title: 'YouTube links are written in full',
    why: 'The short form is a shortened link too: it does not show whose page it opens.',
    source: sources.google,
  },
  (facts) =>
    ofHtml(facts, ({ links }) => {
      const short = links.filter(({ host }) => isAt(host, (name) => name === shortYoutube)).length;
      return short === 0
        ? passed(`No link uses ${shortYoutube}.`)
        : attention(
            `${counted(short, 'link uses', 'links use')} ${shortYoutube}.`,
            'Write `https://www.youtube.com/watch?v=…`.',
          );
    }),
);

export const linkRules = [linkHosts, linkShorteners, youtubeLinks];

function isAt({ name }: NameFacts, is: (name: string) => boolean): boolean {
  return is(name.replace(/^www\./, ''));
}

function hostsOf(links: readonly LinkFacts[]): string {
  return listed(links.map(({ host }) => host.name));
}
