import { Box, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { read } from '../../api/reading';
import { healthWords as words } from '../../messages/health';
import { Empty } from '../../ui/empty';
import { Status, type Tone } from '../../ui/status';
import { RoomLink } from '../../ui/room-link';
import { Fold } from './fold';
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

/** So what is wrong stays on one screen, as `posthorn doctor` shows it. */
const mostShown = 8;

/** What is wrong, the worst first; what is left out and what is only worth knowing are one line. */
export function Findings({ findings }: { readonly findings: Health['findings'] }) {
  const wrong = findings.filter(({ severity }) => severity !== 'note');
  const folded = [...wrong.slice(mostShown), ...findings.filter(({ severity }) => severity === 'note')];
  return (
    <>
      {wrong.length === 0 ? (
        <Empty icon={<IconCircleCheck size={28} aria-hidden />} title={words.well} text={words.wellHint} />
      ) : (
        <List label={words.findings} findings={wrong.slice(0, mostShown)} />
      )}
      {folded.length > 0 && (
        <Fold isGood={false} says={words.moreFindings(folded.length)}>
          <List label={words.more} findings={folded} />
        </Fold>
      )}
    </>
  );
}

function List({ label, findings }: { readonly label: string; readonly findings: Health['findings'] }) {
  return (
    <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }} aria-label={label}>
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
