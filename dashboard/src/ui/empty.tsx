import { EmptyState } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** A list without rows: what would be here, and how the first one is made. */
export function Empty({ icon, title, text, children }: EmptyProps) {
  return (
    <EmptyState py="xl" px="md" withIndicatorBackground icon={icon} title={title} description={text}>
      {children !== undefined && <EmptyState.Actions>{children}</EmptyState.Actions>}
    </EmptyState>
  );
}
