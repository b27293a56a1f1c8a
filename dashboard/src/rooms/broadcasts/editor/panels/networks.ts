/** Whose addresses lead where; `pinterest.` is a name that many countries have an ending of their own for. */
const hosts: Readonly<Record<string, string>> = {
  bluesky: 'bsky.app',
  discord: 'discord.com discord.gg',
  facebook: 'facebook.com fb.com fb.me',
  github: 'github.com',
  instagram: 'instagram.com',
  linkedin: 'linkedin.com lnkd.in',
  mastodon: 'mastodon.social mastodon.online',
  medium: 'medium.com',
  pinterest: 'pinterest. pin.it',
  reddit: 'reddit.com',
  spotify: 'spotify.com',
  telegram: 't.me telegram.me',
  threads: 'threads.net threads.com',
  tiktok: 'tiktok.com',
  twitch: 'twitch.tv',
  whatsapp: 'wa.me whatsapp.com',
  x: 'x.com twitter.com',
  youtube: 'youtube.com youtu.be',
};

/** The icon of a link by its address, and where that says nothing, by its name; undefined where it leads nowhere. */
export function iconFor(url: string, name: string): string | undefined {
  if (/^mailto:/i.test(url)) return 'mail';
  const [, host = ''] = /^https?:\/\/(?:[^/@]*@)?([^/:?#]+)/i.exec(url.toLowerCase()) ?? [];
  if (host === '') return undefined;
  const network = Object.keys(hosts).find((each) => (hosts[each] ?? '').split(' ').some((known) => isAt(host, known)));
  if (network !== undefined) return network;
  // Servers of Mastodon have hosts of their own.
  if (/mastodon/i.test(`${name} ${host}`) || /^https?:\/\/[^/]+\/@/i.test(url)) return 'mastodon';
  return /\b(rss|atom|feed)\b/i.test(`${name} ${url}`) ? 'rss' : 'website';
}

const isAt = (host: string, known: string): boolean =>
  known.endsWith('.') ? `.${host}`.includes(`.${known}`) : host === known || host.endsWith(`.${known}`);
