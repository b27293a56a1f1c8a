import '@mantine/core/styles/Progress.css';
import { Box, Group, Progress, Text } from '@mantine/core';
import { useId } from 'react';
import { usageWords as words } from '../../messages/usage';
import { Moment } from '../../ui/time';

interface AllowanceProps {
  readonly name: string;
  readonly used: number;
  /** Null when there is none. */
  readonly limit: number | null;
  readonly resetsAt?: string;
}

const nearlyFull = 0.9;

/** How much of something is used, in words and as a bar where there is a limit. */
export function Allowance({ name, used, limit, resetsAt }: AllowanceProps) {
  const id = useId();
  const share = limit === null ? 0 : limit === 0 ? 1 : used / limit;
  const state = share >= 1 ? 'full' : share >= nearlyFull ? 'nearly' : null;
  const text = words.used(used.toLocaleString(), limit === null ? null : limit.toLocaleString());
  return (
    <Box>
      <Group justify="space-between" gap="sm">
        <Text size="sm" fw={600} id={id}>
          {name}
        </Text>
        <Text size="sm">{text}</Text>
      </Group>
      {limit !== null && (
        <Progress.Root mt={6} size="md">
          <Progress.Section
            value={Math.min(share, 1) * 100}
            color={state === 'full' ? 'red' : state === 'nearly' ? 'yellow' : 'post'}
            aria-labelledby={id}
            aria-valuetext={text}
          />
        </Progress.Root>
      )}
      <Text size="xs" c="dimmed" mt={4}>
        {state !== null && (
          <Text span inherit fw={600} c={state === 'full' ? 'var(--mantine-color-error)' : 'var(--page-warning)'}>
            {words[state]}{' '}
          </Text>
        )}
        {resetsAt !== undefined && (
          <>
            {words.resets}: <Moment at={resetsAt} precision="minute" />
          </>
        )}
      </Text>
    </Box>
  );
}
