import '@mantine/core/styles/EmptyState.css';
import { EmptyState } from '@mantine/core';
import type { ReactNode } from 'react';

export interface EmptyProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

export default function LoadedEmpty({ icon, title, text, children }: EmptyProps) {
  return (
    <EmptyState py="xl" px="md" withIndicatorBackground icon={icon} title={title} description={text}>
      {children !== undefined && <EmptyState.Actions>{children}</EmptyState.Actions>}
    </EmptyState>
  );
}
