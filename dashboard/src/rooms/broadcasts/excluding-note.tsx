import { useQuery } from '@tanstack/react-query';
import { Because, Callout } from '../../kit/callout';
import { broadcastAgainWords as words } from '../../messages/broadcast-again';
import { RoomLink } from '../../ui/room-link';
import { type Broadcast, broadcastQuery } from './queries';

/** Whom one that is sent again leaves out, with a link to the one before. */
export function ExcludingNote({
  of: { broadcast_id: id, kind },
}: {
  readonly of: NonNullable<Broadcast['excluding']>;
}) {
  const { data } = useQuery(broadcastQuery(id));
  return (
    <Callout
      tone="calm"
      title={
        <>
          {words.leavesOut[kind]}{' '}
          <RoomLink to={`/broadcasts/${id}`} isInText>
            {data?.name ?? words.earlier}
          </RoomLink>
        </>
      }
    >
      <Because>{words.hints[kind]}</Because>
    </Callout>
  );
}
