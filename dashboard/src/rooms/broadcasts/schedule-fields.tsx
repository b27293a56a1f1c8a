import type { UseFormReturnType } from '@mantine/form';
import { futurePresets, MomentField } from '../../kit/moment-field';
import { broadcastPageWords as words } from '../../messages/broadcast-page';
import { useClock } from '../../ui/clock';
import { LocalTimeFields } from './local-time-fields';
import type { ScheduleValues } from './schedule';

/** Nothing for one that is sent now. */
export function ScheduleFields({ form }: { readonly form: UseFormReturnType<ScheduleValues> }) {
  const { zone } = useClock();
  const { when } = form.values;
  if (when === 'local') return <LocalTimeFields form={form} />;
  return when === 'later' ? (
    <MomentField
      presets={futurePresets}
      label={words.time}
      description={words.zone(zone)}
      withAsterisk={false}
      {...form.getInputProps('scheduled_at')}
    />
  ) : null;
}
