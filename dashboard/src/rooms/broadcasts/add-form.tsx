import { NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/client';
import type { Answer } from '../../api/operations';
import { read } from '../../api/reading';
import { FieldForm } from '../../kit/field-form';
import { broadcastMessages as words } from '../../messages/broadcasts';
import { Loaded } from '../../ui/loaded';
import { RoomLink } from '../../ui/room-link';
import { useSegmentChoices } from '../contacts/members';
import { segmentsQuery } from '../contacts/queries';
import { Because, Callout } from '../../kit/callout';
import { useBeginning } from './editor/use-beginning';
import { type Beginning, type Content, contentByHand, contentOf, usualFooter } from './editor/content';
import { brandedFooter } from './editor/email/branded.js';
import { blocksOf, documentIn, documentOf, hasWayOut } from './editor/email/document.js';
import { taggedField } from './tagged-field';

interface AddFormProps {
  /** Id of the template that the address names. */
  readonly template: string | undefined;
}

/** A draft to go on with on its own page: empty, or with the content of a template. */
export default function AddForm({ template }: AddFormProps) {
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
        <Form key="" template={undefined} />
      ) : (
        <Loaded query={content}>{(one) => <Form key={one.id} template={one} />}</Loaded>
      )}
    </Stack>
  );
}

type Template = Answer<'GET /dashboard-api/templates/{template}'>;

function Form({ template }: { readonly template: Template | undefined }) {
  const navigate = useNavigate();
  const beginning = useBeginning();
  const query = useQuery(segmentsQuery);
  const options = useSegmentChoices(query.data?.data ?? []);
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
        ) : (
          <FieldForm
            initial={{
              name: template?.name ?? '',
              segment_id: segments[0]?.id ?? '',
              from: template?.from ?? '',
              subject: template?.subject ?? '',
            }}
            fields={[
              { name: 'name', label: words.name, hint: words.nameHint, maxLength: 200 },
              { name: 'segment_id', label: words.segment, hint: words.segmentHint, options },
              { name: 'from', label: words.from, hint: words.fromHint, isVerbatim: true },
              taggedField('subject', {
                label: words.subject,
                description: words.subjectHint,
                maxLength: 998,
                required: true,
                withAsterisk: false,
              }),
            ]}
            send={async (values) => {
              const { data: begins = await beginning.refetch({ throwOnError: true }).then(({ data }) => data) } =
                beginning;
              const content = template && begins && contentFromTemplate(template, begins);
              return call('POST /broadcasts', { body: { ...values, ...content } });
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

/** What a broadcast has of a template: its draft, with a way to unsubscribe. */
function contentFromTemplate({ document: saved, html }: Template, { brand }: Beginning): Content {
  const document = documentIn(saved);
  if (document === undefined) return contentByHand(html);
  const blocks = blocksOf(document);
  return contentOf(
    documentOf(document.style, hasWayOut(blocks) ? blocks : [...blocks, brandedFooter(brand, usualFooter)]),
  );
}
