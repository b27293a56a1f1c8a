import { contentCheckWords } from '../../shared/content-checks.js';
import { placesIn } from '../content.js';
import { inHtml, type Problem, rule } from './finding.js';
import type { AddressUse, CheckedContent } from './read-content.js';

const deadLinks = rule(
  'dead-links',
  { why: 'An email isn’t a page: relative addresses and scripts in links do nothing.' },
  (content) =>
    addressesOf(content).flatMap(({ url, what, spot }): readonly Problem[] => {
      const problem = deadness(url, what);
      return problem === undefined ? [] : [{ severity: 'error', ...problem, place: inHtml(spot) }];
    }),
);

const secureLinks = rule(
  'secure-links',
  {
    why: 'Anyone on the way can read and change what is loaded over http, so email clients warn about it or block it.',
  },
  (content) =>
    addressesOf(content).flatMap(({ url, what, spot }): readonly Problem[] =>
      /^http:/i.test(url)
        ? [
            {
              severity: 'warning',
              seen: `The ${what} \`${shortened(url)}\` is not https.`,
              fix: 'Use https, with a certificate for the address.',
              place: inHtml(spot),
            },
          ]
        : [],
    ),
);

const imageHosts = rule(
  'image-hosts',
  {
    why: 'Spam filters compare the hosts of images with the sender, and a host that others share can be blocked because of them.',
  },
  (content) => {
    const { read, senderDomains, registeredDomainOf } = content;
    if (read === null || senderDomains.size === 0) return [];
    const seen = new Set<string>();
    return read.images.flatMap(({ url, spot }): readonly Problem[] => {
      const host = hostOf(addressIn(url, content));
      if (host === undefined || seen.has(host) || senderDomains.has(registeredDomainOf(host))) return [];
      seen.add(host);
      return [
        {
          severity: 'warning',
          seen: `Images are loaded from ${host}, which is not one of your domains.`,
          fix: `Serve images from your own domain, for example images.${[...senderDomains][0]}.`,
          place: inHtml(spot),
        },
      ];
    });
  },
);

const words = contentCheckWords['alt-texts'];
const altTexts = rule('alt-texts', words, ({ read }) =>
  (read?.images ?? []).flatMap(({ url, alt, isPixel, spot }): readonly Problem[] => {
    const seen = `The image \`${shortened(url)}\` has no \`alt\`.`;
    return alt !== null || isPixel ? [] : [{ severity: 'warning', seen, fix: words.remedy, place: inHtml(spot) }];
  }),
);

export const addressRules = [deadLinks, secureLinks, imageHosts, altTexts];

/** Links and images, as they lead where values are missing; what only a value says is left out. */
function addressesOf(content: CheckedContent): readonly (AddressUse & { readonly what: 'link' | 'image' })[] {
  const { links = [], images = [] } = content.read ?? {};
  return [...links.map((use) => ({ ...use, what: 'link' as const })), ...images.map(asImage)].flatMap((use) => {
    const url = addressIn(use.url, content);
    return url === undefined ? [] : [{ ...use, url }];
  });
}

const asImage = ({ url, spot }: AddressUse) => ({ url, spot, what: 'image' as const });

/** A variable at its beginning stands for what is missing. @returns undefined where only a value can say. */
function addressIn(url: string, { variables }: Pick<CheckedContent, 'variables'>): string | undefined {
  const trimmed = url.trim();
  const [first] = placesIn(trimmed);
  if (first?.start !== 0) return trimmed;
  const declared = variables.find(({ key }) => key === first.name)?.fallback;
  const fallback = first.fallback ?? (typeof declared === 'string' ? declared : undefined);
  return fallback === undefined ? undefined : fallback + trimmed.slice(first.end);
}

const takenSchemes = { link: /^(https?|mailto|tel|sms):/i, image: /^(https?|cid|data):/i };
const scheme = /^([a-z][a-z\d+.-]*):/i;

function deadness(url: string, what: 'link' | 'image'): Pick<Problem, 'seen' | 'fix'> | undefined {
  if (takenSchemes[what].test(url) || (what === 'link' && /^#./.test(url))) return undefined;
  const shown = shortened(url);
  if (url === '' || url === '#') {
    return {
      seen: `A ${what} leads nowhere: \`${shown}\`.`,
      fix: `Enter a full address, such as https://example.com, or remove the ${what}.`,
    };
  }
  const [, name] = scheme.exec(url) ?? [];
  return name === undefined
    ? { seen: `The ${what} \`${shown}\` is no whole address.`, fix: 'Write it whole, from https:// on.' }
    : {
        seen: `The ${what} \`${shown}\` has the scheme ${name.toLowerCase()}, which email clients do not open.`,
        fix: `Lead to a page with https:// in place of it.`,
      };
}

function hostOf(url: string | undefined): string | undefined {
  const [, host] = /^https?:\/\/(?:[^/?#]*@)?([^/?#:{}]+)/i.exec(url ?? '') ?? [];
  return host?.toLowerCase().replace(/\.$/, '');
}

const shortened = (url: string): string => (url.length > 80 ? `${url.slice(0, 79)}…` : url);
