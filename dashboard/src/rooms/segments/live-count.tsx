import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/client';
import { segmentMessages as words } from '../../messages/segments';
import { type Draft, filterOf } from './draft';

interface LiveCountProps {
  readonly draft: Draft;
  readonly types: Parameters<typeof filterOf>[1];
}

const pauseMs = 400;
const shownAddresses = 3;

/** How many contacts the conditions find, once the typing pauses. */
export function LiveCount({ draft, types }: LiveCountProps) {
  const [settled] = useDebouncedValue(draft, pauseMs);
  const filter = filterOf(settled, types);
  const { data } = useQuery({
    queryKey: ['POST /dashboard-api/segments/count', 'once', filter],
    queryFn: ({ signal }) => call('POST /dashboard-api/segments/count', { body: { filter: filter ?? {} }, signal }),
    enabled: filter !== undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <Text size="sm" c="dimmed" role="status" style={{ overflowWrap: 'anywhere' }}>
      {filter === undefined ? words.noValue : data && words.count(data.count, data.exact)}
      {filter !== undefined && data !== undefined && data.sample.length > 0 && (
        <>. {words.sample(data.sample.slice(0, shownAddresses).map(({ email }) => email))}</>
      )}
    </Text>
  );
}
