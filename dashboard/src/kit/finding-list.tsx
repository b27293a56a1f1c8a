import { Anchor, Code, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { findingWords as words } from '../messages/findings';
import { Status, type Tone } from '../ui/status';
import { Fold } from './fold';
import classes from './finding-list.module.css';

/** `error`: it keeps from going on; `unchecked`: nothing could be found out, neither good nor bad. */
export type FindingSeverity = 'error' | 'attention' | 'improvement' | 'unchecked' | 'passed';

/** What was seen, and where. */
export interface Sighting {
  readonly seen: string;
  /** Where something is done about it: a button, or the line of a text. */
  readonly place?: ReactNode;
}

export interface ListedFinding extends Sighting {
  /** What is expected, in a few words. */
  readonly name: string;
  readonly severity: FindingSeverity;
  /** The same again: it has the same cause and the same remedy. */
  readonly again?: readonly Sighting[];
  /** Why it matters, and who says so. */
  readonly why?: { readonly text: string; readonly source?: { readonly name: string; readonly url: string } };
  /** What to do. What stands between backticks is code. */
  readonly fix?: string | null;
}

const tones: Readonly<Record<FindingSeverity, Tone>> = {
  error: 'bad',
  attention: 'bad',
  improvement: 'warn',
  unchecked: 'unclear',
  passed: 'good',
};

interface FindingListProps {
  /** For screen readers. */
  readonly label: string;
  readonly findings: readonly ListedFinding[];
}

/** What checks have found: what was seen, why it matters, and what to do. */
export function FindingList({ label, findings }: FindingListProps) {
  return (
    <ul aria-label={label} className={classes['list']}>
      {findings.map((finding, index) => (
        // Two may be alike: one check may find the same twice.
        <li key={`${index} ${finding.name}`} className={classes['finding']}>
          <Finding of={finding} />
        </li>
      ))}
    </ul>
  );
}

/** The checks that passed, folded away; nothing where there are none. */
export function PassedFindings({ label, findings }: FindingListProps) {
  if (findings.length === 0) return null;
  return (
    <Fold title={words.passed(findings.length)}>
      <FindingList label={label} findings={findings} />
    </Fold>
  );
}

function Finding({ of: finding }: { readonly of: ListedFinding }) {
  const { name, severity, seen, why, fix, place, again = [] } = finding;
  const isOne = again.length === 0;
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Text size="sm" fw={650}>
          {name}
        </Text>
        <Status tone={tones[severity]} word={words.severities[severity]} />
      </Group>
      {isOne ? <Sentence>{withCode(seen)}</Sentence> : <Sightings of={[finding, ...again]} />}
      {why !== undefined && (
        <Text size="sm" c="dimmed">
          {words.why}: {why.text} {why.source !== undefined && <SourceLink of={why.source} />}
        </Text>
      )}
      {typeof fix === 'string' && (
        <Sentence>
          <b>{words.fix}:</b> {withCode(fix)}
        </Sentence>
      )}
      {isOne && <Place of={place} />}
    </Stack>
  );
}

function Sightings({ of: sightings }: { readonly of: readonly Sighting[] }) {
  return (
    <ul className={classes['list']}>
      {sightings.map(({ seen, place }, index) => (
        <li key={`${index} ${seen}`} className={classes['sighting']}>
          <Sentence>{withCode(seen)}</Sentence>
          <Place of={place} />
        </li>
      ))}
    </ul>
  );
}

function Place({ of: place }: { readonly of: ReactNode }) {
  return place === undefined || place === null ? null : <Group gap="xs">{place}</Group>;
}

function Sentence({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  );
}

function SourceLink({ of: { name, url } }: { readonly of: { readonly name: string; readonly url: string } }) {
  return (
    <Anchor size="sm" href={url} target="_blank" rel="noreferrer" underline="always">
      {name}
    </Anchor>
  );
}

/** Every second part stands between backticks. */
const withCode = (text: string): readonly ReactNode[] =>
  text.split('`').map((part, index) => (index % 2 === 0 ? part : <Code key={index}>{part}</Code>));
