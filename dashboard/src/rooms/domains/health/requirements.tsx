import { Text } from '@mantine/core';
import { FindingList, type ListedFinding, PassedFindings } from '../../../kit/finding-list';
import { FindingPlace } from '../../../kit/finding-place';
import { sendingHealth as words } from '../../../messages/sending-health';
import { Panel } from '../../../ui/panel';
import type { SendingHealth } from '../documents';

type Requirement = SendingHealth['requirements'][number];

/** What large receivers require, with what was seen; what is met is folded away. */
export function Requirements({ of: requirements }: { readonly of: readonly Requirement[] }) {
  const open = requirements.filter(({ group }) => group !== 'passed');
  const met = requirements.filter(({ group }) => group === 'passed');
  return (
    <>
      <Panel title={words.requirements} intro={words.requirementsIntro}>
        {open.length === 0 ? (
          <Text size="sm">{words.allMet}</Text>
        ) : (
          <FindingList label={words.requirementsList} findings={open.map(listed)} />
        )}
      </Panel>
      <PassedFindings label={words.passedList} findings={met.map(listed)} />
    </>
  );
}

const listed = ({ group, title, receivers, seen, why, source, remedy, fix }: Requirement): ListedFinding => ({
  name: words.named(title, receivers),
  severity: group,
  seen,
  why: { text: why, source },
  fix: remedy,
  place: fix === null ? null : <FindingPlace of={fix} />,
});
