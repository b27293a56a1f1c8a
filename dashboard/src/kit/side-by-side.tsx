import { useMemo } from 'react';
import { templateVersionWords as words } from '../messages/template-versions';
import classes from './side-by-side.module.css';
import { differingRows } from './differing-rows';

interface SideBySideProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** Over the columns. */
  readonly names: readonly [before: string, after: string];
}

/** Two texts line by line: what is gone on the left, what is new on the right. Equal stretches are folded away. */
export default function SideBySide({ label, before, after, names }: SideBySideProps) {
  const rows = useMemo(() => differingRows(before, after), [before, after]);
  return (
    <table className={classes['table']} aria-label={label}>
      <colgroup>
        <col className={classes['numbers']} />
        <col />
        <col className={classes['numbers']} />
        <col />
      </colgroup>
      <thead>
        <tr>
          {names.map((name, place) => (
            <th key={place} scope="col" colSpan={2}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) =>
          'folded' in row ? (
            <tr key={place}>
              <td className={classes['folded']} colSpan={4}>
                {words.unchanged(row.folded)}
              </td>
            </tr>
          ) : (
            <tr key={place}>
              <td className={classes['number']}>{row.before?.number}</td>
              <td className={classes['line']} data-kind={row.isSame ? 'same' : row.before ? 'removed' : 'none'}>
                {row.isSame || row.before === null ? row.before?.text : <del>{row.before.text}</del>}
              </td>
              <td className={classes['number']}>{row.after?.number}</td>
              <td className={classes['line']} data-kind={row.isSame ? 'same' : row.after ? 'added' : 'none'}>
                {row.isSame || row.after === null ? row.after?.text : <ins>{row.after.text}</ins>}
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
