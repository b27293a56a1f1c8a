import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { abTestWords as words } from '../../messages/broadcast-ab-test';
import { ContentOfB } from './content-of-b';
import BroadcastContent from './editor/broadcast-content';
import { placeAt } from './html-place';
import { abTestQuery, type Broadcast } from './queries';

const choices = (['a', 'b'] as const).map((value) => ({ value, label: words.variant(value) }));

interface ContentTabProps {
  readonly broadcast: Broadcast;
  /** The place that is shown first, as the address has it. */
  readonly at: string | undefined;
  readonly onShown: () => void;
}

/** What a broadcast says, in both versions of a test: the editor of a draft, a preview of it afterwards. */
export default function ContentTab({ broadcast, at, onShown }: ContentTabProps) {
  const { data: test } = useQuery(abTestQuery(broadcast));
  const [shown, setShown] = useState('a');
  const place = placeAt(at);
  const variant = place?.variant;
  useEffect(() => {
    if (variant !== undefined) setShown(variant);
  }, [variant]);
  const tested = test === undefined || test.status === 'off' ? undefined : test;
  const asked = place?.variant === shown ? { place, onPlaceShown: onShown } : {};
  return (
    <Stack gap="sm">
      {tested !== undefined && (
        <SegmentedControl
          aria-label={words.switchLabel}
          style={{ alignSelf: 'flex-start' }}
          data={choices}
          value={shown}
          onChange={setShown}
        />
      )}
      {tested !== undefined && shown === 'b' ? (
        <ContentOfB key="b" broadcast={broadcast} test={tested} {...asked} />
      ) : (
        <BroadcastContent key="a" broadcast={broadcast} {...asked} />
      )}
    </Stack>
  );
}
