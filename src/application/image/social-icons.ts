import type { ImageType } from '../../domain/image/image.js';
import { query } from '../access/use-case.js';
import { socialIconLines } from './social-icons.data.js';

export interface SocialIcon {
  readonly name: string;
  /** As the network calls itself. */
  readonly title: string;
  /** The last part of its address. */
  readonly file: string;
  readonly contentType: ImageType;
  readonly bytes: Buffer;
}

const titles: Readonly<Record<string, string>> = {
  mail: 'Email',
  rss: 'RSS',
  whatsapp: 'WhatsApp',
  ...{ github: 'GitHub', linkedin: 'LinkedIn', tiktok: 'TikTok', youtube: 'YouTube' },
};

/** Pictures for links to profiles, the same on every server. */
const socialIcons: readonly SocialIcon[] = socialIconLines
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', base64 = ''] = line.split(' ');
    const title = titles[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return { name, title, file: `social-${name}.png`, contentType: 'image/png', bytes: Buffer.from(base64, 'base64') };
  });
const byFile = new Map(socialIcons.map((icon) => [icon.file, icon]));

/** GET /dashboard-api/social-icons. */
export const ListSocialIcons = query({
  name: 'ListSocialIcons',
  need: 'read-only',
  run: (_ports: object, _input: undefined) => Promise.resolve(socialIcons),
});

/** @returns undefined for a file that is none of them. No uploaded image has a name like theirs. */
export const socialIcon = (file: string): SocialIcon | undefined => byFile.get(file);
