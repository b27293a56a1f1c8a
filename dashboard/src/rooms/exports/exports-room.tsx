import { Button } from '@mantine/core';
import { IconDownload, IconFileExport } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { addressOf, call } from '../../api/client';
import { useMay } from '../../api/session';
import { ListRoom } from '../../kit/list-room';
import { exportMessages as words } from '../../messages/exports';
import { Begin } from './begin';
import { type Export, exportColumns, whatOf } from './export-rows';
import { exportsQuery } from './queries';

export function ExportsRoom() {
  const query = useInfiniteQuery(exportsQuery);
  const mayExport = useMay('POST /dashboard-api/exports');
  return (
    <ListRoom
      words={mayExport ? words : { ...words, empty: words.emptyReader }}
      icon={IconFileExport}
      query={query}
      columns={exportColumns}
      nameOf={whatOf}
      actions={mayExport && <Begin />}
      lead={(row) => row.state === 'finished' && <Download row={row} />}
      remove={{
        may: 'DELETE /dashboard-api/exports/{id}',
        send: (id, keepalive) => call('DELETE /dashboard-api/exports/{id}', { path: { id }, keepalive }),
        list: 'GET /dashboard-api/exports',
      }}
    />
  );
}

function Download({ row }: { readonly row: Export }) {
  return (
    <Button
      component="a"
      // The browser asks for it itself: it goes to the disk as it comes.
      href={addressOf('GET /dashboard-api/exports/{id}/file', { path: { id: row.id } })}
      download
      size="compact-xs"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      aria-label={words.downloadNamed(whatOf(row))}
    >
      {words.download}
    </Button>
  );
}
