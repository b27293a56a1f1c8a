import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client';
import type { Body } from '../../api/operations';
import { useMay } from '../../api/session';
import { choicesOf } from '../../kit/choices';
import { DetailFacts } from '../../kit/detail-facts';
import type { Field } from '../../kit/field-form';
import { FormPage } from '../../kit/form-page';
import { abTestWords as words } from '../../messages/broadcast-ab-test';
import { Loaded } from '../../ui/loaded';
import { type AbTest, abTestQuery, type Broadcast } from './queries';
import { isDraft } from './standing';
import { taggedField } from './tagged-field';

/** Whether a second version is tried on a share of the audience, and how the better one is found. */
export default function AbTestTab({ broadcast }: { readonly broadcast: Broadcast }) {
  const mayChange = useMay('PATCH /dashboard-api/broadcasts/{id}/ab-test') && isDraft(broadcast);
  return (
    <Loaded query={useQuery(abTestQuery(broadcast))} lines={6}>
      {(test) => (mayChange ? <AbTestForm id={broadcast.id} test={test} /> : <DetailFacts of={factsOf(test)} />)}
    </Loaded>
  );
}

function factsOf({ status, subject, preview_text: preview, share, winner_by: rule, hours }: AbTest) {
  if (status === 'off') return [[words.title, words.off]] as const;
  return [
    [words.subject, subject ?? words.sameAsA],
    [words.previewText, preview ?? words.sameAsA],
    [words.share, words.shareHint(share)],
    ...(share === whole ? [] : ([[words.winnerBy, words.rules[rule]]] as const)),
    ...(share === whole || rule === 'manual' ? [] : ([[words.hours, String(hours)]] as const)),
  ] as const;
}

interface Values {
  readonly is_on: boolean;
  readonly subject: string;
  readonly preview_text: string;
  readonly share: string;
  readonly winner_by: string;
  readonly hours: string;
}

const whole = 100;

function AbTestForm({ id, test }: { readonly id: string; readonly test: AbTest }) {
  const saved: Values = {
    is_on: test.status !== 'off',
    subject: test.subject ?? '',
    preview_text: test.preview_text ?? '',
    share: String(test.share),
    winner_by: test.winner_by,
    hours: String(test.hours),
  };
  return (
    <FormPage
      saved={saved}
      sections={(values) => [{ title: words.title, intro: words.intro, fields: fieldsOf(values) }]}
      send={(values) =>
        values.is_on
          ? call('PATCH /dashboard-api/broadcasts/{id}/ab-test', { path: { id }, body: changeOf(saved, values) })
          : call('DELETE /dashboard-api/broadcasts/{id}/ab-test', { path: { id } })
      }
      list="GET /dashboard-api/broadcasts"
      said={words.saved}
    />
  );
}

function fieldsOf({ is_on: isOn, share, winner_by: rule }: Values): readonly Field<keyof Values>[] {
  const onOff = { name: 'is_on', label: words.isOn, hint: words.isOnHint, isSwitch: true } as const;
  if (!isOn) return [onOff];
  const hasRest = Number(share) !== whole;
  return [
    onOff,
    taggedField('subject', { label: words.subject, description: words.subjectHint, maxLength: 998 }),
    taggedField('preview_text', { label: words.previewText, description: words.previewTextHint, maxLength: 500 }),
    { name: 'share', label: words.share, hint: words.shareHint(Number(share)) },
    ...(hasRest
      ? [
          {
            name: 'winner_by',
            label: words.winnerBy,
            hint: words.winnerByHint,
            options: choicesOf(words.rules),
          } as const,
        ]
      : []),
    ...(hasRest && rule !== 'manual' ? [{ name: 'hours', label: words.hours, hint: words.hoursHint } as const] : []),
  ];
}

const textOf = (typed: string): string | null => (typed.trim() === '' ? null : typed.trim());

/** What is sent: the rule, and those texts that were changed. What is no number goes as 0: the answer names it. */
function changeOf(before: Values, after: Values): Body<'PATCH /dashboard-api/broadcasts/{id}/ab-test'> {
  return {
    ...(before.subject === after.subject ? {} : { subject: textOf(after.subject) }),
    ...(before.preview_text === after.preview_text ? {} : { preview_text: textOf(after.preview_text) }),
    share: Number(after.share) || 0,
    winner_by: after.winner_by as AbTest['winner_by'],
    hours: Number(after.hours) || 0,
  };
}
