/** Colours of the badges, for what they count; `rest` is for what has no good or bad. */
export const chartColors = {
  delivered: 'green.6',
  delayed: 'yellow.6',
  bounced: 'red.6',
  failed: 'orange.7',
  suppressed: 'gray.5',
  complained: 'grape.5',
  opened: 'teal.5',
  clicked: 'indigo.5',
  rest: 'post.5',
} as const;

/** One number of a row. */
export interface Measure<Row> {
  /** In the file, and for {@link LinkOf}. */
  readonly key: string;
  readonly name: string;
  /** Null where there was nothing to measure. */
  readonly value: (row: Row) => number | null;
  /** Defaults to the number as the browser's language writes it. */
  readonly format?: (value: number) => string;
}

/** One that is drawn. */
export interface Series<Row> extends Measure<Row> {
  readonly color: (typeof chartColors)[keyof typeof chartColors];
}

/** A dashed line across. */
export interface Limit {
  readonly value: number;
  readonly color: string;
  readonly label?: string;
}

/**
 * The room that shows what a number counts, with `key` null that of the whole row. Undefined where none does.
 */
export type LinkOf<Row> = (row: Row, key: string | null) => `/${string}` | undefined;

export interface Drawn<Row> {
  readonly rows: readonly Row[];
  /** From the bottom of the stack. */
  readonly series: readonly Series<Row>[];
  /** At the foot, where there is little room. */
  readonly shortName: (row: Row) => string;
  /** Defaults to bars on top of each other. */
  readonly kind?: 'stacked' | 'lines';
  readonly limits?: readonly Limit[];
}

export const plain = (value: number): string => value.toLocaleString();

export function formatted<Row>({ format = plain, value }: Measure<Row>, row: Row): string {
  const number = value(row);
  return number === null ? '–' : format(number);
}
