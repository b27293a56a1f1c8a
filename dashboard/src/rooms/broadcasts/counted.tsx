import { useQuery } from '@tanstack/react-query';
import { broadcastMessages as words } from '../../messages/broadcasts';
import type { ListColumn } from '../../kit/list-column';
import { Dim } from '../../kit/dim';
import { type BroadcastRow, countsQuery, type Counts } from './queries';
import { wasSent } from './standing';

type Rated = 'delivered' | 'opened' | 'clicked' | 'bounced' | 'unsubscribed';

interface CountedProps {
  readonly of: BroadcastRow;
  readonly show: (counts: Counts) => string;
}

/** A figure of a broadcast that was sent, once it is known. */
function Counted({ of, show }: CountedProps) {
  const { data } = useQuery({ ...countsQuery(of), enabled: wasSent(of) });
  if (!wasSent(of)) return <Dim>–</Dim>;
  return data == null ? null : show(data);
}

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** A share of those who got it; of those it was tried with, for what did not arrive. */
function rateOf(counts: Counts, name: Rated): string {
  const whole = name === 'bounced' || name === 'delivered' ? counts.sent : counts.delivered;
  return whole === 0 ? '–' : percent.format(counts[name] / whole);
}

const rated = (name: Rated, isOptional = false): ListColumn<BroadcastRow> => ({
  title: words[name],
  width: 88,
  isExtra: true,
  sortedAs: name,
  ...(isOptional ? { isOptional } : {}),
  cell: (row) => <Counted of={row} show={(counts) => rateOf(counts, name)} />,
});

/** How many got it and what became of it, beside when it was sent. */
export const countedColumns: readonly ListColumn<BroadcastRow>[] = [
  {
    title: words.recipients,
    width: 104,
    sortedAs: 'recipients',
    cell: (row) => <Counted of={row} show={({ planned }) => planned.toLocaleString('en')} />,
  },
  rated('delivered', true),
  rated('opened'),
  rated('clicked'),
  rated('bounced', true),
  rated('unsubscribed', true),
];
