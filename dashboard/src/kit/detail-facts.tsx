import { Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './detail-facts.module.css';

/** A value that is null is left out with its name. */
export type Fact = readonly [name: string, value: ReactNode];

/** Names and values below the title of a room, in as many columns as there is room for. */
export function DetailFacts({ of: facts }: { readonly of: readonly Fact[] }) {
  return (
    <Paper withBorder radius="lg" px={{ base: 'md', sm: 'lg' }} py="md">
      <dl className={classes['facts']}>
        {facts
          .filter(([, value]) => value !== null)
          .map(([name, value]) => (
            <div key={name} className={classes['fact']}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </Paper>
  );
}
