import '@mantine/core/styles/DataList.css';
import { DataList } from '@mantine/core';
import type { ReactNode } from 'react';

/** Names and values; a value that is null is left out with its name. */
export function Facts({ of: facts }: { readonly of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <DataList>
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <DataList.Item key={name}>
            <DataList.ItemLabel>{name}</DataList.ItemLabel>
            <DataList.ItemValue style={{ overflowWrap: 'anywhere', minWidth: 0 }}>{value}</DataList.ItemValue>
          </DataList.Item>
        ))}
    </DataList>
  );
}
