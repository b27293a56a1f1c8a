import { Button, Group, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { chartWords as words } from '../messages/charts';
import { Outline } from '../ui/loaded';
import { Panel } from '../ui/panel';
import { ProblemNotice } from '../ui/problem-notice';
import { RoomLink } from '../ui/room-link';
import { type Column, Rows } from '../ui/rows';
import { type Drawn, formatted, plain, type LinkOf, type Measure } from './chart-data';

/** The library is larger than all the rest of a room: it comes while the numbers are asked for, and not after them. */
const loadChart = () => import('./chart');
const ahead = loadChart();
ahead.catch(() => undefined);
const Chart = lazy(() => ahead.catch(loadChart));

interface ChartCardProps<Row> extends Omit<Drawn<Row>, 'rows'> {
  readonly title: string;
  readonly intro?: string;
  /** Undefined until they are there. */
  readonly rows: readonly Row[] | undefined;
  /** What gives the rows: where it failed, the chart's place says why. */
  readonly query?: Pick<UseQueryResult, 'isError' | 'error' | 'refetch'>;
  readonly idOf: (row: Row) => string;
  /** What a row is, as the title of its column, and each one's name in full. */
  readonly rowTitle: string;
  readonly rowName: (row: Row) => string;
  /** Columns of the table and the file; defaults to what is drawn. */
  readonly columns?: readonly Measure<Row>[];
  /** Name of the file, without `.csv`. */
  readonly file: string;
  readonly linkOf?: LinkOf<Row>;
  /** In place of a chart of nothing. */
  readonly empty: string;
  /** Before the switch to a table. */
  readonly actions?: ReactNode;
  /** Below the chart. */
  readonly hint?: ReactNode;
}

/** A chart with its numbers as a table and as a file; each leads to what it counts where `linkOf` knows the room. */
export function ChartCard<Row>(props: ChartCardProps<Row>) {
  const {
    title,
    intro,
    rows,
    series,
    columns = series,
    kind = 'stacked',
    limits = [],
    shortName,
    linkOf,
    empty,
    actions,
    hint,
    query,
  } = props;
  const [isTable, setTable] = useState(false);
  const { history } = useRouter();
  const isEmpty = rows?.every((row) => columns.every(({ value }) => (value(row) ?? 0) === 0)) === true;
  const pick = (index: number, key: string | null): void => {
    const row = rows?.[index];
    if (row === undefined) return;
    const to = linkOf?.(row, key) ?? linkOf?.(row, null);
    if (to !== undefined) history.push(`/dashboard${to}`);
  };
  return (
    <Panel
      title={title}
      {...(intro === undefined ? {} : { intro })}
      actions={
        <Group gap="xs" align="flex-end">
          {actions}
          {rows !== undefined && !isEmpty && (
            <>
              <Button size="xs" variant="default" onClick={() => setTable(!isTable)}>
                {isTable ? words.asChart : words.asTable}
              </Button>
              <Button
                size="xs"
                variant="default"
                onClick={() => void import('./chart-csv').then(({ save }) => save({ ...props, columns, rows }))}
              >
                {words.download}
              </Button>
            </>
          )}
        </Group>
      }
    >
      {rows === undefined ? (
        query?.isError === true && query.error !== null ? (
          <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Outline lines={5} />
        )
      ) : isEmpty ? (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      ) : isTable ? (
        <Numbers {...props} columns={columns} rows={rows} />
      ) : (
        <Suspense fallback={<Outline lines={5} />}>
          <Chart
            data={rows.map((row) => ({
              name: shortName(row),
              ...Object.fromEntries(series.map(({ key, value }) => [key, value(row)])),
            }))}
            series={series}
            format={series[0]?.format ?? plain}
            kind={kind}
            limits={limits}
            onPick={linkOf === undefined ? undefined : pick}
          />
        </Suspense>
      )}
      {hint}
    </Panel>
  );
}

type NumbersProps<Row> = ChartCardProps<Row> & {
  readonly columns: readonly Measure<Row>[];
  readonly rows: readonly Row[];
};

function Numbers<Row>({ title, rowTitle, rowName, columns, rows, idOf, linkOf }: NumbersProps<Row>) {
  const cells: readonly Column<Row>[] = [
    {
      title: rowTitle,
      cell: (row) => {
        const to = linkOf?.(row, null);
        return to === undefined ? rowName(row) : <RoomLink to={to}>{rowName(row)}</RoomLink>;
      },
    },
    ...columns.map((measure) => ({
      title: measure.name,
      cell: (row: Row) => {
        const to = (measure.value(row) ?? 0) === 0 ? undefined : linkOf?.(row, measure.key);
        const text = formatted(measure, row);
        if (to === undefined) return text;
        return (
          <RoomLink to={to} label={words.emails(text, measure.name, rowName(row))}>
            {text}
          </RoomLink>
        );
      },
    })),
  ];
  return <Rows label={words.tableOf(title)} columns={cells} rows={rows} idOf={idOf} />;
}
