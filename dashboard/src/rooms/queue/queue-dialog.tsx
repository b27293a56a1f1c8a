import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { queueWords as words } from '../../messages/queue';
import { useClock } from '../../ui/clock';
import { ProblemNotice } from '../../ui/problem-notice';
import { say } from '../../ui/toast';
import { useSubmit } from '../../ui/use-submit';
import { instantIn } from '../../ui/zoned-time';
import { queueChanges } from './changes';
import type { Dialog as OpenDialog } from './dialog';
import { queueQuery } from './queries';
import type { QueueActs } from './use-queue-acts';
import { Dialog } from '../../ui/dialog';

interface QueueDialogProps extends OpenDialog {
  readonly onDrop: QueueActs['drop'];
  readonly onClose: () => void;
}

/** Asks for the reason, which those whose mail it is will read. */
export default function QueueDialog({ act, domain, onDrop, onClose }: QueueDialogProps) {
  const { zone } = useClock();
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { domain, reason: '', until: '' } });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: async ({ domain: named, reason, until }) => {
      if (act === 'drop') return onDrop(named, reason);
      const at = until === '' ? null : instantIn(zone, until);
      await queueChanges.pause({ domain: named, reason, ...(at === null ? {} : { until: at }) });
      say(words.paused(named));
      await queryClient.invalidateQueries({ queryKey: queueQuery.queryKey });
    },
    onDone: onClose,
  });
  const isPause = act === 'pause';
  return (
    <Dialog opened onClose={onClose} title={isPause ? words.pauseTitle(domain) : words.dropTitle(domain)}>
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          <Text size="sm">{isPause ? words.pauseHint : words.dropHint}</Text>
          {domain === '' && (
            <TextInput
              label={words.domain}
              placeholder="example.com"
              required
              withAsterisk={false}
              data-autofocus
              {...form.getInputProps('domain')}
            />
          )}
          <TextInput
            label={words.reason}
            description={words.reasonHint}
            maxLength={500}
            required
            withAsterisk={false}
            data-autofocus={domain !== '' ? true : undefined}
            {...form.getInputProps('reason')}
          />
          {isPause && (
            <TextInput
              type="datetime-local"
              label={words.until}
              description={words.zone(zone)}
              {...form.getInputProps('until')}
            />
          )}
          {problem !== null && <ProblemNotice error={problem} />}
          <Button type="submit" loading={isPending} {...(isPause ? {} : { color: 'red' })}>
            {isPause ? words.submitPause : words.submitDrop}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
