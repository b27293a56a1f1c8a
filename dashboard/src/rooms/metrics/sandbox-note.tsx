import { Anchor, Group, Text } from '@mantine/core';
import { metricsWords as words } from '../../messages/metrics';
import type { MetricsSearch } from './metrics-search';
import type { TeamMetrics } from './queries';
import { counted } from './words';

interface SandboxNoteProps {
  readonly sandbox: TeamMetrics['sandbox'];
  readonly onChange: (changes: MetricsSearch) => void;
}

/** What was tried out is in no rate and raises no alarm; it is one click away. */
export function SandboxNote({ sandbox, onChange }: SandboxNoteProps) {
  if (sandbox.length === 0) return null;
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {words.sandbox(counted(sandbox.reduce((sum, { sent }) => sum + sent, 0)))}
      </Text>
      {sandbox.map(({ id, name }) => (
        <Anchor key={id} component="button" size="sm" onClick={() => onChange({ domain: id })}>
          {words.sandboxView(name)}
        </Anchor>
      ))}
    </Group>
  );
}
