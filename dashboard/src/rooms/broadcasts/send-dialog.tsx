import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client';
import { under } from '../../api/reading';
import { Because, Callout } from '../../kit/callout';
import { choicesOf } from '../../kit/choices';
import { futurePresets, MomentField } from '../../kit/moment-field';
import { messages } from '../../messages';
import { abTestWords } from '../../messages/broadcast-ab-test';
import { broadcastPageWords as words } from '../../messages/broadcast-page';
import { useClock } from '../../ui/clock';
import { Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { ProblemNotice } from '../../ui/problem-notice';
import { say } from '../../ui/toast';
import { hasUnsaved } from '../../ui/unsaved';
import { useSubmit } from '../../ui/use-submit';
import { instantIn } from '../../ui/zoned-time';
import { LocalTimeFields, type LocalTimeValues } from './local-time-fields';
import { Review } from './review';
import { abTestQuery, type Broadcast } from './queries';

type When = keyof typeof words.whens;
interface Values extends LocalTimeValues {
  readonly when: When;
  readonly scheduled_at: string;
}

function bodyOf({ when, scheduled_at: local, ...localTime }: Values, zone: string) {
  if (when === 'now') return {};
  return when === 'later' ? { scheduled_at: instantIn(zone, local) ?? '' } : localTime;
}

interface SendDialogProps {
  readonly broadcast: Broadcast;
  readonly onClose: () => void;
}

/** Sends a broadcast, now or at a time, once its sender has seen who gets it. */
export default function SendDialog({ broadcast, onClose }: SendDialogProps) {
  const { id } = broadcast;
  const { zone } = useClock();
  const queryClient = useQueryClient();
  // What is typed behind the dialog cannot change while it is open.
  const [isUnsaved] = useState(hasUnsaved);
  const path = { id };
  const review = useQuery({
    queryKey: ['POST /dashboard-api/broadcasts/{id}/review', 'once', { path }],
    queryFn: ({ signal }) => call('POST /dashboard-api/broadcasts/{id}/review', { path, signal }),
    gcTime: 0,
  });
  const hasTest = useHasTest(broadcast);
  const form = useForm<Values>({
    initialValues: { when: 'now', scheduled_at: '', local_time: '', zone_property: '', fallback_zone: zone },
    validate: {
      scheduled_at: (local, { when }) => (when === 'later' && instantIn(zone, local) === null ? words.noTime : null),
      local_time: (local, { when }) => (when === 'local' && local === '' ? words.noTime : null),
      zone_property: (property, { when }) => (when === 'local' && property === '' ? words.noProperty : null),
    },
  });
  const { when } = form.values;
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: (values) => call('POST /dashboard-api/broadcasts/{id}/send', { path, body: bodyOf(values, zone) }),
    onDone: (_, { when: chosen }) => {
      say(words.sendingSaid[chosen]);
      void queryClient.invalidateQueries(under('GET /dashboard-api/broadcasts'));
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={words.sendTitle} size="lg">
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          {isUnsaved && (
            <Callout tone="warn" title={words.unsaved}>
              <Because>{words.unsavedHint}</Because>
            </Callout>
          )}
          <Loaded query={review}>{(found) => <Review review={found} />}</Loaded>
          <SegmentedControl
            aria-label={words.when}
            data={choicesOf(words.whens).map((choice) => ({
              ...choice,
              disabled: hasTest && choice.value === 'local',
            }))}
            {...form.getInputProps('when')}
          />
          {hasTest && (
            <Text size="sm" c="dimmed">
              {abTestWords.notLocal}
            </Text>
          )}
          {when === 'later' && (
            <MomentField
              presets={futurePresets}
              label={words.time}
              description={words.zone(zone)}
              withAsterisk={false}
              {...form.getInputProps('scheduled_at')}
            />
          )}
          {when === 'local' && <LocalTimeFields form={form} />}
          <Text size="sm" c="dimmed">
            {words.freezes[when]}
          </Text>
          {problem !== null && <ProblemNotice error={problem} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {messages.actions.cancel}
            </Button>
            <Button type="submit" loading={isPending} disabled={review.data?.blocks !== false}>
              {words.sendNow[when]}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Those in the test have to get it at once, for the rest waits for them. */
function useHasTest(broadcast: Broadcast): boolean {
  const { data } = useQuery(abTestQuery(broadcast));
  return data !== undefined && data.status !== 'off';
}
