import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { webhooks as words } from '../../messages/webhooks';
import { CodeBlock } from '../../kit/code-block';
import { HttpStatus } from '../../ui/http-status';
import { ProblemNotice } from '../../ui/problem-notice';
import { webhookChanges } from './changes';
import type { Endpoint, TestResult, TestType } from './documents';
import { testTypes } from './event-types';

/** Sends a sample at once, and says how that went. */
export default function TestForm({ endpoint }: { readonly endpoint: Pick<Endpoint, 'id' | 'events'> }) {
  const offered = testTypes.filter(({ value }) => endpoint.events === null || endpoint.events.includes(value));
  const types = offered.length > 0 ? offered : testTypes;
  const [type, setType] = useState<TestType>(types[0]?.value ?? 'email.delivered');
  const test = useMutation({ mutationFn: () => webhookChanges.test(endpoint.id, type) });
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {words.testHint}
      </Text>
      <NativeSelect
        label={words.testType}
        data-autofocus
        autoFocus
        data={[...types]}
        value={type}
        onChange={({ currentTarget }) =>
          setType(types.find(({ value }) => value === currentTarget.value)?.value ?? type)
        }
      />
      <Button loading={test.isPending} onClick={() => test.mutate()}>
        {words.sendTest}
      </Button>
      <div aria-live="polite">
        {test.error !== null && <ProblemNotice error={test.error} />}
        {test.data !== undefined && <Outcome result={test.data} />}
      </div>
    </Stack>
  );
}

function Outcome({ result }: { readonly result: TestResult }) {
  const { http_status_code: status, error, latency_ms: latency, response } = result;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <HttpStatus of={status} />
        <Text size="sm">
          {words.answered} {words.milliseconds(latency)}
        </Text>
      </Group>
      {error !== null && <Text size="sm">{words.errors[error] ?? error}</Text>}
      {status !== 0 &&
        (response === '' ? (
          <Text size="sm" c="dimmed">
            {words.emptyAnswer}
          </Text>
        ) : (
          <CodeBlock label={words.answerBody} text={response} />
        ))}
    </Stack>
  );
}
