import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../ui/page';

interface CardProps {
  readonly title: string;
  readonly intro?: string | undefined;
  readonly children?: ReactNode;
}

export function Card({ title, intro, children }: CardProps) {
  usePageTitle(title);
  return (
    <Paper withBorder radius="lg" p={{ base: 'lg', sm: 'xl' }}>
      <Stack gap="md">
        <div>
          <Title order={1}>{title}</Title>
          {intro !== undefined && (
            <Text size="sm" c="dimmed" mt={4}>
              {intro}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  );
}
