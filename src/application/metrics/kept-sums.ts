import type { MailMetrics, SentBy } from '../../projections/metrics/metrics.document.js';
import { add, emptyTally, figuresOfMail, isEmpty, type Tally } from './figures.js';
import { keptMails, type KeptMail, type KeptPorts, noTag } from './kept-mails.js';
import { periodAt } from './periods.js';
import type { BounceReason, TeamMetricsRequest } from './team-metrics-request.js';

export interface KeptSums {
  readonly totals: Tally;
  readonly periods: readonly { readonly startMs: number; readonly tally: Tally }[];
  /** By what was asked; most recipients first, and no more than a page shows. */
  readonly groups: readonly KeptGroup[];
  readonly reasons: readonly BounceReason[];
}

export interface KeptGroup {
  readonly kind: 'domain' | SentBy['kind'] | 'tag' | 'topic' | 'template';
  /** Null for emails without any. That of a version is `id:version`. */
  readonly id: string | null;
  readonly tally: Tally;
}

const mostMails = 250_000;
const mostGroups = 200;

/** Sums of the mails that are kept, narrowed to what was asked. */
export async function sumKept(
  ports: KeptPorts,
  teamId: string,
  request: TeamMetricsRequest,
  starts: readonly number[],
): Promise<KeptSums | { readonly refused: 'too-many-emails' }> {
  const { domainId, fromMs, untilMs, by, tag } = request;
  const withTags = by === 'tag' || tag !== undefined;
  const totals = emptyTally();
  const periods = new Map(starts.map((startMs) => [startMs, emptyTally()]));
  const groups = new Map<string, KeptGroup>();
  const reasons = new Map<string, BounceReason>();
  let read = 0;
  for await (const page of keptMails(ports, { teamId, domainId, fromMs, untilMs }, withTags)) {
    read += page.length;
    if (read > mostMails) return { refused: 'too-many-emails' };
    for (const kept of page) {
      if (!isAsked(kept, request)) continue;
      const tally = figuresOfMail(kept.mail);
      add(totals, tally);
      const period = periods.get(periodAt(starts, Date.parse(kept.mail.at)) ?? Number.NaN);
      if (period !== undefined) add(period, tally);
      for (const group of groupsOf(kept, by)) addTo(groups, group, tally);
      noteReasons(reasons, kept.mail);
    }
  }
  return {
    totals,
    periods: [...periods].map(([startMs, tally]) => ({ startMs, tally })),
    groups: largest(groups),
    reasons: [...reasons.values()].sort((left, right) => right.recipients - left.recipients),
  };
}

/** What a mail was sent by, in one word: the key's id, or the kind of another actor. */
function wordOf(sentBy: SentBy): string {
  return sentBy.kind === 'api-key' ? sentBy.id : sentBy.kind;
}

function isAsked({ mail, tags }: KeptMail, { sentBy, tag, template }: TeamMetricsRequest): boolean {
  if (template !== undefined && mail.template?.id !== template.id) return false;
  if (template?.version !== undefined && mail.template?.version !== template.version) return false;
  if (sentBy !== undefined && wordOf(mail.sentBy) !== sentBy) return false;
  return tag === undefined || tags.some((each) => each === tag || each.startsWith(`${tag}=`));
}

type Named = Omit<KeptGroup, 'tally'>;

function groupsOf({ mail, tags }: KeptMail, by: TeamMetricsRequest['by']): readonly Named[] {
  switch (by) {
    case 'domain':
      return [{ kind: 'domain', id: mail.domainId }];
    case 'api_key':
      return [{ kind: mail.sentBy.kind, id: mail.sentBy.kind === 'api-key' ? mail.sentBy.id : null }];
    case 'topic':
      return [{ kind: 'topic', id: mail.topicId }];
    case 'template':
      return [{ kind: 'template', id: mail.template?.id ?? null }];
    case 'template_version':
      return [{ kind: 'template', id: mail.template === null ? null : `${mail.template.id}:${mail.template.version}` }];
    case 'tag':
      return (tags.length === 0 ? [noTag] : tags).map((id) => ({ kind: 'tag', id: id === noTag ? null : id }));
  }
}

function addTo(groups: Map<string, KeptGroup>, named: Named, figures: Tally): void {
  const key = `${named.kind} ${named.id ?? ''}`;
  const group = groups.get(key) ?? { ...named, tally: emptyTally() };
  groups.set(key, group);
  add(group.tally, figures);
}

function largest(groups: ReadonlyMap<string, KeptGroup>): readonly KeptGroup[] {
  const shown = [...groups.values()].filter(({ tally }) => !isEmpty(tally));
  return shown.sort((left, right) => right.tally.sent - left.tally.sent).slice(0, mostGroups);
}

function noteReasons(reasons: Map<string, BounceReason>, { recipients }: MailMetrics): void {
  for (const { result, reason = null } of recipients) {
    if (result !== 'bounced_permanent' && result !== 'bounced_transient' && result !== 'bounced_undetermined') continue;
    const key = `${result} ${reason ?? ''}`;
    const known = reasons.get(key)?.recipients ?? 0;
    reasons.set(key, { kind: result, reason, recipients: known + 1 });
  }
}
