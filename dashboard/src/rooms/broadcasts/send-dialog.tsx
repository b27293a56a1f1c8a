import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/client';
import { under } from '../../api/reading';
import { Because, Callout } from '../../kit/callout';
import { choicesOf } from '../../kit/choices';
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
import { InboxRow } from './inbox-row';
import { Review } from './review';
import { abTestQuery, type Broadcast } from './queries';
import { scheduleBody, scheduleChecks, type ScheduleValues } from './schedule';
import { ScheduleFields } from './schedule-fields';

interface SendDialogProps {
  readonly broadcast: Broadcast;
  readonly onClose: () => void;
  /** Undefined where the role may send none. */
  readonly onTest: (() => void) | undefined;
}

/** Sends a broadcast, now or at a time, once its sender has seen who gets it. */
export default function SendDialog({ broadcast, onClose, onTest }: SendDialogProps) {
  const { id } = broadcast;
  const { zone } = useClock();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // What is typed behind the dialog cannot change while it is open.
  const [isUnsaved] = useState(hasUnsaved);
  const path = { id };
  const { review, found } = useReview(id);
  const hasTest = useHasTest(broadcast);
  const form = useForm<ScheduleValues>({
    initialValues: { when: 'now', scheduled_at: '', local_time: '', zone_property: '', fallback_zone: zone },
    validate: scheduleChecks(zone),
  });
  const { when } = form.values;
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: (values) => call('POST /dashboard-api/broadcasts/{id}/send', { path, body: scheduleBody(values, zone) }),
    onDone: (_, { when: chosen }) => {
      say(words.sendingSaid[chosen]);
      void queryClient.invalidateQueries(under('GET /dashboard-api/broadcasts'));
      onClose();
      // Without a tab: the results are the first.
      if (chosen === 'now') void navigate({ to: '/broadcasts/$id', params: path, search: {}, replace: true });
    },
  });
  const openTab = (tab: 'content' | 'settings', at: string | undefined): void => {
    onClose();
    const search = { tab, ...(at === undefined ? {} : { at }) };
    void navigate({ to: '/broadcasts/$id', params: path, search, replace: true });
  };
  return (
    <Dialog opened onClose={onClose} title={words.sendTitle} size="lg">
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          {isUnsaved && (
            <Callout tone="warn" title={words.unsaved}>
              <Because>{words.unsavedHint}</Because>
            </Callout>
          )}
          <InboxRow of={broadcast} onTest={onTest} />
          {review.isFetching && (
            <Text size="sm" c="dimmed" role="status">
              {words.checking}
            </Text>
          )}
          <Loaded query={found}>
            {(each) => <Review review={each} broadcast={broadcast} isWhole={each === review.data} onOpen={openTab} />}
          </Loaded>
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
          <ScheduleFields form={form} />
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

/** The whole review, and what to show: until links and other servers have answered, what is found at once. */
function useReview(id: string) {
  const [quick, review] = [useReviewAs('quick', id), useReviewAs('whole', id)];
  return { review, found: review.isPending && quick.isSuccess ? quick : review };
}

function useReviewAs(kind: 'quick' | 'whole', id: string) {
  const path = { id };
  const query = kind === 'quick' ? { quick: true } : {};
  return useQuery({
    queryKey: ['POST /dashboard-api/broadcasts/{id}/review', kind, { path }],
    queryFn: ({ signal }) => call('POST /dashboard-api/broadcasts/{id}/review', { path, query, signal }),
    gcTime: 0,
  });
}

/** Those in the test have to get it at once, for the rest waits for them. */
function useHasTest(broadcast: Broadcast): boolean {
  const { data } = useQuery(abTestQuery(broadcast));
  return data !== undefined && data.status !== 'off';
}
