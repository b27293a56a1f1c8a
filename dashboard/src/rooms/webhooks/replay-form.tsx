import { Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MomentField, type MomentPreset, pastPresets } from '../../kit/moment-field';
import { webhooks as words } from '../../messages/webhooks';
import { momentOf, useClock } from '../../ui/clock';
import { Loaded } from '../../ui/loaded';
import { ProblemNotice } from '../../ui/problem-notice';
import { say } from '../../ui/toast';
import { useSubmit } from '../../ui/use-submit';
import { instantIn, localIn } from '../../ui/zoned-time';
import { webhookChanges } from './changes';
import type { Standing } from './documents';
import { failedMessagesQuery, replayCountQuery, replaysQuery } from './queries';

interface ReplayFormProps {
  readonly endpoint: Standing;
  readonly onDone: () => void;
}

const dayMs = 86_400_000;

/** From the first failure on, or a day back where nothing failed. */
export default function ReplayForm(props: ReplayFormProps) {
  const query = useQuery(failedMessagesQuery(props.endpoint.id, {}));
  return (
    <Loaded query={query}>
      {({ first_at: first }) => <Form {...props} first={first === null ? null : momentOf(first)} />}
    </Loaded>
  );
}

interface FormProps extends ReplayFormProps {
  /** When the first of what failed happened. */
  readonly first: Date | null;
}

/** In the zone that the page shows. */
function Form({ endpoint: { id }, first, onDone }: FormProps) {
  const { zone } = useClock();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: {
      what: 'failed',
      since: localIn(zone, first ?? new Date(Date.now() - dayMs)),
      until: '',
      per_second: '',
    },
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
  const { what, since, until } = form.values;
  const range = rangeOf(instantIn(zone, since), until === '' ? null : instantIn(zone, until));
  const counted = useCount(id, what, range);
  const presets: readonly MomentPreset[] =
    first === null ? pastPresets : [{ name: words.fromFirstFailure, at: () => first }, ...pastPresets];
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
        <MomentField
          label={words.from}
          description={words.zone(zone)}
          presets={presets}
          {...form.getInputProps('since')}
        />
        <TextInput
          type="datetime-local"
          label={words.until}
          description={words.untilHint}
          {...form.getInputProps('until')}
        />
        <TextInput label={words.rate} placeholder="100" inputMode="numeric" {...form.getInputProps('per_second')} />
        <Text size="sm" fw={600} role="status">
          {counted?.text ?? words.counting}
        </Text>
        {problem !== null && <ProblemNotice error={problem} />}
        <Button type="submit" loading={isPending} disabled={counted?.isNothing === true}>
          {counted?.exact === undefined ? words.startReplay : words.startReplayOf(counted.exact)}
        </Button>
      </Stack>
    </form>
  );
}

interface Counted {
  readonly text: string;
  readonly isNothing: boolean;
  /** Undefined where there may be more or fewer. */
  readonly exact: number | undefined;
}

/** What the replay would send; undefined until it is counted. */
function useCount(id: string, what: string, range: ReturnType<typeof rangeOf>): Counted | undefined {
  const isFailed = what === 'failed';
  const failed = useQuery({ ...failedMessagesQuery(id, range), enabled: isFailed });
  const events = useQuery({ ...replayCountQuery(id, range), enabled: !isFailed });
  if (isFailed) {
    if (failed.data === undefined || failed.isPlaceholderData) return undefined;
    const { count, exact } = failed.data;
    const isNothing = count === 0;
    return { text: words.failedCount(count, exact), isNothing, exact: exact && !isNothing ? count : undefined };
  }
  if (events.data === undefined || events.isPlaceholderData) return undefined;
  const { count, complete } = events.data;
  return { text: words.eventsCount(count, complete), isNothing: complete && count === 0, exact: undefined };
}

const rangeOf = (since: string | null, until: string | null) => ({
  ...(since === null ? {} : { since }),
  ...(until === null ? {} : { until }),
});
