import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { webhooks as words } from '../../messages/webhooks';
import { useClock } from '../../ui/clock';
import { ProblemNotice } from '../../ui/problem-notice';
import { say } from '../../ui/toast';
import { useSubmit } from '../../ui/use-submit';
import { instantIn, localIn } from '../../ui/zoned-time';
import { webhookChanges } from './changes';
import type { Standing } from './documents';
import { replaysQuery } from './queries';

interface ReplayFormProps {
  readonly endpoint: Standing;
  readonly onDone: () => void;
}

const dayMs = 86_400_000;

/** From a moment on, in the zone that the page shows. */
export default function ReplayForm({ endpoint: { id }, onDone }: ReplayFormProps) {
  const { zone } = useClock();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { what: 'failed', since: localIn(zone, new Date(Date.now() - dayMs)), until: '', per_second: '' },
    validate: {
      since: (value) => (instantIn(zone, value) === null ? words.noMoment : null),
      until: (value) => (value !== '' && instantIn(zone, value) === null ? words.noMoment : null),
      per_second: (value) => (value === '' || /^[1-9]\d{0,3}$/.test(value) ? null : words.rateProblem),
    },
  });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: ({ what, since, until, per_second: rate }) => {
      const end = until === '' ? null : instantIn(zone, until);
      return webhookChanges.replay(id, {
        // The form was valid.
        since: instantIn(zone, since) ?? '',
        ...(end === null ? {} : { until: end }),
        ...(what === 'failed' ? { status: 'failed' } : {}),
        ...(rate === '' ? {} : { per_second: Number(rate) }),
      });
    },
    onDone: () => {
      say(words.replayStarted);
      void queryClient.invalidateQueries({ queryKey: replaysQuery(id).queryKey });
      onDone();
    },
  });
  const kinds = [
    { value: 'failed', label: words.whatFailed },
    { value: 'events', label: words.whatEvents },
  ];
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {words.replayHint}
        </Text>
        <NativeSelect label={words.what} data={kinds} data-autofocus autoFocus {...form.getInputProps('what')} />
        <TextInput
          type="datetime-local"
          label={words.from}
          description={words.zone(zone)}
          {...form.getInputProps('since')}
        />
        <TextInput
          type="datetime-local"
          label={words.until}
          description={words.untilHint}
          {...form.getInputProps('until')}
        />
        <TextInput label={words.rate} placeholder="100" inputMode="numeric" {...form.getInputProps('per_second')} />
        {problem !== null && <ProblemNotice error={problem} />}
        <Button type="submit" loading={isPending}>
          {words.startReplay}
        </Button>
      </Stack>
    </form>
  );
}
