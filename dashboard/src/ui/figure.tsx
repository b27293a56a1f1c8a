import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  /** What it is measured against, or how it was before. */
  readonly note?: ReactNode;
}

/** One number that a room is opened for. */
export function Figure({ label, value, note }: FigureProps) {
  return (
    <Paper withBorder radius="lg" p="md" style={{ flex: '1 1 10rem' }}>
      <Text size="xs" c="dimmed" fw={600}>
        {label}
      </Text>
      <Text fz="1.5rem" fw={650} lh={1.3}>
        {value}
      </Text>
      {note !== undefined && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </Paper>
  );
}
