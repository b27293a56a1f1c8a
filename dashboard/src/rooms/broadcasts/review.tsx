import { Text } from '@mantine/core';
import type { Answer } from '../../api/operations';
import { Callout } from '../../kit/callout';
import { FindingList, type ListedFinding } from '../../kit/finding-list';
import { findingName } from '../../kit/finding-name';
import { abTestWords } from '../../messages/broadcast-ab-test';
import { broadcastPageWords as words } from '../../messages/broadcast-page';
import { broadcastProofWords } from '../../messages/broadcast-proof';

type Checked = Answer<'POST /dashboard-api/broadcasts/{id}/review'>;

/** What a check found before anything is sent: what blocks first, then who gets it and who is skipped, and why. */
export function Review({ review: { blocks, findings, audience } }: { readonly review: Checked }) {
  return (
    <>
      {audience !== null && <Audience of={audience} />}
      {blocks && <Callout tone="bad" title={words.blocked} />}
      {findings.length === 0 ? (
        <Callout tone="good" title={words.nothingFound} />
      ) : (
        <FindingList label={words.findings} findings={findings.map(listed)} />
      )}
    </>
  );
}

function Audience({ of: { counted, skipped, exact } }: { readonly of: NonNullable<Checked['audience']> }) {
  const left = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  const reasons = Object.entries(skipped).map(
    ([reason, count]) =>
      `${count.toLocaleString('en')} ${(broadcastProofWords.reasons[reason] ?? reason).toLowerCase()}`,
  );
  return (
    <div>
      <Text fw={650}>{words.goesTo(counted - left, exact)}</Text>
      <Text size="sm" c="dimmed">
        {left === 0 ? words.noneSkipped : words.skippedOf(left, counted, reasons.join(', '))}
      </Text>
    </div>
  );
}

function listed({ name, blocks, seen, why, do: fix, place, variant }: Checked['findings'][number]): ListedFinding {
  const places = [
    ...(variant === null ? [] : [abTestWords.variant(variant)]),
    ...(place === null ? [] : [words.place(place.part, place.line)]),
  ];
  return {
    name: findingName(name),
    severity: blocks ? 'error' : 'improvement',
    seen,
    why: { text: why },
    fix,
    place:
      places.length === 0 ? null : (
        <Text size="xs" c="dimmed">
          {places.join(' · ')}
        </Text>
      ),
  };
}
