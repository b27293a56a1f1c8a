import { Button, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { kitWords } from '../messages/lists';

interface BulkBarProps {
  readonly count: number;
  readonly onClear: () => void;
  /** What can be done with the selected rows. */
  readonly children: ReactNode;
}

/** At the foot of the window while rows are selected. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  if (count === 0) return null;
  return (
    <Paper withBorder shadow="md" radius="lg" p="sm" style={{ position: 'sticky', bottom: 12, zIndex: 5 }}>
      <Group gap="sm" role="region" aria-label={kitWords.selected(count)}>
        <Text size="sm" fw={600} aria-live="polite">
          {kitWords.selected(count)}
        </Text>
        {children}
        <Button size="xs" variant="subtle" onClick={onClear}>
          {kitWords.clearSelection}
        </Button>
      </Group>
    </Paper>
  );
}
