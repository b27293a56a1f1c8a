import '@mantine/core/styles/Tabs.css';
import { Tabs } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { Outline } from '../ui/loaded';

interface DetailTabsProps<Name extends string> {
  /** For screen readers. */
  readonly label: string;
  readonly names: readonly Name[];
  readonly words: Readonly<Record<Name, string>>;
  readonly open: Name;
  readonly onOpen: (name: Name) => void;
  /** The open one; it may be loaded when it is opened. */
  readonly children: ReactNode;
}

/** Views of one thing, of which one is there at a time. */
export function DetailTabs<Name extends string>({
  label,
  names,
  words,
  open,
  onOpen,
  children,
}: DetailTabsProps<Name>) {
  const change = (next: string | null): void => {
    const known = names.find((name) => name === next);
    if (known !== undefined) onOpen(known);
  };
  return (
    <Tabs value={open} onChange={change} keepMounted={false}>
      <Tabs.List aria-label={label}>
        {names.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {words[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={open} pt="md">
        <Suspense fallback={<Outline lines={5} />}>{children}</Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}
