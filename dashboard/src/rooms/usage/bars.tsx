import { usageWords as words } from '../../messages/usage';
import { type Column, Rows } from '../../ui/rows';
import classes from './bars.module.css';

interface Bar {
  readonly id: string;
  readonly name: string;
  readonly count: number;
}

/** A table with a bar in each row: the picture and its numbers in one. */
export function Bars({ label, rows }: { readonly label: string; readonly rows: readonly Bar[] }) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const columns: readonly Column<Bar>[] = [
    { title: words.name, cell: ({ name }) => name },
    { title: words.recipients, cell: ({ count }) => count.toLocaleString() },
    {
      title: words.share,
      cell: ({ count }) => (
        <div className={classes['track']} aria-hidden>
          <div className={classes['bar']} style={{ width: `${(count / most) * 100}%` }} />
        </div>
      ),
    },
  ];
  return <Rows label={label} columns={columns} rows={rows} idOf={({ id }) => id} />;
}
