import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client';
import type { Answer, Body } from '../../api/operations';
import { useMay } from '../../api/session';
import { DetailFacts } from '../../kit/detail-facts';
import { FormPage } from '../../kit/form-page';
import { broadcastPolicyWords as words } from '../../messages/broadcast-policy';
import { Loaded } from '../../ui/loaded';
import { type Broadcast, policyQuery } from './queries';

type Policy = Answer<'GET /dashboard-api/broadcasts/{id}/policy'>;
type Change = Body<'PATCH /dashboard-api/broadcasts/{id}/policy'>;

const bounceRates = [0.02, 0.05, 0.1, 1];
const complaintRates = [0.001, 0.003, 1];
const firstDays = [100, 500, 1_000, 5_000];
/** What the intro of the section says. */
const growth = { factor: 2, most_deferred: 0.1 };

/** How fast a broadcast is sent, and what pauses it. */
export default function SendingTab({ broadcast: { id } }: { readonly broadcast: Broadcast }) {
  const mayChange = useMay('PATCH /dashboard-api/broadcasts/{id}/policy');
  return (
    <Loaded query={useQuery(policyQuery(id))} lines={6}>
      {(policy) => (mayChange ? <PolicyForm id={id} policy={policy} /> : <DetailFacts of={factsOf(policy)} />)}
    </Loaded>
  );
}

const paceOf = ({ pace_per_hour }: Policy): string => (pace_per_hour === null ? '' : String(pace_per_hour));

const factsOf = (policy: Policy) =>
  [
    [words.perHour, paceOf(policy) || words.unlimited],
    [words.bounces, words.above(policy.bounce_rate)],
    [words.complaints, words.above(policy.complaint_rate)],
    [words.warmUp, policy.warm_up === null ? words.noWarmUp : words.startsWith(policy.warm_up.start_per_day)],
  ] as const;

interface Values {
  readonly pace_per_hour: string;
  readonly bounce_rate: string;
  readonly complaint_rate: string;
  readonly warm_up: string;
}

function PolicyForm({ id, policy }: { readonly id: string; readonly policy: Policy }) {
  const saved: Values = {
    pace_per_hour: paceOf(policy),
    bounce_rate: String(policy.bounce_rate),
    complaint_rate: String(policy.complaint_rate),
    warm_up: warmUpOf(policy),
  };
  return (
    <FormPage
      saved={saved}
      sections={[
        {
          title: words.pace,
          intro: words.paceIntro,
          fields: [{ name: 'pace_per_hour', label: words.perHour, hint: words.perHourHint, isOptional: true }],
        },
        {
          title: words.pauses,
          intro: words.pausesIntro,
          fields: [
            rateField('bounce_rate', words.bounces, words.bouncesHint, bounceRates, policy),
            rateField('complaint_rate', words.complaints, words.complaintsHint, complaintRates, policy),
          ],
        },
        {
          title: words.warmUp,
          intro: words.warmUpIntro,
          fields: [{ name: 'warm_up', label: words.firstDay, options: warmUps(saved.warm_up) }],
        },
      ]}
      send={(values) =>
        call('PATCH /dashboard-api/broadcasts/{id}/policy', { path: { id }, body: changeOf(saved, values) })
      }
      list="GET /dashboard-api/broadcasts"
      said={words.saved}
    />
  );
}

type RateName = 'bounce_rate' | 'complaint_rate';

/** The usual rates, and the one that it has. */
function rateField(name: RateName, label: string, hint: string, usual: readonly number[], policy: Policy) {
  const rates = [...new Set([...usual, policy[name]])].sort((one, other) => one - other);
  return { name, label, hint, options: rates.map((rate) => ({ value: String(rate), label: words.above(rate) })) };
}

const own = 'own';

/** The first day of a warm-up that grows as the section says; of any other, that it is one. */
function warmUpOf({ warm_up }: Policy): string {
  if (warm_up === null) return '';
  const isUsual = warm_up.factor === growth.factor && warm_up.most_deferred === growth.most_deferred;
  return isUsual && firstDays.includes(warm_up.start_per_day) ? String(warm_up.start_per_day) : own;
}

const warmUps = (saved: string) => [
  { value: '', label: words.noWarmUp },
  ...(saved === own ? [{ value: own, label: words.own }] : []),
  ...firstDays.map((emails) => ({ value: String(emails), label: words.startsWith(emails) })),
];

/** What is sent: only what was changed. What is no number goes as it is, so that the answer names the field. */
function changeOf(before: Values, after: Values): Change {
  const is = (name: keyof Values): boolean => before[name] !== after[name];
  const pace = after.pace_per_hour.trim();
  const warmUp = after.warm_up === '' ? null : { ...growth, start_per_day: Number(after.warm_up) };
  return {
    ...(is('pace_per_hour') ? { pace_per_hour: pace === '' ? null : Number(pace.replaceAll(',', '')) || 0 } : {}),
    ...(is('bounce_rate') ? { bounce_rate: Number(after.bounce_rate) } : {}),
    ...(is('complaint_rate') ? { complaint_rate: Number(after.complaint_rate) } : {}),
    ...(is('warm_up') ? { warm_up: warmUp } : {}),
  };
}
