import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/client';
import type { Body } from '../../api/operations';
import { useMay } from '../../api/session';
import { addressesIn } from '../../kit/addresses-in';
import { DetailFacts } from '../../kit/detail-facts';
import { FormPage } from '../../kit/form-page';
import { broadcastMessages as words } from '../../messages/broadcasts';
import { broadcastPageWords as pageWords } from '../../messages/broadcast-page';
import { broadcastPolicyWords as policyWords } from '../../messages/broadcast-policy';
import { Loaded } from '../../ui/loaded';
import { useSegmentChoices, useTopicChoices } from '../contacts/members';
import { segmentsQuery, topicsQuery } from '../contacts/queries';
import type { Broadcast } from './queries';
import { isDraft } from './standing';
import { taggedField } from './tagged-field';

interface SettingAsked {
  /** The name of the setting that is shown first. */
  readonly at: string | undefined;
  readonly onShown: () => void;
}

interface SettingsTabProps extends SettingAsked {
  readonly broadcast: Broadcast;
}

/** Who gets a broadcast, from whom, and what it is called. */
export default function SettingsTab({ broadcast, ...asked }: SettingsTabProps) {
  const segments = useQuery(segmentsQuery);
  const topics = useQuery(topicsQuery);
  const mayChange = useMay('PATCH /broadcasts/{id}') && isDraft(broadcast);
  return (
    <Loaded query={segments} lines={6}>
      {({ data: known }) => (
        <Loaded query={topics} lines={6}>
          {({ data: about }) =>
            mayChange ? (
              <SettingsForm broadcast={broadcast} segments={known} topics={about} {...asked} />
            ) : (
              <DetailFacts of={factsOf(broadcast, known, about)} />
            )
          }
        </Loaded>
      )}
    </Loaded>
  );
}

type Named = readonly { readonly id: string; readonly name: string }[];
const nameIn = (named: Named, id: string | null): string | null =>
  id === null ? null : (named.find((each) => each.id === id)?.name ?? id);

const linkTo = (url: string | null) => (url === null ? null : <Anchor href={url}>{url}</Anchor>);

const factsOf = (broadcast: Broadcast, segments: Named, topics: Named) =>
  [
    [words.segment, nameIn(segments, broadcast.segment_id)],
    [words.topic, nameIn(topics, broadcast.topic_id) ?? words.allMarketing],
    [words.from, broadcast.from ?? null],
    [words.replyTo, broadcast.reply_to.length === 0 ? null : broadcast.reply_to.join(', ')],
    [words.subject, broadcast.subject ?? null],
    [words.previewText, broadcast.preview_text ?? null],
    [policyWords.webPage, linkTo(broadcast.public_url) ?? policyWords.notPublic],
    ...(broadcast.archive_url === null ? [] : [[policyWords.archive, linkTo(broadcast.archive_url)] as const]),
  ] as const;

interface Values {
  readonly name: string;
  readonly segment_id: string;
  readonly topic_id: string;
  readonly from: string;
  readonly reply_to: string;
  readonly subject: string;
  readonly preview_text: string;
}

interface SettingsFormProps extends SettingAsked {
  readonly broadcast: Broadcast;
  readonly segments: Named;
  readonly topics: Named;
}

function SettingsForm({ broadcast, segments, topics, at, onShown }: SettingsFormProps) {
  useEffect(() => {
    if (at === undefined) return;
    const fields = Array.from(document.querySelectorAll<HTMLElement>('[data-path]'));
    fields.find(({ dataset }) => dataset['path'] === at)?.focus();
    onShown();
  }, [at, onShown]);
  const { id } = broadcast;
  const segmentChoices = useSegmentChoices(segments);
  const topicChoices = useTopicChoices(topics);
  const saved: Values = {
    name: broadcast.name,
    segment_id: broadcast.segment_id ?? '',
    topic_id: broadcast.topic_id ?? '',
    from: broadcast.from ?? '',
    reply_to: broadcast.reply_to.join(', '),
    subject: broadcast.subject ?? '',
    preview_text: broadcast.preview_text ?? '',
  };
  // A segment that was deleted stays what the draft says, until another is picked.
  const gone = segments.some(({ id: known }) => known === saved.segment_id)
    ? []
    : [{ value: saved.segment_id, label: words.noSegment }];
  return (
    <FormPage
      saved={saved}
      sections={[
        {
          title: words.email,
          fields: [
            taggedField('subject', {
              label: words.subject,
              description: words.subjectHint,
              maxLength: 998,
              required: true,
              withAsterisk: false,
            }),
            taggedField('preview_text', {
              label: words.previewText,
              description: words.previewTextHint,
              maxLength: 500,
            }),
            { name: 'from', label: words.from, hint: words.fromHint, isVerbatim: true },
            { name: 'reply_to', label: words.replyTo, hint: words.replyToHint, isOptional: true, isVerbatim: true },
          ],
        },
        {
          title: words.audience,
          fields: [
            {
              name: 'segment_id',
              label: words.segment,
              hint: words.segmentHint,
              options: [...gone, ...segmentChoices],
            },
            {
              name: 'topic_id',
              label: words.topic,
              hint: words.topicHint,
              options: [{ value: '', label: words.allMarketing }, ...topicChoices],
            },
          ],
        },
        { title: words.naming, fields: [{ name: 'name', label: words.name, hint: words.nameHint, maxLength: 200 }] },
      ]}
      send={(values) => call('PATCH /broadcasts/{id}', { path: { id }, body: changeOf(saved, values) })}
      list="GET /dashboard-api/broadcasts"
      said={pageWords.settingsSaved}
    />
  );
}

/** What is sent: only what was changed. */
function changeOf(before: Values, after: Values): Body<'PATCH /broadcasts/{id}'> {
  const is = (name: keyof Values): boolean => before[name] !== after[name];
  return {
    ...(is('name') ? { name: after.name } : {}),
    ...(is('segment_id') ? { segment_id: after.segment_id } : {}),
    ...(is('topic_id') ? { topic_id: after.topic_id === '' ? null : after.topic_id } : {}),
    ...(is('from') ? { from: after.from } : {}),
    ...(is('reply_to') ? { reply_to: addressesIn(after.reply_to) } : {}),
    ...(is('subject') ? { subject: after.subject } : {}),
    ...(is('preview_text')
      ? { preview_text: after.preview_text.trim() === '' ? null : after.preview_text.trim() }
      : {}),
  };
}
