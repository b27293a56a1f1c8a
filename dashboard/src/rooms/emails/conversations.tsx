import { Stack, Text } from '@mantine/core';
import { emailTabs } from '../../messages/email-tabs';
import { Panel } from '../../ui/panel';
import { Moment } from '../../ui/time';
import type { Overview } from './documents';
import { PlainText } from './mail-frame';
import { sentenceOf } from './sentences';
import { useActorName } from './use-actor-name';

const { talk } = emailTabs;

/** What was said with the receivers, line by line, where it was kept. */
export default function Conversations({ overview }: { readonly overview: Overview }) {
  const nameOf = useActorName();
  const talks = overview.timeline.flatMap((entry) => {
    const { reply } = entry;
    return reply === null || reply.conversation === null ? [] : [{ entry, reply, lines: reply.conversation }];
  });
  return (
    <Panel title={talk.title} intro={talks.length === 0 ? talk.none : talk.intro}>
      {talks.map(({ entry, reply, lines }) => (
        <Stack key={entry.id} gap={4}>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {talk.with(reply.host)}
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <Moment at={entry.created_at} />
            {` · ${sentenceOf(entry, nameOf)}`}
          </Text>
          <PlainText label={talk.with(reply.host)}>{lines}</PlainText>
        </Stack>
      ))}
    </Panel>
  );
}
