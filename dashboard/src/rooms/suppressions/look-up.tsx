import { Button, Text } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { suppressions as words } from '../../messages/suppressions';
import { Empty } from '../../ui/empty';
import { Loaded } from '../../ui/loaded';
import { Rows } from '../../ui/rows';
import { isAddress } from './import/read-lines';
import { useColumns } from './columns';
import { suppressionQuery } from './queries';

interface LookUpProps {
  readonly address: string;
  readonly mayChange: boolean;
  readonly onAdd: () => void;
}

/** What the list says of one address. A part of one is not asked for: it would find nothing. */
export function LookUp({ address, mayChange, onAdd }: LookUpProps) {
  if (!isAddress(address)) {
    return (
      <Text size="sm" c="dimmed" py="md">
        {words.searchHint}
      </Text>
    );
  }
  return <Entry address={address} mayChange={mayChange} onAdd={onAdd} />;
}

function Entry({ address, mayChange, onAdd }: LookUpProps) {
  const query = useQuery(suppressionQuery(address));
  const { columns, going } = useColumns(mayChange);
  return (
    <Loaded query={query} lines={2}>
      {(found) =>
        found === null || going.has(found.id) ? (
          <Empty icon={<IconMailOff size={28} aria-hidden />} title={words.notHereTitle} text={words.notHere(address)}>
            {mayChange && <Button onClick={onAdd}>{words.addThis}</Button>}
          </Empty>
        ) : (
          <Rows label={words.title} columns={columns} rows={[found]} idOf={({ id }) => id} />
        )
      }
    </Loaded>
  );
}
