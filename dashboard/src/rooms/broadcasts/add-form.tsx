import { NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/client';
import type { Answer } from '../../api/operations';
import { domainsQuery } from '../../api/queries';
import { read } from '../../api/reading';
import { useSession } from '../../api/session';
import { FieldForm } from '../../kit/field-form';
import { broadcastMessages as words } from '../../messages/broadcasts';
import { Loaded, Outline } from '../../ui/loaded';
import { RoomLink } from '../../ui/room-link';
import { useSegmentChoices, useTopicChoices } from '../contacts/members';
import { segmentsQuery, topicsQuery } from '../contacts/queries';
import { Because, Callout } from '../../kit/callout';
import { useBeginning } from './editor/use-beginning';
import { type Beginning, type Content, contentByHand, contentOf, usualFooter } from './editor/content';
import { brandedFooter } from './editor/email/branded.js';
import { blocksOf, documentIn, documentOf, hasWayOut } from './editor/email/document.js';
import { broadcastQuery } from './queries';
import { taggedField } from './tagged-field';

interface AddFormProps {
  /** Id of the template that the address names. */
  readonly template: string | undefined;
  /** Id of the segment that the address names. */
  readonly segment: string | undefined;
}

/** A draft to go on with on its own page: empty, or with the content of a template. */
export default function AddForm({ template, segment }: AddFormProps) {
  const [chosen, setChosen] = useState(template ?? '');
  const templates = useQuery(read('GET /dashboard-api/templates', { query: { limit: 100 } }));
  const content = useQuery({
    ...read('GET /dashboard-api/templates/{template}', { path: { template: chosen } }),
    enabled: chosen !== '',
  });
  const named = (templates.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  // The address may name one that is not among the newest.
  const other = chosen === '' || named.some(({ value }) => value === chosen) ? [] : [content.data];
  const others = other.flatMap((one) => (one === undefined ? [] : [{ value: one.id, label: one.name }]));
  return (
    <Stack gap="md">
      <NativeSelect
        label={words.startWith}
        description={words.startWithHint}
        data={[{ value: '', label: words.startEmpty }, ...others, ...named]}
        value={chosen}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      {chosen === '' ? (
        <Form key="" template={undefined} segment={segment} />
      ) : (
        <Loaded query={content}>{(one) => <Form key={one.id} template={one} segment={segment} />}</Loaded>
      )}
    </Stack>
  );
}

type Template = Answer<'GET /dashboard-api/templates/{template}'>;

interface FormProps extends Pick<AddFormProps, 'segment'> {
  readonly template: Template | undefined;
}

function Form({ template, segment }: FormProps) {
  const navigate = useNavigate();
  const beginning = useBeginning();
  const query = useQuery(segmentsQuery);
  const options = useSegmentChoices(query.data?.data ?? []);
  const topics = useTopicChoices(useQuery(topicsQuery).data?.data ?? []);
  const sender = useSender();
  return (
    <Loaded query={query}>
      {({ data: segments }) =>
        segments.length === 0 ? (
          <Callout
            tone="calm"
            title={words.noSegments}
            actions={
              <RoomLink to="/segments?create=true" isButton>
                {words.createSegment}
              </RoomLink>
            }
          >
            <Because>{words.noSegmentsHint}</Because>
          </Callout>
        ) : sender === undefined ? (
          <Outline lines={6} />
        ) : (
          <FieldForm
            initial={{
              name: template?.name ?? '',
              segment_id: segments.find(({ id }) => id === segment)?.id ?? segments[0]?.id ?? '',
              topic_id: '',
              from: template?.from ?? sender,
              subject: template?.subject ?? '',
            }}
            fields={[
              { name: 'name', label: words.name, hint: words.nameHint, maxLength: 200 },
              { name: 'segment_id', label: words.segment, hint: words.segmentHint, options },
              ...(topics.length === 0
                ? []
                : [
                    {
                      name: 'topic_id' as const,
                      label: words.topic,
                      hint: words.topicHint,
                      options: [{ value: '', label: words.allMarketing }, ...topics],
                    },
                  ]),
              { name: 'from', label: words.from, hint: words.fromHint, isVerbatim: true },
              taggedField('subject', {
                label: words.subject,
                description: words.subjectHint,
                maxLength: 998,
                required: true,
                withAsterisk: false,
              }),
            ]}
            send={async ({ topic_id: topic, ...values }) => {
              const { data: begins = await beginning.refetch({ throwOnError: true }).then(({ data }) => data) } =
                beginning;
              const content = template && begins && contentFromTemplate(template, begins);
              return call('POST /broadcasts', {
                body: { ...values, ...content, ...(topic === '' ? {} : { topic_id: topic }) },
              });
            }}
            list="GET /dashboard-api/broadcasts"
            said={words.createdNow}
            submit={words.create}
            onDone={({ id }) => void navigate({ to: '/broadcasts/$id', params: { id }, replace: true })}
          />
        )
      }
    </Loaded>
  );
}

/** Who sent the newest broadcast; else the team, at a domain of its own that may send. Undefined while it is read. */
function useSender(): string | undefined {
  const { team } = useSession();
  const newest = useQuery(broadcastsPage);
  const id = newest.data?.data[0]?.id;
  const last = useQuery({ ...broadcastQuery(id ?? ''), enabled: id !== undefined });
  const domains = useQuery(domainsQuery);
  if (newest.isLoading || last.isLoading || domains.isLoading) return undefined;
  const own = domains.data?.data.find(({ status, origin }) => status === 'verified' && origin !== 'sandbox');
  const usual = own === undefined ? '' : mailbox(team?.name ?? '', `${usualLocalPart}@${own.name}`);
  return last.data?.from ?? usual;
}

const usualLocalPart = 'news';
const broadcastsPage = read('GET /dashboard-api/broadcasts', { query: { limit: 1 } });

/** RFC 5322 §3.2.4: what is more than words is quoted. */
const mailbox = (name: string, address: string): string =>
  name === '' ? address : `${/[()<>[\]:;@\\,."]/.test(name) ? JSON.stringify(name) : name} <${address}>`;

/** What a broadcast has of a template: its draft, with a way to unsubscribe. */
function contentFromTemplate({ document: saved, html }: Template, { brand }: Beginning): Content {
  const document = documentIn(saved);
  if (document === undefined) return contentByHand(html);
  const blocks = blocksOf(document);
  return contentOf(
    documentOf(document.style, hasWayOut(blocks) ? blocks : [...blocks, brandedFooter(brand, usualFooter)]),
  );
}
