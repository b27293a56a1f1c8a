import { Code, Group, Stack, Text } from '@mantine/core';
import { CodeBlock } from '../../kit/code-block';
import { emailTabs } from '../../messages/email-tabs';
import { Panel } from '../../ui/panel';
import { Moment } from '../../ui/time';
import { conversationTokens } from './conversation';
import type { Overview } from './documents';
import { sentenceOf } from './sentences';
import { useActorName } from './use-actor-name';

const { talk } = emailTabs;

/** What was said with the receivers, line by line, where it was kept; and how it was encrypted. */
export default function Conversations({ overview }: { readonly overview: Overview }) {
  const nameOf = useActorName();
  const talks = overview.timeline.flatMap((entry) => {
    const { reply } = entry;
    return reply === null || reply.conversation === null ? [] : [{ entry, reply, lines: reply.conversation }];
  });
  return (
    <Stack gap="lg">
      <Panel title={talk.title} intro={talks.length === 0 ? talk.none : talk.intro}>
        {talks.length > 0 && <Legend />}
        {talks.map(({ entry, reply, lines }) => (
          <Stack key={entry.id} gap={4}>
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {talk.with(reply.host)}
            </Text>
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              <Moment at={entry.created_at} />
              {` · ${sentenceOf(entry, nameOf)}`}
            </Text>
            <CodeBlock label={talk.with(reply.host)} text={lines} tokens={conversationTokens(lines, reply)} />
          </Stack>
        ))}
      </Panel>
      <Encryption overview={overview} />
    </Stack>
  );
}

function Legend() {
  return (
    <Group gap="md" fz="xs" c="dimmed">
      {talk.legend.map(([sign, meaning]) => (
        <span key={sign}>
          <Code fz="xs">{sign}</Code> {meaning}
        </span>
      ))}
    </Group>
  );
}

/** How often each way of encryption was used, in all attempts. */
function Encryption({ overview: { timeline } }: { readonly overview: Overview }) {
  const attempts = timeline.filter(({ type }) => type === 'DeliveryAttemptStarted');
  if (attempts.length === 0) return null;
  const ways = new Map<string, number>();
  for (const { tls } of attempts) {
    const way =
      tls === null
        ? talk.plain
        : `${talk.encrypted(tls.protocol, tls.cipher)}, ${tls.authorized ? talk.proven : talk.unproven}`;
    ways.set(way, (ways.get(way) ?? 0) + 1);
  }
  const isUnproven = attempts.some(({ tls }) => tls !== null && !tls.authorized);
  return (
    <Panel title={talk.encryption} {...(isUnproven ? { intro: talk.unprovenHint } : {})}>
      {[...ways].map(([way, count]) => (
        <Text key={way} size="sm">
          {attempts.length === 1 ? way : `${talk.attempts(count)}: ${way}`}
        </Text>
      ))}
    </Panel>
  );
}
