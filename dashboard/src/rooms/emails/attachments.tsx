import { Button, Text } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { emailTabs } from '../../messages/email-tabs';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { type Column, Rows } from '../../ui/rows';
import type { Attachment } from './documents';
import { attachmentsQuery } from './queries';
import { bytesText } from './sizes';

const { body } = emailTabs;

type File = Omit<Attachment, 'content_disposition'> & { readonly content_disposition: string | null };

const columns: readonly Column<File>[] = [
  {
    title: body.file,
    cell: ({ filename, content_disposition: disposition }) => (
      <Text size="sm" component="span" style={{ overflowWrap: 'anywhere' }}>
        {filename ?? body.unnamed}
        {disposition === 'inline' && (
          <Text size="xs" c="dimmed" component="span">
            {` ${body.inline}`}
          </Text>
        )}
      </Text>
    ),
  },
  { title: body.type, cell: ({ content_type: type }) => <Text size="sm">{type}</Text> },
  { title: body.size, cell: ({ size }) => bytesText(size) },
  {
    title: body.download,
    isActions: true,
    cell: ({ filename, download_url: url }) => (
      <Button
        component="a"
        href={onThisOrigin(url)}
        download={filename ?? ''}
        rel="noreferrer"
        size="xs"
        variant="subtle"
        aria-label={body.downloadNamed(filename ?? body.unnamed)}
      >
        {body.download}
      </Button>
    ),
  },
];

/** The files. Their links work for an hour; a page that comes to the front asks for new ones. */
export function Attachments({ id }: { readonly id: string }) {
  return <Files query={useQuery(attachmentsQuery(id))} />;
}

/** As {@link Attachments}, of any email. */
export function Files({ query }: { readonly query: UseQueryResult<{ readonly data: readonly File[] }> }) {
  return (
    <Panel title={body.attachments}>
      <Loaded query={query}>
        {({ data }) => <Rows label={body.attachments} columns={columns} rows={data} idOf={(file) => file.id} />}
      </Loaded>
    </Panel>
  );
}

/** The server names itself by its public address, and this page may be open under another one. */
export function onThisOrigin(url: string): string {
  const { pathname, search } = new URL(url, window.location.origin);
  return `${pathname}${search}`;
}
