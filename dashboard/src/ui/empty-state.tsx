import '@mantine/core/styles/EmptyState.css';
import { EmptyState } from '@mantine/core';
import type { ReactNode } from 'react';
import { Stamp } from './stamp';

export interface EmptyProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

export default function LoadedEmpty({ icon, title, text, children }: EmptyProps) {
  return (
    <EmptyState py="xl" px="md" icon={<Stamp>{icon}</Stamp>} title={title} description={text}>
      {children !== undefined && <EmptyState.Actions>{children}</EmptyState.Actions>}
    </EmptyState>
  );
}
