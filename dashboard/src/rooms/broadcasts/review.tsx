import { Button, List, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Answer } from '../../api/operations';
import { Callout } from '../../kit/callout';
import { FindingList, type ListedFinding, type Sighting } from '../../kit/finding-list';
import { Fold } from '../../kit/fold';
import { findingName } from '../../kit/finding-name';
import { abTestWords } from '../../messages/broadcast-ab-test';
import { broadcastPageWords as words } from '../../messages/broadcast-page';
import { broadcastProofWords } from '../../messages/broadcast-proof';
import { segmentsQuery } from '../contacts/queries';
import { isOfSegment, readCondition } from './editor/writing/condition';
import { writtenPlace } from './html-place';
import type { Broadcast } from './queries';

type Checked = Answer<'POST /dashboard-api/broadcasts/{id}/review'>;
type Audience = NonNullable<Checked['audience']>;
type Finding = Checked['findings'][number];

interface ReviewProps {
  readonly review: Checked;
  readonly broadcast: Broadcast;
  /** False while links, audience and more are still being checked. */
  readonly isWhole: boolean;
  readonly onOpen: (tab: 'content' | 'settings', at: string | undefined) => void;
}

/** What a check found before anything is sent: who gets it, and what to fix by who can, what blocks first. */
export function Review({ review: { blocks, findings, audience }, broadcast, isWhole, onOpen }: ReviewProps) {
  const list = (by: Finding['fixed_by']): readonly ListedFinding[] =>
    reasonsOnce(likeEachOther(findings.filter((each) => each.fixed_by === by))).map(([first, ...again]) => {
      const sighting = (of: Finding): Sighting => ({ seen: of.seen, place: placeOf(of, broadcast, onOpen) });
      return { ...listed(first), ...sighting(first), again: again.map(sighting) };
    });
  const [ofWriter, ofAdmin] = [list('writer'), list('admin')];
  return (
    <>
      {audience !== null && <AudienceText of={audience} />}
      {blocks && <Callout tone="bad" title={words.blocked} />}
      {isWhole && findings.length === 0 && <Callout tone="good" title={words.nothingFound} />}
      {ofWriter.length > 0 && (
        <div>
          <Title order={3} mb="xs">
            {words.youCanFix}
          </Title>
          <FindingList label={words.youCanFix} findings={ofWriter} />
        </div>
      )}
      {ofAdmin.length > 0 && (
        <Fold title={words.adminCanFix(ofAdmin.length)} isOpen={ofAdmin.some(({ severity }) => severity === 'error')}>
          <FindingList label={words.adminCanFix(ofAdmin.length)} findings={ofAdmin} />
        </Fold>
      )}
    </>
  );
}

type Likes = readonly [Finding, ...Finding[]];

/** What has the same remedy is one entry with its places: ten images without an alternative text are one task. */
function likeEachOther(findings: readonly Finding[]): readonly Likes[] {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const each of findings) {
    const alike = JSON.stringify([each.name, each.blocks, each.do]);
    const group = groups.get(alike);
    if (group === undefined) groups.set(alike, [each]);
    else group.push(each);
  }
  return [...groups.values()];
}

/** Why something matters is said at the first that it is true of. */
function reasonsOnce(groups: readonly Likes[]): readonly Likes[] {
  const first = new Map(groups.toReversed().map((group) => [group[0].why, group]));
  return groups.map((group) => {
    const [one, ...again] = group;
    return first.get(one.why) === group ? group : [{ ...one, why: '' }, ...again];
  });
}

function AudienceText({ of: audience }: { readonly of: Audience }) {
  const { counted, skipped, conditions, exact } = audience;
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
      {conditions.length > 0 && <ConditionCounts of={audience} />}
    </div>
  );
}

/** How many see each part that is for some people alone. */
function ConditionCounts({ of: { conditions, exact } }: { readonly of: Audience }) {
  const segments = useQuery(segmentsQuery).data?.data ?? [];
  const named = (condition: string): string => {
    const chosen = readCondition(condition);
    if (chosen === undefined) return condition;
    const { kind, of, value } = chosen;
    const segment = isOfSegment(kind) ? segments.find(({ id }) => id === of)?.name : undefined;
    return words.parts[kind](segment ?? of, value);
  };
  return (
    <List size="sm" c="dimmed" aria-label={words.parts.list}>
      {conditions.map(({ condition, people }) => (
        <List.Item key={condition}>
          {words.parts.sees(people, exact)} {named(condition)}
        </List.Item>
      ))}
    </List>
  );
}

function listed({ name, blocks, why, do: fix }: Finding): Omit<ListedFinding, keyof Sighting> {
  return {
    name: findingName(name),
    severity: blocks ? 'error' : 'improvement',
    ...(why === '' ? {} : { why: { text: why } }),
    fix,
  };
}

function placeOf(finding: Finding, broadcast: Broadcast, onOpen: ReviewProps['onOpen']): ReactNode {
  const { place, variant } = finding;
  const isOfContent = place?.part === 'html' || place?.part === 'text';
  // Who writes in the editor sees no html.
  const isLine = isOfContent && (place.part !== 'html' || broadcast.document === null);
  const tab = place === null ? undefined : isOfContent ? 'content' : 'settings';
  const at = place === null ? undefined : isOfContent ? blockPlace(finding, broadcast) : place.part;
  const places = [
    ...(variant === null ? [] : [abTestWords.variant(variant)]),
    ...(isLine ? [words.place(place.part, place.line)] : []),
  ];
  if (places.length === 0 && tab === undefined) return null;
  return (
    <>
      {places.length > 0 && (
        <Text size="xs" c="dimmed">
          {places.join(' · ')}
        </Text>
      )}
      {tab !== undefined && (
        <Button size="compact-xs" variant="default" onClick={() => onOpen(tab, at)}>
          {at !== undefined && isOfContent ? words.showInEditor : words.open[tab]}
        </Button>
      )}
    </>
  );
}

/** Where the editor has what was found. @returns undefined for html that is written by hand, and what has no place. */
function blockPlace({ place, variant }: Finding, { document }: Broadcast): string | undefined {
  if (place?.part !== 'html' || document === null) return undefined;
  const { line, column } = place;
  return line === null || column === null ? undefined : writtenPlace({ variant: variant ?? 'a', line, column });
}
