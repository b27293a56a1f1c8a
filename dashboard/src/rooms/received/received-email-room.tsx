import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { addressOf } from '../../api/client';
import { read } from '../../api/reading';
import { useMay } from '../../api/session';
import { DetailFacts } from '../../kit/detail-facts';
import { DetailPage } from '../../kit/detail-page';
import { MailFrame, PlainText } from '../../kit/mail-frame';
import { received as words } from '../../messages/received';
import { Panel } from '../../ui/panel';
import { RoomLink } from '../../ui/room-link';
import { Moment } from '../../ui/time';
import type { ReceivedEmail } from './documents';
import { Files, onThisOrigin } from '../emails/attachments';

const ReplyForm = lazy(() => import('./reply-form'));

const route = getRouteApi('/inside/received/$id');

/** One email that came in: who, what it proved, its content, its files and its header. */
export function ReceivedEmailRoom() {
  const { id } = route.useParams();
  const query = useQuery({
    // Its links work for an hour; what it says never changes.
    ...read('GET /dashboard-api/emails/receiving/{id}', { path: { id }, query: { html_format: 'cid' } }),
    staleTime: 30 * 60_000,
  });
  return (
    <DetailPage
      id={id}
      query={query}
      list={{ to: '/received', label: words.back, reads: 'GET /dashboard-api/emails/receiving' }}
      name={words.name}
      title={({ subject }) => (subject.trim() === '' ? words.noSubject : subject)}
      actions={(email) => (
        <>
          <ReplyButton email={email} />
          <RawButton email={email} />
        </>
      )}
      callout={({ raw, authentication }) => {
        if (raw === null) return <Alert color="yellow">{words.erased}</Alert>;
        return authentication?.dmarc === 'fail' && <Alert color="yellow">{words.forged}</Alert>;
      }}
    >
      {(email) => <Parts email={email} />}
    </DetailPage>
  );
}

function Parts({ email }: { readonly email: ReceivedEmail }) {
  const { cc } = email;
  return (
    <Stack gap="lg">
      <DetailFacts
        of={[
          [words.from, email.from],
          [words.to, email.received_for.join(', ')],
          [words.headerTo, email.to.join(', ') || null],
          [words.cc, cc.length === 0 ? null : cc.join(', ')],
          [words.when, <Moment key="when" at={email.created_at} precision="minute" />],
          [words.proof, proofText(email)],
          [words.threadOf, email.message_id === '' ? null : <Thread key="thread" email={email} />],
        ]}
      />
      {email.raw !== null && <Content email={email} />}
      {email.attachments.length > 0 && <EmailFiles id={email.id} />}
      {email.raw !== null && (
        <Panel title={words.header}>
          <PlainText label={words.header}>{headerText(email)}</PlainText>
        </Panel>
      )}
    </Stack>
  );
}

/** The links work for an hour; a page that comes to the front asks for new ones. */
function EmailFiles({ id }: { readonly id: string }) {
  return <Files query={useQuery(read('GET /dashboard-api/emails/receiving/{id}/attachments', { path: { id } }))} />;
}

function Thread({ email }: { readonly email: ReceivedEmail }) {
  const first = /<[^<>\s]+>/.exec(email.headers['references'] ?? '')?.[0] ?? email.message_id;
  return <RoomLink to={`/received?thread=${encodeURIComponent(first)}`}>{words.showThread}</RoomLink>;
}

function ReplyButton({ email }: { readonly email: ReceivedEmail }) {
  const [isOpen, setOpen] = useState(false);
  const maySend = useMay('POST /emails');
  if (email.raw === null || !maySend) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.reply}</Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReplyForm to={email} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function RawButton({ email: { id, raw } }: { readonly email: ReceivedEmail }) {
  if (raw === null) return null;
  return (
    <Button
      component="a"
      href={onThisOrigin(raw.download_url)}
      download={`${id}.eml`}
      rel="noreferrer"
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {words.raw}
    </Button>
  );
}

/** The frame is a document of the server, made safe: what strangers wrote never comes into this page. */
function Content({ email: { id, html, text } }: { readonly email: ReceivedEmail }) {
  const [isRemote, setRemote] = useState(false);
  const frame = addressOf('GET /dashboard-api/emails/receiving/{id}/frame', {
    path: { id },
    query: isRemote ? { images: 'remote' } : {},
  });
  if (html === null) {
    return (
      <Panel title={words.content}>
        {text === null || text === '' ? <Text size="sm">{words.none}</Text> : <PlainText>{text}</PlainText>}
      </Panel>
    );
  }
  return (
    <Panel
      title={words.content}
      actions={
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => setRemote(!isRemote)}>
            {isRemote ? words.unload : words.load}
          </Button>
        </Group>
      }
    >
      <MailFrame key={frame} title={words.frame} address={frame} />
    </Panel>
  );
}

const proofText = ({ authentication: found }: ReceivedEmail): string =>
  found === null
    ? words.unchecked
    : [
        `SPF ${found.spf}${ofDomain(found.passed?.spf)}`,
        `DKIM ${found.dkim}${ofDomain(found.passed?.dkim.join(', '))}`,
        `DMARC ${found.dmarc}${ofDomain(found.passed?.dmarc)}`,
        `ARC ${found.arc}`,
      ].join(' · ');

const ofDomain = (domain: string | null | undefined): string => (domain ? ` (${domain})` : '');

const headerText = ({ headers }: ReceivedEmail): string =>
  Object.entries(headers)
    .flatMap(([name, value]) => value.split('\n').map((line) => `${name}: ${line}`))
    .join('\n');
