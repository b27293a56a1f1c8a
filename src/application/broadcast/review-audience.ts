import { type AudienceCount, sinceYesterdayMs } from './audience-count.js';
import type { ReviewFinding } from './review-finding.js';

/** Since yesterday, a segment that grew by more than this share of what it was is worth a look. */
const usualGrowth = 0.5;

/** What is unusual about who gets it. `createdAt`: the segment's. */
export function ofAudience(
  { counted, skipped, joined, isExact }: AudienceCount,
  createdAt: string,
  nowMs: number,
): readonly ReviewFinding[] {
  const found = (name: string, seen: string, why: string, remedy: string): readonly ReviewFinding[] => [
    { name, blocks: false, seen, why, remedy, place: null },
  ];
  if (!isExact) return [];
  if (counted === 0) {
    return found(
      'empty-segment',
      'The segment is empty.',
      'No one would get it.',
      'Choose another segment, or add people.',
    );
  }
  if (Object.values(skipped).reduce((sum, people) => sum + people, 0) >= counted) {
    const seen = `None of the ${counted} in the segment would get it.`;
    return found(
      'empty-audience',
      seen,
      'All of them are skipped.',
      'Look at the reasons, and choose another segment or topic.',
    );
  }
  const before = counted - joined;
  const isNew = Date.parse(createdAt) > sinceYesterdayMs(nowMs);
  if (isNew || joined <= before * usualGrowth) return [];
  const seen = `The segment grew from ${before} to ${counted} people since yesterday.`;
  const why = 'An import or a filter may have put people into it who did not ask for this email.';
  return found('grown-segment', seen, why, 'Look at who is new in it before you send.');
}
