import type { Source } from '../../shared/findings.js';
import type { CheckedContent, Spot } from './read-content.js';

/** Stable names of all checks of a content, in the order in which they are listed. */
export const contentChecks = [
  'unreadable',
  'clipping',
  'plain-text',
  'unknown-variables',
  'unused-variables',
  'dead-links',
  'secure-links',
  'image-hosts',
  'alt-texts',
  'unsafe-elements',
  'html-support',
  'css-support',
  'image-formats',
  'broken-css',
  'style-size',
  'preheader',
] as const;
export type ContentCheck = (typeof contentChecks)[number];

/** `error`: people will not get what was meant. `warning`: some will not. `note`: it could be better. */
export const severities = ['error', 'warning', 'note'] as const;
type Severity = (typeof severities)[number];

export const contentParts = ['html', 'text', 'subject'] as const;

/** Where something stands; without line and column it is about the whole part. */
export interface ContentPlace extends Partial<Spot> {
  readonly part: (typeof contentParts)[number];
}

export interface ContentFinding {
  readonly name: ContentCheck;
  readonly severity: Severity;
  /** What was seen. */
  readonly seen: string;
  /** Why it matters. */
  readonly why: string;
  /** What to do. */
  readonly fix: string;
  /** Who says so; null where it follows from how the server sends. */
  readonly source: Source | null;
  /** Null where something is missing that has no place. */
  readonly place: ContentPlace | null;
}

/** What a rule says of one thing that it found. */
export type Problem = Omit<ContentFinding, 'name' | 'why' | 'source'> & Partial<Pick<ContentFinding, 'source'>>;

/** One check. It answers with nothing where nothing is wrong. */
export type ContentRule = (content: CheckedContent) => readonly ContentFinding[];

/** A content that is wrong everywhere is wrong in the same way: more findings of a rule say nothing more. */
const mostOfEach = 20;

export function rule(
  name: ContentCheck,
  about: Pick<ContentFinding, 'why'> & { readonly source?: Source },
  judge: (content: CheckedContent) => readonly Problem[],
): ContentRule {
  return (content) =>
    judge(content)
      .slice(0, mostOfEach)
      .map((problem) => ({ name, why: about.why, source: about.source ?? null, ...problem }));
}

export const inHtml = (spot?: Spot): ContentPlace => ({ part: 'html', ...spot });
