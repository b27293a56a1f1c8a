import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMay } from '../../api/session';
import { CodeBlock } from '../../kit/code-block';
import { templateMessages as words } from '../../messages/templates';
import { RoomLink } from '../../ui/room-link';

const { first } = words;

const example = (origin: string): string => `curl -X POST ${origin}/emails \\
  -H 'Authorization: Bearer re_your_key' \\
  -H 'Content-Type: application/json' \\
  -d '{
    "from": "Shop <shop@example.com>",
    "to": "ann@example.com",
    "template": { "id": "welcome", "variables": { "NAME": "Ann" } }
  }'`;

/** What a team without templates sees: what one is for, in three steps, and how a program sends it. */
export default function FirstTemplate() {
  const mayCreate = useMay('POST /templates');
  return (
    <Paper withBorder radius="lg" p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="md">
        <div>
          <Title order={2}>{words.emptyTitle}</Title>
          <Text size="sm" c="dimmed">
            {mayCreate ? words.empty : words.emptyReader}
          </Text>
        </div>
        <ol style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
          {first.steps.map((step) => (
            <Text key={step} component="li" size="sm">
              {step}
            </Text>
          ))}
        </ol>
        {mayCreate && (
          <Group>
            <RoomLink to="/templates?create=true" isButton>
              {words.create}
            </RoomLink>
          </Group>
        )}
        <CodeBlock label={first.code} language="shell" text={example(window.location.origin)} />
        <Text size="sm" c="dimmed">
          {first.cli}
        </Text>
      </Stack>
    </Paper>
  );
}
