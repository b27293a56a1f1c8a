import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { metricsWords as words } from '../../messages/metrics';
import { Panel } from '../../ui/panel';
import { PickOne } from '../../ui/pick-one';
import { RoomLink } from '../../ui/room-link';
import { type Column, Rows } from '../../ui/rows';
import { bounceLine, complaintLine } from './crossed-lines';
import type { LinkTo } from './links';
import type { MetricsRow, TeamMetrics } from './queries';
import { breakdowns, type By } from './range';
import type { MetricsSearch } from './metrics-search';
import { counted, delayedRate, nameOf, rated } from './words';

export interface BreakdownProps {
  readonly metrics: TeamMetrics;
  readonly by: By;
  readonly onChange: (changes: MetricsSearch) => void;
  readonly linkTo: LinkTo;
}

/**
 * The same figures for each domain, key, tag, topic or template. A name narrows the page; that of a topic or a template
 * leads to its emails.
 */
export function Breakdown({ metrics, by, onChange, linkTo }: BreakdownProps) {
  const { rows, complete, totals } = metrics;
  const columns: readonly Column<MetricsRow>[] = [
    { title: words.by[by], cell: (row) => <Name row={row} onChange={onChange} linkTo={linkTo} /> },
    { title: words.sent, cell: ({ sent }) => counted(sent) },
    { title: words.deliveryRate, cell: ({ delivery_rate: rate }) => rated(rate) },
    { title: words.bounceRate, cell: ({ bounce_rate: rate }) => <Rate rate={rate} line={bounceLine} /> },
    { title: words.complaintRate, cell: ({ complaint_rate: rate }) => <Rate rate={rate} line={complaintLine} /> },
    { title: words.unsubscribeRate, cell: ({ unsubscribe_rate: rate }) => rated(rate) },
    { title: words.delayed, cell: (row) => rated(delayedRate(row)) },
    ...(totals.opens_tracked > 0 ? [openRate] : []),
    ...(totals.clicks_tracked > 0 ? [clickRate] : []),
  ];
  return (
    <Panel
      title={`${words.breakdown} ${words.by[by].replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}`}
      actions={
        <Group gap="xs" align="flex-end">
          <PickOne
            label={words.breakdown}
            value={by}
            options={breakdowns}
            names={words.by}
            onPick={(each) => onChange({ by: each })}
          />
          <Button
            variant="default"
            onClick={() => void import('./metrics-csv').then((csv) => csv.downloadRows(metrics, by))}
          >
            {words.download}
          </Button>
        </Group>
      }
    >
      {!complete && by !== 'domain' && <Alert color="yellow">{words.incomplete}</Alert>}
      <Rows label={words.by[by]} columns={columns} rows={rows} idOf={({ kind, id }) => `${kind} ${id ?? ''}`} />
    </Panel>
  );
}

const openRate: Column<MetricsRow> = {
  title: words.openRate,
  cell: ({ opens_tracked: whole, tracked_open_rate: rate }) => (whole === 0 ? '–' : rated(rate)),
};
const clickRate: Column<MetricsRow> = {
  title: words.clickRate,
  cell: ({ clicks_tracked: whole, tracked_click_rate: rate }) => (whole === 0 ? '–' : rated(rate)),
};

interface NameProps extends Pick<BreakdownProps, 'onChange' | 'linkTo'> {
  readonly row: MetricsRow;
}

function Name({ row, onChange, linkTo }: NameProps) {
  const name = nameOf(row);
  const { kind, id } = row;
  if ((kind === 'topic' || kind === 'template') && id !== null) {
    return (
      <RoomLink to={linkTo(null, { [kind]: id })} label={words.viewEmails(name)}>
        {name}
      </RoomLink>
    );
  }
  const narrowed = narrowedTo(row);
  if (narrowed === null) return <Text size="sm">{name}</Text>;
  return (
    <Anchor
      component="button"
      size="sm"
      ta="start"
      aria-label={words.showOnly(name)}
      onClick={() => onChange(narrowed)}
    >
      {name}
    </Anchor>
  );
}

function narrowedTo({ kind, id }: MetricsRow): MetricsSearch | null {
  if (kind === 'domain') return id === null ? null : { domain: id };
  if (kind === 'tag') return id === null ? null : { tag: id };
  if (kind === 'topic' || kind === 'template') return null;
  return { key: id ?? kind };
}

function Rate({ rate, line }: { readonly rate: number; readonly line: number }) {
  const isAbove = rate > line;
  return (
    <Text span size="sm" fw={isAbove ? 650 : 400} {...(isAbove ? { c: 'var(--mantine-color-error)' } : {})}>
      {rated(rate)}
    </Text>
  );
}
