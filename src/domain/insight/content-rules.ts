import type { HtmlFacts, ImageFacts, MailFacts } from './facts.js';
import { attention, improvement, passed, rule, unchecked, type Verdict } from './finding.js';
import { sources } from './sources.js';
import { clippedHtml, contentCheckWords as words, noPlainText } from '../shared/content-checks.js';
import { clippingBytes, counted, sizeOf } from '../shared/findings.js';

/** Beside images, less text than this looks like an email that is one picture. Characters. */
const leastTextBesideImages = 400;
/** Up to this declared width and height, in pixels, an image is an icon. */
const iconPixels = 64;
/** Such an image counts opens, and no one is to see it. Pixels. */
const pixel = 2;

const plainText = rule(
  'plain-text',
  { title: 'A plain-text part is included', ...words['plain-text'] },
  ({ textCharacters }) =>
    textCharacters > 0
      ? passed(`The plain-text part has ${counted(textCharacters, 'character')}.`)
      : attention(noPlainText, words['plain-text'].remedy),
);

const clipping = rule('clipping', { title: 'The HTML is smaller than what Gmail shows', ...words.clipping }, (facts) =>
  ofHtml(facts, ({ bytes }) =>
    bytes < clippingBytes
      ? passed(`The HTML is ${sizeOf(bytes)} of ${sizeOf(clippingBytes)}.`)
      : attention(clippedHtml(bytes), words.clipping.remedy),
  ),
);

const imageShare = rule(
  'image-share',
  {
    title: 'Images come with text',
    why: 'Filters cannot read a picture and distrust an email that is little else; without images it says nothing.',
    source: sources.spamAssassin,
  },
  (facts) =>
    ofHtml(facts, ({ images, textCharacters }) => {
      const shown = images.filter((image) => !isWithin(image, iconPixels));
      if (shown.length === 0) return passed('There is no image larger than an icon.');
      const seen = `${counted(shown.length, 'image')} beside ${counted(textCharacters, 'character')} of text`;
      return textCharacters >= leastTextBesideImages
        ? passed(`${seen}.`)
        : improvement(
            `${seen}; fewer than ${leastTextBesideImages} look like an email made of images.`,
            'Write what the images say as text, too.',
          );
    }),
);

const altTexts = rule('alt-texts', { title: 'Images have alternative texts', ...words['alt-texts'] }, (facts) =>
  ofHtml(facts, ({ images }) => {
    const shown = images.filter((image) => !isWithin(image, pixel));
    const without = shown.filter(({ alt }) => alt === null).length;
    if (shown.length === 0) return passed('There are no images.');
    return without === 0
      ? passed(`${counted(shown.length, 'image')}, each with an alternative text.`)
      : improvement(
          `${without} of ${counted(shown.length, 'image')} ${without === 1 ? 'has' : 'have'} no \`alt\`.`,
          words['alt-texts'].remedy,
        );
  }),
);

export const textRules = [plainText, clipping];
export const imageRules = [imageShare, altTexts];

/** Judges the html. @returns undefined where the email has none. */
export function ofHtml({ html }: Pick<MailFacts, 'html'>, judge: (html: HtmlFacts) => Verdict): Verdict | undefined {
  if (html === null) return undefined;
  return html.kind === 'known' ? judge(html.value) : unchecked(html.because);
}

function isWithin({ width, height }: ImageFacts, pixels: number): boolean {
  return width !== null && height !== null && width <= pixels && height <= pixels;
}
