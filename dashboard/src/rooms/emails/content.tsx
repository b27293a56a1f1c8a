import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { email as words } from '../../messages/email';
import { emailTabs } from '../../messages/email-tabs';
import { Loaded } from '../../ui/loaded';
import { Panel } from '../../ui/panel';
import { Attachments } from './attachments';
import { Captured } from './captured';
import type { Overview, Preview } from './documents';
import { MailFrame, PlainText } from '../../kit/mail-frame';
import { previewQuery, remoteFrame, sourceAddress } from './queries';
import type { View } from './parameters';
import { Source } from './source';

const { body } = emailTabs;
const route = getRouteApi('/inside/emails/$id');

/** What the mail says, as it was accepted; what was attached; and what the built-in catcher received of it. */
export default function Content({ overview }: { readonly overview: Overview }) {
  const query = useQuery(previewQuery(overview.id));
  return (
    <Stack gap="lg">
      <Panel
        title={words.tabs.content}
        actions={
          !overview.erased && (
            <Button
              component="a"
              href={sourceAddress(overview.id)}
              download={`${overview.id}.eml`}
              variant="default"
              size="xs"
              leftSection={<IconDownload size={14} aria-hidden />}
            >
              {body.eml}
            </Button>
          )
        }
      >
        <Loaded query={query} lines={5}>
          {(preview) => <Body id={overview.id} preview={preview} />}
        </Loaded>
      </Panel>
      {overview.attachments > 0 && <Attachments id={overview.id} />}
      <Captured overview={overview} />
    </Stack>
  );
}

function Body({ id, preview }: { readonly id: string; readonly preview: Preview }) {
  const { view } = route.useSearch();
  const navigate = route.useNavigate();
  const { html, text, cut } = preview;
  const views: readonly View[] = [
    ...(html === null ? [] : (['html'] as const)),
    ...(text === null ? [] : (['text'] as const)),
    'source',
  ];
  const shown = views.find((name) => name === view) ?? views[0] ?? 'source';
  const go = (next: string): void => {
    const known = views.find((name) => name === next);
    if (known !== undefined) {
      void navigate({ search: (before) => ({ ...before, view: known }), replace: true, resetScroll: false });
    }
  };
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={body.view}
        value={shown}
        onChange={go}
        data={views.map((name) => ({ value: name, label: body[name] }))}
        style={{ alignSelf: 'flex-start' }}
      />
      {cut && shown !== 'source' && (
        <Text size="sm" c="dimmed">
          {body.cut}
        </Text>
      )}
      {shown === 'html' && html !== null && <Html id={id} html={html} hasRemote={preview.remote_images} />}
      {shown === 'text' && (text === '' ? <Text size="sm">{body.none}</Text> : <PlainText>{text ?? ''}</PlainText>)}
      {shown === 'source' && <Source id={id} />}
    </Stack>
  );
}

const widths = { desktop: '100%', phone: 390 } as const;

function Html({ id, html, hasRemote }: { readonly id: string; readonly html: string; readonly hasRemote: boolean }) {
  const [width, setWidth] = useState<keyof typeof widths>('desktop');
  const [isRemote, setRemote] = useState(false);
  return (
    <>
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label={body.width}
          size="xs"
          visibleFrom="sm"
          value={width}
          onChange={(next) => setWidth(next === 'phone' ? 'phone' : 'desktop')}
          data={[
            { value: 'desktop', label: <Labelled Icon={IconDeviceDesktop} label={body.desktop} /> },
            { value: 'phone', label: <Labelled Icon={IconDeviceMobile} label={body.phone} /> },
          ]}
        />
      </Group>
      {hasRemote && (
        <Alert color="gray" variant="light" p="xs">
          <Group justify="space-between" gap="sm">
            <Text size="sm">{isRemote ? body.loaded : body.remote}</Text>
            <Button size="xs" variant="default" onClick={() => setRemote(!isRemote)}>
              {isRemote ? body.unload : body.load}
            </Button>
          </Group>
        </Alert>
      )}
      <MailFrame
        title={body.frame}
        width={widths[width]}
        {...(isRemote ? { address: remoteFrame(id) } : { document: html })}
      />
    </>
  );
}

function Labelled({ Icon, label }: { readonly Icon: typeof IconDeviceMobile; readonly label: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      <Icon size={14} aria-hidden />
      {label}
    </Group>
  );
}
