import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { Stack, Switch, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { clock as words } from '../../messages/clock';
import { setClock, useClock } from '../../ui/clock';
import { Outline } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { Moment } from '../../ui/time';

const SearchSelect = lazy(() => import('../../ui/search-select'));

/** Settings of this browser; the server does not know them. */
export function ClockPanel() {
  const clock = useClock();
  const known = Intl.supportedValuesOf('timeZone');
  // Browsers leave out UTC, and a zone may be kept under an older name.
  const zones = [...new Set(['UTC', ...known, clock.zone])].sort();
  return (
    <Panel title={words.title} intro={words.intro}>
      <Stack gap="md" maw={420}>
        <Suspense fallback={<Outline lines={1} />}>
          <SearchSelect
            label={words.zone}
            value={clock.zone}
            data={zones}
            onPick={(zone) => setClock({ ...clock, zone })}
          />
        </Suspense>
        <Switch
          label={words.iso}
          description={words.isoHint}
          checked={clock.isIso}
          onChange={({ currentTarget }) => setClock({ ...clock, isIso: currentTarget.checked })}
        />
        <Text size="sm" c="dimmed">
          {words.now} <Moment at={new Date().toISOString()} precision="minute" />
        </Text>
      </Stack>
    </Panel>
  );
}
