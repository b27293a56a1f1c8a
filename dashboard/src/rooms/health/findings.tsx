import { Box, Group, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { read } from '../../api/reading';
import { healthWords as words } from '../../messages/health';
import { Status, type Tone } from '../../ui/status';
import { RoomLink } from '../../ui/room-link';
import type { Health } from './queries';

const webhooksQuery = queryOptions(read('GET /dashboard-api/webhooks'));

const tones: Readonly<Record<string, Tone>> = { error: 'bad', warning: 'warn', note: 'calm' };

const webhookId = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** A webhook of this team is named by its URL, and leads to its room. */
function Problem({ text }: { readonly text: string }) {
  const { data: endpoints } = useQuery(webhooksQuery);
  const [id] = webhookId.exec(text) ?? [];
  const endpoint = endpoints?.data.find((each) => each.id === id)?.endpoint;
  if (id === undefined || endpoint === undefined) return text;
  const [before = '', after = ''] = text.split(id);
  return (
    <>
      {before}
      <RoomLink to={`/webhooks/${id}`}>{endpoint}</RoomLink>
      {after}
    </>
  );
}

export function Findings({ findings }: { readonly findings: Health['findings'] }) {
  return (
    <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }} aria-label={words.findings}>
      {findings.map(({ severity, code, problem, advice }, index) => (
        <Group component="li" key={`${code} ${index}`} align="flex-start" gap="md">
          <Box miw={92}>
            <Status tone={tones[severity] ?? 'unclear'} word={words.severities[severity] ?? severity} />
          </Box>
          <Stack gap={2} flex="1 1 16rem">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              <Problem text={problem} />
            </Text>
            <Text size="sm" c="dimmed">
              {words.advice}: {advice}
            </Text>
          </Stack>
        </Group>
      ))}
    </Stack>
  );
}
