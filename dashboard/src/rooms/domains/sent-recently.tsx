import { useQuery } from '@tanstack/react-query';
import { RoomLink } from '../../ui/room-link';
import { recentlySentQuery } from './queries';

/** How many recipients in seven days, with their metrics. Nothing until it is known. */
export function SentRecently({ id }: { readonly id: string }) {
  const { data } = useQuery(recentlySentQuery(new Date()));
  if (data === undefined) return null;
  const sent = data.get(id) ?? 0;
  if (sent === 0) return '0';
  return <RoomLink to={`/metrics?domain=${encodeURIComponent(id)}`}>{sent.toLocaleString()}</RoomLink>;
}
