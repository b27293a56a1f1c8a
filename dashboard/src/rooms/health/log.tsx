import { Group, Stack, Text } from '@mantine/core';
import { healthWords as words } from '../../messages/health';
import { Copyable } from '../../ui/copy';
import { Status } from '../../ui/status';
import { When } from '../../ui/time';
import type { Health } from './queries';

/** When the log was last sealed, and when it was last verified and what came of it. */
export function Log({ health }: { readonly health: Health }) {
  return (
    <>
      <Stack gap={6}>
        <Sealed health={health} />
        {/* An older server says nothing of it. */}
        <Verified verified={health.last_verified ?? null} />
      </Stack>
      <Copyable label={words.verify} value="node dist/bundle/cli.js verify" />
      <Text size="xs" c="dimmed" mt={-8}>
        {words.verifyHint}
      </Text>
    </>
  );
}

function Sealed({ health: { seal, unsealed_events: unsealed } }: { readonly health: Health }) {
  if (seal === null) return <Text size="sm">{words.noSeal}</Text>;
  return (
    <Text size="sm">
      {words.sealed} <When at={seal.at} />
      {'. '}
      {words.sealNumber(seal.number.toLocaleString(), unsealed.toLocaleString())}
    </Text>
  );
}

function Verified({ verified }: { readonly verified: Health['last_verified'] }) {
  if (verified === null) return <Text size="sm">{words.neverVerified}</Text>;
  const { at, events, seals, broken } = verified;
  return (
    <>
      <Group gap="xs">
        <Text size="sm">
          {words.verified} <When at={at} />
        </Text>
        <Status tone={broken === null ? 'good' : 'bad'} word={broken === null ? words.sound : words.broken} />
      </Group>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {broken ?? words.verifiedEvents(events.toLocaleString(), seals.toLocaleString())}
      </Text>
    </>
  );
}
