import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface PanelProps {
  readonly title: string;
  readonly intro?: string;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** A part of a page that has a heading of its own. */
export function Panel({ title, intro, actions, children }: PanelProps) {
  const titleId = useId();
  return (
    <Paper component="section" aria-labelledby={titleId} withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="sm">
          <Box maw={600}>
            <Title order={2} id={titleId}>
              {title}
            </Title>
            {intro !== undefined && (
              <Text size="sm" c="dimmed" mt={2}>
                {intro}
              </Text>
            )}
          </Box>
          {actions}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
