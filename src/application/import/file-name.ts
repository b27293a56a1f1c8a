import type { Standing } from '../../domain/import/consent-columns.js';
import { fold } from './words/fold.js';
import { standingOf } from './words/status-words.js';

/** Words that turn the next around, or that ask for more than one kind. */
const turned = /\b(?:not|non|no|without|except|ohne|sans|sin|senza|zonder|bez|and|und|et|y|all|active)\b/;
const words: readonly (readonly [RegExp, Standing])[] = [
  [/(?:marked as spam|complain\w*|spam|abuse)/, 'complained'],
  [/(?:bounce\w*|cleaned|undeliverable|invalid)/, 'bounced'],
  [/(?:nonsubscribed|non subscribed|unconfirmed|pending|never subscribed|transactional)/, 'unconfirmed'],
  [
    /(?:unsub\w*|opt(?:ed)? ?outs?|suppress\w*|black ?list\w*|block ?list\w*|do not (?:contact|email)|abgemeldet\w*|abmeldungen|desabonn\w*|desinscri\w*|bajas?|disiscritt\w*|uitgeschreven|wypisan\w*)/,
    'unsubscribed',
  ],
];

/** No file system has a longer one, and the patterns below take time for each two characters. */
const maxCharacters = 255;

/**
 * What the name of a file says of all its people: services write a file for each status. `isSure` where the name begins
 * or ends with it.
 */
export function standingInFileName(fileName: string | null): { standing: Standing; isSure: boolean } | undefined {
  const name = fold((fileName ?? '').slice(-maxCharacters).replace(/\.(?:csv|tsv|txt)$/i, '')).replace(
    /(?: \d+| copy| export| members?| audience| segment)+$/,
    '',
  );
  const found = words.find(([sign]) => sign.test(name));
  if (found === undefined) return undefined;
  const [sign, standing] = found;
  const isAtEdge = new RegExp(`^${sign.source}(?: |$)|(?:^| )${sign.source}$`).test(name);
  const rest = name.replace(sign, ' ');
  return { standing, isSure: isAtEdge && !turned.test(rest) && standingOf(name) !== 'subscribed' };
}
