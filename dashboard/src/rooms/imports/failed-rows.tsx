import { Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { addressOf } from '../../api/client';
import { importMessages as words } from '../../messages/imports';
import { Panel } from '../../ui/panel';
import type { Import } from './documents';

/** The rows that were not applied, as a file to correct and import. Nothing where there are none. */
export default function FailedRows({ of: { id, counts, has_file: hasFile } }: { readonly of: Import }) {
  if (counts.failed === 0) return null;
  return (
    <Panel title={words.failedRows(counts.failed)} intro={hasFile ? words.failedHint : words.failedGone}>
      {hasFile && (
        <Group>
          <Button
            component="a"
            // The browser asks for it itself: it goes to the disk as it comes.
            href={addressOf('GET /dashboard-api/contacts/imports/{id}/failed-rows', { path: { id } })}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {words.downloadFailed}
          </Button>
        </Group>
      )}
    </Panel>
  );
}
