import { foreignTags } from '../../domain/template/check/foreign-tags.js';
import { type ContentPlace, inHtml } from '../../domain/template/check/finding.js';
import { type AddressUse, spotsIn } from '../../domain/template/check/read-content.js';
import { placesIn } from '../../domain/template/content.js';
import { savedBlocksProjection } from '../../projections/saved-blocks/saved-blocks.projection.js';
import { followedBlocks } from '../saved-block/saved-blocks.js';
import { allOfTeam, type TeamReadPorts } from '../shared/all-of-team.js';
import { mostLinkCharacters } from '../tracking/track-body.js';
import { linkCharacters } from '../tracking/track-token.js';
import { type BroadcastContent, htmlAsWritten } from './broadcast-content.js';
import type { ReviewFinding } from './review-finding.js';

/** What is wrong everywhere is said a few times. */
const mostFindings = 20;

/** What another service would have filled in, where a reader would see it. */
export function ofForeignTags(content: BroadcastContent): readonly ReviewFinding[] {
  const { subject, previewText, text, isTextDerived } = content;
  const html = htmlAsWritten(content);
  const found = new Map<string, ReviewFinding['place']>();
  const note = (written: string, part: ContentPlace['part'] | 'preview_text'): void => {
    const spotAt = spotsIn(written);
    for (const { tag, at } of foreignTags(written, part === 'html')) {
      if (!found.has(tag)) found.set(tag, { part, ...spotAt(at) });
    }
  };
  note(subject ?? '', 'subject');
  note(previewText ?? '', 'preview_text');
  note(html, 'html');
  if (!isTextDerived) note(text, 'text');
  return [...found].slice(0, mostFindings).map(([tag, place]) => ({
    name: 'foreign-tags',
    blocks: false,
    seen: `\`${shortened(tag)}\` looks like a merge tag of another service.`,
    why: 'Posthorn doesn’t fill it in, so everyone would read it literally.',
    remedy: 'Write a merge tag of this server, such as {{{FIRST_NAME|there}}}, or remove it.',
    place,
  }));
}

/** A merge tag that leaves a hole, by how many people have no value for it. `isExact` false: at least so many. */
export const ofLackedValues = (lacked: ReadonlyMap<string, number>, isExact: boolean): readonly ReviewFinding[] =>
  [...lacked]
    .filter(([, people]) => people > 0)
    .slice(0, mostFindings)
    .map(([name, people]) => ({
      name: 'missing-fallback',
      blocks: false,
      seen: `\`{{{${name}}}}\` has no fallback, and ${isExact ? '' : 'at least '}${people === 1 ? '1 person has' : `${people} people have`} no value for it.`,
      why: 'They would see a gap.',
      remedy: `Write a fallback, such as {{{${name}|…}}}, or give the property one.`,
      place: null,
    }));

/** Sections that no one who gets it sees. */
export const ofUnseenSections = (shownTo: ReadonlyMap<string, number>): readonly ReviewFinding[] =>
  [...shownTo]
    .filter(([, people]) => people === 0)
    .map(([condition]) => ({
      name: 'unseen-sections',
      blocks: false,
      seen: `No one in the audience sees what is under the condition \`${condition}\`.`,
      why: 'The condition may compare with a value that no contact has.',
      remedy: 'Choose again who the block is shown to, or remove it.',
      place: null,
    }));

/** Where links of the sender's domain are tracked: `https://links.example.com`; undefined where they are not. */
export function ofLongLinks(links: readonly AddressUse[], trackedAt: string | undefined): readonly ReviewFinding[] {
  const seen = new Set<string>();
  return links
    .flatMap(({ url, spot }): readonly ReviewFinding[] => {
      // Without values: what they add is another for each person.
      const length = placesIn(url).reduce((rest, { start, end }) => rest - (end - start), url.trim().length);
      const isTooLong = length > mostLinkCharacters;
      const isUntracked = trackedAt !== undefined && linkCharacters(trackedAt, length) > mostLinkCharacters;
      if (!/^\s*https?:/i.test(url) || seen.has(url) || !(isTooLong || isUntracked)) return [];
      seen.add(url);
      const why = isTooLong
        ? 'Email clients and filters cut off longer links, which then lead nowhere.'
        : `Its tracked form would pass ${mostLinkCharacters} characters, so it is sent as it is and its clicks are not counted.`;
      const about = `The link \`${shortened(url.trim())}\` has ${length} characters.`;
      const remedy = 'Shorten it, for example by leaving out what its page does not need.';
      return [{ name: 'long-links', blocks: false, seen: about, why, remedy, place: inHtml(spot) }];
    })
    .slice(0, mostFindings);
}

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/** What follows a saved block and has it as it was: the dashboard could not write the draft again. */
export async function ofOldBlocks(
  ports: TeamReadPorts,
  teamId: string,
  { document }: Pick<BroadcastContent, 'document'>,
): Promise<readonly ReviewFinding[]> {
  const followed = followedBlocks(document);
  if (followed.size === 0) return [];
  const found: ReviewFinding[] = [];
  // A document may name any number of blocks by any text; those of the team are few.
  for (const block of await allOfTeam(ports, savedBlocksProjection, teamId)) {
    if (block.version <= (followed.get(block.id) ?? Infinity)) continue;
    found.push({
      ...{ name: 'saved-blocks', blocks: false, place: { part: 'html' } },
      seen: `The saved block ${block.name} was changed, and this email has it as it was before.`,
      why: 'People would get an outdated text.',
      remedy: 'Open the content: it then has the block as it is now.',
    });
  }
  return found;
}
