import { NativeSelect, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { futurePresets, MomentField } from '../../kit/moment-field';
import { broadcastPageWords as words } from '../../messages/broadcast-page';
import { Loaded, Outline } from '../../ui/loaded';
import { propertiesQuery } from '../contacts/queries';

const SearchSelect = lazy(() => import('../../ui/search-select'));

export interface LocalTimeValues {
  readonly local_time: string;
  readonly zone_property: string;
  readonly fallback_zone: string;
}
// An hour from now is another time on each clock.
const presets = futurePresets.slice(2);

/** A time on the clock of each person: where their zones are, and what stands in for those without. */
export function LocalTimeFields<Values extends LocalTimeValues>({
  form,
}: {
  readonly form: UseFormReturnType<Values>;
}) {
  const { fallback_zone: fallback } = form.values;
  // Browsers leave out UTC, and a zone may be kept under an older name.
  const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), fallback])].sort();
  return (
    <Stack gap="sm">
      <MomentField
        presets={presets}
        label={words.time}
        description={words.localTimeHint}
        withAsterisk={false}
        {...form.getInputProps('local_time')}
      />
      <Loaded query={useQuery(propertiesQuery)}>
        {({ data }) => (
          <NativeSelect
            label={words.zoneProperty}
            description={words.zonePropertyHint}
            data={[
              { value: '', label: words.chooseProperty },
              ...data.flatMap(({ key, type }) => (type === 'string' ? [{ value: key, label: key }] : [])),
            ]}
            {...form.getInputProps('zone_property')}
          />
        )}
      </Loaded>
      <Suspense fallback={<Outline lines={1} />}>
        <SearchSelect
          label={words.fallbackZone}
          value={fallback}
          data={zones}
          onPick={(zone) => form.setValues({ fallback_zone: zone } as Partial<Values>)}
        />
      </Suspense>
    </Stack>
  );
}
