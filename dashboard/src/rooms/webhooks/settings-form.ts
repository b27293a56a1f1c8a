import { webhooks as words } from '../../messages/webhooks';
import type { NewWebhook, Webhook } from './documents';

/** As it stands in the form: what is a list on the wire is lines of text here. */
export interface Settings {
  endpoint: string;
  events: string[];
  headers: string;
  domain_ids: string[];
  tags: string;
  ordered: boolean;
  per_second: string;
  machine_hits: boolean;
}

export const noSettings: Settings = {
  endpoint: '',
  events: ['email.delivered', 'email.bounced', 'email.complained'],
  headers: '',
  domain_ids: [],
  tags: '',
  ordered: false,
  per_second: '',
  machine_hits: false,
};

/** `events` null: all that there are. */
export function settingsOf(webhook: Webhook, allTypes: readonly string[]): Settings {
  const { endpoint, events, headers, domain_ids: domainIds, tags, ordered, per_second: perSecond } = webhook;
  const { machine_hits } = webhook;
  return {
    endpoint,
    events: [...(events ?? allTypes)],
    headers: Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    domain_ids: [...domainIds],
    tags: tags.map(({ name, value }) => `${name}=${value}`).join('\n'),
    ordered,
    per_second: perSecond === 0 ? '' : String(perSecond),
    machine_hits,
  };
}

/** What the API takes. Call it with settings that {@link problemsOf} finds nothing in. */
export function bodyOf({
  endpoint,
  events,
  headers,
  domain_ids,
  tags,
  ordered,
  per_second,
  ...rest
}: Settings): NewWebhook {
  return {
    endpoint: endpoint.trim(),
    // Types that this page does not know came from the server.
    events: events as NewWebhook['events'] & string[],
    headers: Object.fromEntries(pairsOf(headers, ':')),
    domain_ids,
    tags: pairsOf(tags, '=').map(([name, value]) => ({ name, value })),
    ordered,
    per_second: per_second === '' ? 0 : Number(per_second),
    machine_hits: rest.machine_hits,
  };
}

export function problemsOf({ headers, tags, per_second: perSecond }: Settings) {
  const isRate =
    perSecond === '' || (/^\d{1,4}$/.test(perSecond) && Number(perSecond) >= 1 && Number(perSecond) <= 1_000);
  return {
    ...(linesOf(headers).every((line) => pairOf(line, ':') !== null) ? {} : { headers: words.headersProblem }),
    ...(linesOf(tags).every((line) => pairOf(line, '=') !== null) ? {} : { tags: words.tagsProblem }),
    ...(isRate ? {} : { per_second: words.rateProblem }),
  };
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function pairsOf(text: string, sign: string) {
  return linesOf(text).flatMap((line) => {
    const pair = pairOf(line, sign);
    return pair === null ? [] : [pair];
  });
}

function pairOf(line: string, sign: string): readonly [string, string] | null {
  const at = line.indexOf(sign);
  const pair = [line.slice(0, at).trim(), line.slice(at + 1).trim()] as const;
  return at > 0 && pair[1] !== '' ? pair : null;
}
