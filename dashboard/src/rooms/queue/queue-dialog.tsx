import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmTyped } from '../../kit/confirm-typed';
import { futurePresets, MomentField } from '../../kit/moment-field';
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
export default function QueueDialog(props: QueueDialogProps) {
  return props.act === 'drop' ? <DropDialog {...props} /> : <PauseDialog {...props} />;
}

function DropDialog({ domain, onDrop, onClose }: QueueDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <ConfirmTyped
      title={words.dropTitle(domain)}
      consequence={words.dropHint}
      name={domain}
      submit={words.submitDrop}
      send={async () => onDrop(domain, reason)}
      onDone={onClose}
      onClose={onClose}
    >
      <TextInput
        label={words.reason}
        description={words.reasonHint}
        maxLength={500}
        required
        withAsterisk={false}
        data-autofocus
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </ConfirmTyped>
  );
}

function PauseDialog({ domain, onClose }: QueueDialogProps) {
  const { zone } = useClock();
  const queryClient = useQueryClient();
  const form = useForm({ initialValues: { domain, reason: '', until: '' } });
  const { onSubmit, isPending, problem } = useSubmit({
    form,
    send: async ({ domain: named, reason, until }) => {
      const at = until === '' ? null : instantIn(zone, until);
      await queueChanges.pause({ domain: named, reason, ...(at === null ? {} : { until: at }) });
      say(words.paused(named));
      await queryClient.invalidateQueries({ queryKey: queueQuery.queryKey });
    },
    onDone: onClose,
  });
  return (
    <Dialog opened onClose={onClose} title={words.pauseTitle(domain)}>
      <form onSubmit={onSubmit}>
        <Stack gap="md">
          <Text size="sm">{words.pauseHint}</Text>
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
          <MomentField
            presets={futurePresets}
            label={words.until}
            description={words.zone(zone)}
            {...form.getInputProps('until')}
          />
          {problem !== null && <ProblemNotice error={problem} />}
          <Button type="submit" loading={isPending}>
            {words.submitPause}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
