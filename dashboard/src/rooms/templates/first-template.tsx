import { Text } from '@mantine/core';
import { CodeBlock } from '../../kit/code-block';
import { FirstSteps } from '../../kit/first-steps';
import { templateMessages as words } from '../../messages/templates';

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
  return (
    <FirstSteps
      title={words.emptyTitle}
      text={words.empty}
      textForReaders={words.emptyReader}
      steps={first.steps}
      create={{ may: 'POST /templates', label: words.create, to: '/templates?create=true' }}
    >
      <CodeBlock label={first.code} language="shell" text={example(window.location.origin)} />
      <Text size="sm" c="dimmed">
        {first.cli}
      </Text>
    </FirstSteps>
  );
}
