import { type Explanation, explanations, logs as words, particular, steps } from '../../messages/logs';
import type { Log } from './documents';

export interface Advice extends Explanation {
  /** What the server said, without its notation. */
  readonly said: string;
  /** The name of the field that it is about, as it stands in the request. */
  readonly field: string | null;
  /** From 1: which of a batch. */
  readonly item: number | null;
  readonly step: { readonly to: `/${string}`; readonly label: string } | null;
}

type Step = Advice['step'];

const toDomains: Step = { to: '/domains', label: steps.domains };
const toKeys: Step = { to: '/api-keys', label: steps.keys };
const toUsage: Step = { to: '/usage', label: steps.usage };

/** What is known better than by the name alone: messages of the server, by their words. */
const rules: readonly (readonly [RegExp, Explanation, Step])[] = [
  [/domain is not verified/, particular.notVerified, toDomains],
  [/reaches test addresses only/, particular.sandbox, toDomains],
  [/key is not allowed to send from/, particular.notOfKey, toKeys],
  [/`from` field/, particular.from, toDomains],
  [/Invalid `(to|cc|bcc|reply_to)` field/, particular.recipient, null],
  [/API key is invalid/, particular.unknownKey, { to: '/api-keys?create=true', label: steps.createKey }],
  [/webhook is disabled/, particular.webhookDisabled, { to: '/webhooks', label: steps.webhooks }],
];

const stepsByName: Readonly<Record<string, Step>> = {
  missing_api_key: { to: '/api-keys?create=true', label: steps.createKey },
  invalid_api_key: { to: '/api-keys?create=true', label: steps.createKey },
  restricted_api_key: toKeys,
  invalid_from_address: toDomains,
  daily_quota_exceeded: toUsage,
  monthly_quota_exceeded: toUsage,
  rate_limit_exceeded: toUsage,
};

/** What was wrong with a request, and how to fix it; null: nothing was. */
export function adviceOn(log: Log): Advice | null {
  if (log.response_status < 400) return null;
  const { name, message } = log.response_body ?? {};
  return adviceFor(typeof name === 'string' ? name : '', typeof message === 'string' ? message : '', log.endpoint);
}

/** Advice for the refused items of a batch that was accepted in part. */
export function refusedItems({ response_status: status, response_body: body, endpoint }: Log): readonly Advice[] {
  const errors: unknown = body?.['errors'];
  if (status >= 400 || !Array.isArray(errors)) return [];
  return errors.flatMap((error: unknown) => {
    if (typeof error !== 'object' || error === null) return [];
    const index: unknown = Reflect.get(error, 'index');
    const message: unknown = Reflect.get(error, 'message');
    if (typeof message !== 'string') return [];
    const advice = adviceFor('validation_error', message, endpoint);
    return [{ ...advice, item: typeof index === 'number' ? index + 1 : advice.item }];
  });
}

function adviceFor(name: string, message: string, endpoint: string): Advice {
  const rule = rules.find(([words_]) => words_.test(message));
  // In a batch only the message tells.
  const kind = /Missing `/.test(message) ? 'missing_required_field' : name;
  const known = rule?.[1] ?? explanations[kind] ?? { means: words.unknown, fix: '' };
  const index = /^Email at index (\d+): /.exec(message);
  return {
    ...known,
    said: message.replace(/^Email at index \d+: /, '').replaceAll('`', ''),
    field: /`([\w.[\]]+)` field/.exec(message)?.[1] ?? null,
    item: index?.[1] === undefined ? null : Number(index[1]) + 1,
    step: rule?.[2] ?? stepOf(name, endpoint),
  };
}

function stepOf(name: string, endpoint: string): Step {
  if (/idempotent/.test(name)) {
    return { to: `/logs?path=${encodeURIComponent(endpoint)}&status=2xx`, label: steps.sameKey };
  }
  return stepsByName[name] ?? null;
}
