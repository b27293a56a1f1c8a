import type { ReplyKind } from '../../domain/email/judging/judgement.js';
import { isBounced, wordOf } from '../../projections/metrics/day-sums.js';
import type { SentBy } from '../../projections/metrics/metrics.document.js';
import { emptyTally, figuresOfMail, type Tally } from '../../projections/metrics/mail-tally.js';
import { add, isEmpty } from './figures.js';
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
  const groups = new KeptGroups();
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
      groups.addMail(kept, by, tally);
    }
  }
  return {
    totals,
    periods: [...periods].map(([startMs, tally]) => ({ startMs, tally })),
    ...groups.found(),
  };
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

/** Groups and reasons of bounces, as they are added up. */
export class KeptGroups {
  readonly #groups = new Map<string, KeptGroup>();
  readonly #reasons = new Map<string, BounceReason>();

  add(named: Named, figures: Tally): void {
    const key = `${named.kind} ${named.id ?? ''}`;
    const group = this.#groups.get(key) ?? { ...named, tally: emptyTally() };
    this.#groups.set(key, group);
    add(group.tally, figures);
  }

  addMail(kept: KeptMail, by: TeamMetricsRequest['by'], figures = figuresOfMail(kept.mail)): void {
    for (const group of groupsOf(kept, by)) this.add(group, figures);
    for (const { result, reason } of kept.mail.recipients) if (isBounced(result)) this.noteReason(result, reason, 1);
  }

  noteReason(kind: BounceReason['kind'], reason: ReplyKind | undefined, count: number): void {
    const key = `${kind} ${reason ?? ''}`;
    const known = this.#reasons.get(key)?.recipients ?? 0;
    this.#reasons.set(key, { kind, reason: reason ?? null, recipients: known + count });
  }

  found(): Pick<KeptSums, 'groups' | 'reasons'> {
    const shown = [...this.#groups.values()].filter(({ tally }) => !isEmpty(tally));
    return {
      groups: shown.sort((left, right) => right.tally.sent - left.tally.sent).slice(0, mostGroups),
      reasons: [...this.#reasons.values()].sort((left, right) => right.recipients - left.recipients),
    };
  }
}
