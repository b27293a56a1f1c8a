import type { ReactNode } from 'react';
import classes from './list-table.module.css';

/** What a row says beside its main things. A plain element, which a row of many draws fast. */
export function Dim({ children }: { readonly children: ReactNode }) {
  return <span className={classes['dim']}>{children}</span>;
}
