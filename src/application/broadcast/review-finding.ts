import type { Variant, WinnerBy } from '../../domain/broadcast/ab-test.js';
import type { InsightFinding } from '../../domain/insight/rules.js';
import { linkProblems, linkRemedy } from '../../domain/shared/link-trouble.js';
import { type ContentPlace, contentParts } from '../../domain/template/check/finding.js';
import type { LinkAnswer } from '../ports/link-checker.js';
import type { SpamVerdict } from '../ports/spam-filter.js';
import type { UnsendableBroadcast, UnsendableDraft } from './send-broadcast.js';

/** Where a finding stands: in what is sent, or in a setting that has to be another. */
export const reviewParts = [...contentParts, 'preview_text', 'from', 'segment_id', 'topic_id'] as const;
type ReviewPart = (typeof reviewParts)[number];
type ReviewPlace = Omit<ContentPlace, 'part'> & { readonly part: ReviewPart };

/** Something that a review of a broadcast found. */
export interface ReviewFinding {
  /** The stable name of the check. */
  readonly name: string;
  /** The dashboard does not send while it is there. */
  readonly blocks: boolean;
  readonly seen: string;
  readonly why: string;
  readonly remedy: string;
  readonly place: ReviewPlace | null;
  /** It is fixed in DNS, in a domain or on the server; absent: by who writes. */
  readonly isForAdmin?: true;
  /** The one of two contents that it was found in; absent: in all there is, or in none. */
  readonly variant?: Variant;
}

const fields = { segment_id: 'segment', from: 'sender', subject: 'subject', html: 'content' } as const;
const remedies = {
  segment_id: 'Choose a segment in the settings.',
  from: 'Set the sender in the settings.',
  subject: 'Write a subject in the settings.',
  html: 'Write the email on the Content tab.',
} as const;
const forAdmin = { isForAdmin: true } as const;
const neverSent = 'The broadcast can’t be sent like this.';
const tagWhy = 'No contact has a value for it, so everyone would see a gap.';

/** Why sending would refuse it. */
export function ofUnsendable({ variant, ...refusal }: UnsendableDraft): ReviewFinding {
  const isOfContent = 'tag' in refusal || (refusal.refused === 'incomplete' && refusal.field !== 'segment_id');
  const part = refusal.refused === 'incomplete' ? refusal.field : settingsOf[refusal.refused];
  return {
    ...unsendable(refusal),
    ...(part === undefined ? {} : { place: { part } }),
    ...(variant === undefined || !isOfContent ? {} : { variant }),
  };
}

/** The setting that has to be another. */
const settingsOf: Partial<Record<UnsendableBroadcast['refused'], ReviewPart>> = {
  'unknown-segment': 'segment_id',
  'unusable-segment': 'segment_id',
  'unknown-topic': 'topic_id',
  'domain-not-verified': 'from',
};

function unsendable(refusal: UnsendableBroadcast): ReviewFinding {
  const found = (name: string, seen: string, remedy: string, why = neverSent): ReviewFinding => {
    return { name, blocks: true, seen, why, remedy, place: null };
  };
  switch (refusal.refused) {
    case 'incomplete': {
      const what = fields[refusal.field];
      return found('incomplete', `The broadcast has no ${what}.`, remedies[refusal.field]);
    }
    case 'same-variants':
      return found(
        'same-variants',
        'Variant B says the same as variant A.',
        'Write another subject, preview text or content for variant B, or turn the test off.',
        'There would be nothing to compare.',
      );
    case 'unknown-segment':
      return found('segment', 'The segment was deleted.', 'Choose another segment.');
    case 'unusable-segment':
      return found(
        'segment-filter',
        `The filter of the segment cannot be used. ${refusal.problem}`,
        'Change the filter of the segment, or choose another segment.',
      );
    case 'unknown-topic':
      return found('topic', 'The topic was deleted.', 'Choose another topic, or none.');
    case 'unknown-tag':
      return found(
        'unknown-tags',
        `Unknown merge tag \`${refusal.tag}\`.`,
        'Choose a merge tag from the list, or create the contact property.',
        tagWhy,
      );
    case 'wrong-condition':
      return found('conditions', conditionSeen(refusal), ...conditionRemedy);
    case 'wrong-link':
      return found(
        'tag-links',
        `The fallback of \`${refusal.tag}\` stands in a link and is no URL.`,
        'Write a fallback that begins with https://, http://, mailto: or tel:.',
      );
    case 'forbidden-place':
      return found(
        'tag-places',
        `\`${refusal.tag}\` stands in ${refusal.where}.`,
        'Move it into a text or a quoted attribute.',
        'A value there could become code.',
      );
    case 'same-content':
      return found(
        'same-content',
        'Subject and content are those of the broadcast that it is sent again of.',
        'Change the subject or the content.',
        'Who did not open it would get the same email twice.',
      );
    case 'links-unreachable':
      return {
        ...found(
          'public-url',
          refusal.link === null ? `${linkProblems[refusal.trouble]}.` : `The email links to ${refusal.link}.`,
          refusal.link === null
            ? `${linkRemedy}.`
            : 'Upload the picture again, or link to an address that readers reach.',
          'Readers could neither unsubscribe nor see pictures, and mark such email as spam.',
        ),
        ...(refusal.link === null && forAdmin),
      };
    case 'domain-not-verified':
      return found(
        'domain',
        `The domain ${refusal.domain} is not verified.`,
        'Verify the domain, or send from another one.',
        'Receivers reject what is not signed for the domain of its sender.',
      );
  }
}

