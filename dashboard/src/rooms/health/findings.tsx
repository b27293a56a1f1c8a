import { Box, Group, Stack, Text } from '@mantine/core';
import { healthWords as words } from '../../messages/health';
import { Status, type Tone } from '../../ui/status';
import type { Health } from './queries';

const tones: Readonly<Record<string, Tone>> = { error: 'bad', warning: 'warn', note: 'calm' };

export function Findings({ findings }: { readonly findings: Health['findings'] }) {
  return (
    <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }} aria-label={words.findings}>
      {findings.map(({ severity, code, problem, advice }, index) => (
        <Group component="li" key={`${code} ${index}`} align="flex-start" gap="md">
          <Box miw={92}>
            <Status tone={tones[severity] ?? 'unclear'} word={words.severities[severity] ?? severity} />
          </Box>
          <Stack gap={2} flex="1 1 16rem">
            <Text size="sm">{problem}</Text>
            <Text size="sm" c="dimmed">
              {words.advice}: {advice}
            </Text>
          </Stack>
        </Group>
      ))}
    </Stack>
  );
}
