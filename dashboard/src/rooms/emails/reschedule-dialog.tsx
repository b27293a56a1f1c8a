import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { futurePresets, MomentField } from '../../kit/moment-field';
import { email as words } from '../../messages/email';
import { momentOf, useClock } from '../../ui/clock';
import { ProblemNotice } from '../../ui/problem-notice';
import { say } from '../../ui/toast';
import { useSubmit } from '../../ui/use-submit';
import { instantIn, localIn } from '../../ui/zoned-time';
import { emails } from './changes';
import { overviewQuery } from './queries';
import { Dialog } from '../../ui/dialog';

const { actions } = words;

interface RescheduleDialogProps {
  readonly id: string;
  readonly scheduledAt: string | null;
  readonly onClose: () => void;
}

/** Typed in the zone that the page shows. */
export default function RescheduleDialog({ id, scheduledAt, onClose }: RescheduleDialogProps) {
  const { zone } = useClock();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { scheduled_at: scheduledAt === null ? '' : localIn(zone, momentOf(scheduledAt)) },
    validate: { scheduled_at: (local) => (instantIn(zone, local) === null ? actions.noTime : null) },
  });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: ({ scheduled_at: local }) => emails.reschedule(id, instantIn(zone, local) ?? ''),
    onDone: () => {
      say(actions.rescheduled);
      void queryClient.invalidateQueries({ queryKey: overviewQuery(id).queryKey });
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title={actions.rescheduleTitle}>
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          <MomentField
            presets={futurePresets}
            label={actions.time}
            description={actions.zone(zone)}
            required
            withAsterisk={false}
            data-autofocus
            {...form.getInputProps('scheduled_at')}
          />
          {problem !== null && <ProblemNotice error={problem} />}
          <Button type="submit" loading={isPending}>
            {actions.reschedule}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
