import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Checkbox.css';
import { Button, Checkbox, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { domainsQuery } from '../../api/queries';
import { webhooks as words } from '../../messages/webhooks';
import { ProblemNotice } from '../../ui/problem-notice';
import { useSubmit } from '../../ui/use-submit';
import type { NewWebhook, Webhook } from './documents';
import { EventChoice } from './event-choice';
import { testTypes } from './event-types';
import { bodyOf, noSettings, problemsOf, settingsOf } from './settings-form';

interface EndpointFormProps {
  /** Null when it is a new one. */
  readonly webhook: Webhook | null;
  readonly send: (settings: NewWebhook) => Promise<unknown>;
  readonly onDone: () => void;
}

const allTypes = testTypes.map(({ value }) => value);

/** What an endpoint is and which events it gets. */
export default function EndpointForm({ webhook, send, onDone }: EndpointFormProps) {
  const initialValues = webhook === null ? noSettings : settingsOf(webhook, allTypes);
  const form = useForm({ initialValues, validate: problemsOf });
  const { onSubmit, isPending, problem } = useSubmit({ form, send: (values) => send(bodyOf(values)), onDone });
  const hasOptions =
    webhook !== null && JSON.stringify({ ...initialValues, endpoint: '', events: [] }) !== plainOptions;
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <TextInput
          type="url"
          label={words.url}
          description={words.urlHint}
          placeholder="https://"
          maxLength={2_048}
          required
          withAsterisk={false}
          data-autofocus
          autoFocus
          {...form.getInputProps('endpoint')}
        />
        <EventChoice {...form.getInputProps('events')} />
        <details open={hasOptions}>
          <summary style={{ cursor: 'pointer' }}>{words.options}</summary>
          <Stack gap="md" mt="md">
            <DomainChoice {...form.getInputProps('domain_ids')} />
            <Textarea label={words.tags} description={words.tagsHint} rows={2} {...form.getInputProps('tags')} />
            <Textarea
              label={words.headers}
              description={words.headersHint}
              rows={3}
              {...form.getInputProps('headers')}
            />
            <TextInput
              label={words.rate}
              description={words.rateHint}
              inputMode="numeric"
              {...form.getInputProps('per_second')}
            />
            <Checkbox
              label={words.ordered}
              description={words.orderedHint}
              {...form.getInputProps('ordered', { type: 'checkbox' })}
            />
            <Checkbox
              label={words.machineHits}
              description={words.machineHitsHint}
              {...form.getInputProps('machine_hits', { type: 'checkbox' })}
            />
          </Stack>
        </details>
        {problem !== null && <ProblemNotice error={problem} />}
        <Button type="submit" loading={isPending}>
          {webhook === null ? words.submit : words.save}
        </Button>
      </Stack>
    </form>
  );
}

const plainOptions = JSON.stringify({ ...noSettings, endpoint: '', events: [] });

interface DomainChoiceProps {
  readonly value?: string[];
  readonly onChange: (ids: string[]) => void;
}

function DomainChoice({ value = [], onChange }: DomainChoiceProps) {
  const { data } = useQuery(domainsQuery);
  if (data === undefined || data.data.length === 0) return null;
  return (
    <Checkbox.Group label={words.domains} description={words.domainsHint} value={value} onChange={onChange}>
      <Stack gap={6} mt={6}>
        {data.data.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
