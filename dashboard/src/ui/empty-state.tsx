import '@mantine/core/styles/EmptyState.css';
import { EmptyState } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './stamp.module.css';

export interface EmptyProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

export default function LoadedEmpty({ icon, title, text, children }: EmptyProps) {
  return (
    <EmptyState py="xl" px="md" icon={<Stamp>{icon}</Stamp>} title={title} description={text}>
      {children !== undefined && <EmptyState.Actions>{children}</EmptyState.Actions>}
    </EmptyState>
  );
}

/** The drawing of an empty place: a stamp with its sign, and the postmark over the corner. */
function Stamp({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes.stamp} aria-hidden>
      <div className={classes.picture}>{children}</div>
      <svg className={classes.postmark} viewBox="0 0 88 40">
        <circle cx="20" cy="20" r="18" />
        <circle cx="20" cy="20" r="11" />
        {[10, 17, 24, 31].map((y) => (
          <path key={y} d={`M40 ${y}c4-5 8-5 12 0s8 5 12 0 8-5 12 0 6 4 9 2`} />
        ))}
      </svg>
    </div>
  );
}
