import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FindingList, type ListedFinding, PassedFindings } from '../../kit/finding-list';
import { FindingPlace } from '../../kit/finding-place';
import { insightWords as words } from '../../messages/insights';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import type { Insight } from './documents';
import { insightsQuery } from './queries';

/** What may keep the email from the inbox, looked up when the tab is opened. */
export default function Insights({ id }: { readonly id: string }) {
  const query = useQuery(insightsQuery(id));
  const again = (
    <Button size="xs" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
      {words.refresh}
    </Button>
  );
  return (
    <Loaded query={query} lines={6}>
      {({ erased, findings }) =>
        erased ? <Panel title={words.title}>{words.erased}</Panel> : <Found findings={findings} again={again} />
      }
    </Loaded>
  );
}

function Found({ findings, again }: { readonly findings: readonly Insight[]; readonly again: ReactNode }) {
  const of = (group: Insight['group']): number => findings.filter((finding) => finding.group === group).length;
  const open = findings.filter(({ group }) => group !== 'passed');
  const passed = findings.filter(({ group }) => group === 'passed');
  return (
    <Stack gap="lg">
      <Panel title={words.title} intro={words.intro} actions={again}>
        <Text fw={600}>{words.summary(of('attention'), of('improvement'), of('unchecked'))}</Text>
        {open.length > 0 && <FindingList label={words.list} findings={open.map(listed)} />}
      </Panel>
      <PassedFindings label={words.passedList} findings={passed.map(listed)} />
    </Stack>
  );
}

const listed = ({ group, title, seen, why, source, remedy, fix }: Insight): ListedFinding => ({
  name: title,
  severity: group,
  seen,
  why: { text: why, source },
  fix: remedy,
  place: fix === null ? null : <FindingPlace of={fix} />,
});
