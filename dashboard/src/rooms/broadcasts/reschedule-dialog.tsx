import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client';
import { under } from '../../api/reading';
import { broadcastPageWords as words } from '../../messages/broadcast-page';
import { momentOf, useClock } from '../../ui/clock';
import { Dialog } from '../../ui/dialog';
import { ProblemNotice } from '../../ui/problem-notice';
import { say } from '../../ui/toast';
import { useSubmit } from '../../ui/use-submit';
import { localIn } from '../../ui/zoned-time';
import type { Broadcast } from './queries';
import { scheduleBody, scheduleChecks, type ScheduleValues } from './schedule';
import { ScheduleFields } from './schedule-fields';

interface RescheduleDialogProps {
  readonly broadcast: Broadcast;
  readonly onClose: () => void;
}

/** Another time for one that is scheduled: of the same kind, a moment or a time of each zone. */
export default function RescheduleDialog({ broadcast, onClose }: RescheduleDialogProps) {
  const { id, scheduled_at: at, local_time: local } = broadcast;
  const { zone } = useClock();
  const queryClient = useQueryClient();
  const form = useForm<ScheduleValues>({
    initialValues: {
      when: local === null ? 'later' : 'local',
      scheduled_at: at === null ? '' : localIn(zone, momentOf(at)),
      local_time: local?.at ?? '',
      zone_property: local?.zone_property ?? '',
      fallback_zone: local?.fallback_zone ?? zone,
    },
    validate: scheduleChecks(zone),
  });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: (values) =>
      call('POST /dashboard-api/broadcasts/{id}/send', { path: { id }, body: scheduleBody(values, zone) }),
    onDone: () => {
      say(words.rescheduled);
      void queryClient.invalidateQueries(under('GET /dashboard-api/broadcasts'));
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={words.rescheduleTitle}>
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          <ScheduleFields form={form} />
          {problem !== null && <ProblemNotice error={problem} />}
          <Button type="submit" loading={isPending}>
            {words.rescheduleTitle}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
