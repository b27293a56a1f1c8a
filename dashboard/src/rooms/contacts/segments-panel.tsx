import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client';
import { under } from '../../api/reading';
import { useMay } from '../../api/session';
import { choicesAmong } from '../../kit/choices';
import { contactMessages } from '../../messages/contacts';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { RoomLink } from '../../ui/room-link';
import { When } from '../../ui/time';
import { sayProblem } from '../../ui/toast';
import { segmentsOfQuery, segmentsQuery } from './queries';

const { one: words, segments: title } = contactMessages;

/** The segments that a contact was added to. */
export default function SegmentsPanel({ id }: { readonly id: string }) {
  const mayChange = useMay('POST /contacts/{contact}/segments/{segment_id}');
  const all = useQuery(segmentsQuery).data?.data ?? [];
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ segmentId, isLeaving }: { readonly segmentId: string; readonly isLeaving: boolean }) => {
      const request = { path: { contact: id, segment_id: segmentId } };
      return isLeaving
        ? call('DELETE /contacts/{contact}/segments/{segment_id}', request)
        : call('POST /contacts/{contact}/segments/{segment_id}', request);
    },
    onSettled: () => queryClient.invalidateQueries(under('GET /dashboard-api/contacts')),
    onError: sayProblem,
  });
  return (
    <Panel title={title}>
      <Loaded query={useQuery(segmentsOfQuery(id))}>
        {({ data: segments }) => {
          const others = all.filter((each) => !each.filtered && !segments.some((its) => its.id === each.id));
          return (
            <Stack gap="sm" align="flex-start">
              {segments.length === 0 && (
                <Text size="sm" c="dimmed">
                  {words.noSegments}
                </Text>
              )}
              {segments.map(({ id: segmentId, name, created_at: at }) => (
                <Group key={segmentId} gap="sm">
                  <RoomLink to={`/segments/${segmentId}`}>{name}</RoomLink>
                  <Text size="sm" c="dimmed" component="span">
                    <When at={at} />
                  </Text>
                  {mayChange && (
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={words.leaveNamed(name)}
                      disabled={isPending}
                      onClick={() => mutate({ segmentId, isLeaving: true })}
                    >
                      {words.leave}
                    </Button>
                  )}
                </Group>
              ))}
              {mayChange && others.length > 0 && (
                <NativeSelect
                  aria-label={words.addTo}
                  value=""
                  disabled={isPending}
                  data={[{ value: '', label: words.addTo }, ...choicesAmong(others)]}
                  onChange={({ currentTarget }) => mutate({ segmentId: currentTarget.value, isLeaving: false })}
                />
              )}
            </Stack>
          );
        }}
      </Loaded>
    </Panel>
  );
}
