import { Paper, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './fold.module.css';

interface FoldProps {
  readonly title: string;
  /** From the beginning, or from when this becomes true; a person may close it. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

/** A part of a page that is seldom wanted: its heading opens it. */
export function Fold({ title, isOpen: isWanted = false, children }: FoldProps) {
  const [isOpen, setOpen] = useState(isWanted);
  const [wasWanted, setWasWanted] = useState(isWanted);
  if (isWanted !== wasWanted) {
    setWasWanted(isWanted);
    if (isWanted) setOpen(true);
  }
  return (
    <Paper
      component="details"
      withBorder
      radius="lg"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className={classes['fold'] ?? ''}
    >
      <summary className={classes['title']}>
        <h2>{title}</h2>
      </summary>
      <Stack gap="md" pt="sm">
        {children}
      </Stack>
    </Paper>
  );
}