const conditionRemedy = [
  'Choose again who the block is shown to, or remove the condition.',
  'It cannot be said who gets this part.',
] as const;

/** As the API says it, too. */
export const conditionSeen = ({
  condition,
  problem,
}: {
  readonly condition: string | null;
  readonly problem: string;
}): string => (condition === null ? problem : `The condition \`${condition}\` cannot be used. ${problem}`);

/** What the insights say of it. */
export function ofInsight({ check, seen, why, remedy, fix }: InsightFinding): ReviewFinding {
  const isForAdmin = fix !== null && fix.kind !== 'topics';
  return { name: check, blocks: false, seen, why, remedy: remedy ?? '', place: null, ...(isForAdmin && forAdmin) };
}

export const noLeaveLink: ReviewFinding = {
  name: 'unsubscribe-link',
  blocks: true,
  seen: 'Readers see no link to unsubscribe.',
  why: 'Most countries require it by law, and people who can’t unsubscribe report the email as spam.',
  remedy: 'Add the footer, or a link to {{{RESEND_UNSUBSCRIBE_URL}}}.',
  place: null,
};

/** The rule of an A/B test that counts what `domain` does not track. @returns undefined where it tracks it. */
export function ofRule(
  winnerBy: WinnerBy,
  domain: string,
  tracked: { readonly opens: boolean; readonly clicks: boolean },
): ReviewFinding | undefined {
  if (winnerBy === 'manual' || tracked[winnerBy]) return undefined;
  const tracking = winnerBy === 'opens' ? 'open tracking' : 'click tracking';
  return {
    name: 'test-rule',
    blocks: true,
    seen: `The A/B test is judged by ${winnerBy}, and ${tracking} of ${domain} is off.`,
    why: 'None would be counted, and variant A would always win.',
    remedy: `Turn on ${tracking} on the domain’s page, or choose another rule in the settings of the test.`,
    place: null,
  };
}

const goneStatuses: readonly number[] = [404, 410];
/** Servers that answer so refuse a program, and not those who read. */
const refusesPrograms: readonly number[] = [401, 403, 405, 406, 429, 999];

/** @returns undefined for a link that answers, or that only people may open. */
export function ofLink(url: string, answer: LinkAnswer, place: ContentPlace): ReviewFinding | undefined {
  const shown = url.length > 80 ? `${url.slice(0, 79)}…` : url;
  const why = 'People who click it see an error, and filters distrust broken links.';
  const remedy = 'Check the link and correct it.';
  const found = (blocks: boolean, seen: string): ReviewFinding => {
    return { name: 'broken-links', blocks, seen: `\`${shown}\` ${seen}.`, why, remedy, place };
  };
  if ('status' in answer) {
    const { status } = answer;
    if (status < 400 || refusesPrograms.includes(status)) return undefined;
    return found(goneStatuses.includes(status), `answers with ${status}`);
  }
  switch (answer.problem) {
    case 'address-not-allowed':
      return found(true, 'can’t be reached: it leads to a private address');
    case 'too-many-redirects':
      return found(true, 'redirects without end');
    case 'unreachable':
      return found(false, 'cannot be reached from here');
    case 'timeout':
      return found(false, 'did not answer in time');
  }
}

/** `verdict` undefined: the filter gave no answer. @returns undefined where it has nothing to say. */
export function ofSpam(verdict: SpamVerdict | undefined): ReviewFinding | undefined {
  const why = 'Many receivers judge by the same rules.';
  if (verdict === undefined) {
    const seen = 'The spam score could not be checked: rspamd (RSPAMD_URL) gave no answer.';
    return {
      name: 'spam-score',
      blocks: false,
      seen,
      why,
      remedy: 'Look whether rspamd runs.',
      place: null,
      ...forAdmin,
    };
  }
  const { score, requiredScore, isRejected, isMarked, reasons } = verdict;
  if (!isRejected && !isMarked) return undefined;
  const named = reasons.length === 0 ? '' : ` Most of it: ${reasons.join(', ')}.`;
  const seen = `rspamd gives it ${score.toFixed(1)} of ${requiredScore.toFixed(1)} points.${named}`;
  return {
    name: 'spam-score',
    blocks: isRejected,
    seen,
    why,
    remedy: 'Change what these rules are about.',
    place: null,
  };
}

/** What was found in both contents, then what was found in one of them. */
export function byVariant(ofA: readonly ReviewFinding[], ofB: readonly ReviewFinding[]): readonly ReviewFinding[] {
  const [inA, inB] = [ofA, ofB].map((found) => new Set(found.map((each) => JSON.stringify(each))));
  const isIn = (found: Set<string> | undefined, each: ReviewFinding): boolean =>
    found?.has(JSON.stringify(each)) === true;
  return [
    ...ofA.filter((each) => isIn(inB, each)),
    ...ofA.filter((each) => !isIn(inB, each)).map((each) => ({ ...each, variant: 'a' as const })),
    ...ofB.filter((each) => !isIn(inA, each)).map((each) => ({ ...each, variant: 'b' as const })),
  ];
}
