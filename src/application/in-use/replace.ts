import { broadcast } from '../../domain/broadcast/broadcast.js';
import type { SegmentFilter } from '../../domain/segment/filter.js';
import { broadcastStream } from '../broadcast/broadcast-streams.js';
import { changeForm } from '../form/forms.js';
import { changeSegment } from '../segment/segments.js';
import { changeOne } from '../shared/change-one.js';
import type { RequestContext } from '../shared/context.js';
import { fieldOf, type Nameable, type Use } from './uses.js';

export type ReplacePorts = Parameters<typeof changeForm>[0] & Parameters<typeof changeSegment>[0];

/** One that names `from` names `to` instead. What cannot be changed any more stays as it is. */
export async function replaceIn(
  ports: ReplacePorts,
  context: RequestContext,
  { kind, document }: Use,
  from: Nameable,
  to: Nameable,
) {
  const { id } = document;
  const other = (each: string): string => (each === from.id ? to.id : each);
  switch (kind) {
    case 'segment': {
      const filter = document.filter === null ? undefined : renamed(document.filter, fieldOf(from), fieldOf(to));
      return changeSegment(ports, { context, segmentId: id, name: undefined, filter });
    }
    case 'form': {
      const { topics, segmentIds } = document;
      const settings =
        from.kind === 'segment'
          ? { segmentIds: [...new Set(segmentIds.map(other))] }
          : { topics: onceEach(topics.map((each) => ({ ...each, topicId: other(each.topicId) }))) };
      return changeForm(ports, { context, formId: id, settings });
    }
    case 'broadcast': {
      if (from.kind === 'property') return undefined;
      const draft = from.kind === 'segment' ? { segmentId: to.id } : { topicId: to.id };
      const command = { type: 'ChangeBroadcast', teamId: context.teamId, draft } as const;
      return changeOne(ports, broadcast, broadcastStream(id), command, context);
    }
  }
}

function onceEach<Topic extends { readonly topicId: string }>(topics: readonly Topic[]): readonly Topic[] {
  return topics.filter(({ topicId }, at) => topics.findIndex((each) => each.topicId === topicId) === at);
}

function renamed(filter: SegmentFilter, from: string, to: string): SegmentFilter {
  switch (filter.type) {
    case 'rule':
      return filter.field === from ? { ...filter, field: to } : filter;
    case 'not':
      return { ...filter, rule: renamed(filter.rule, from, to) };
    default:
      return { ...filter, rules: filter.rules.map((each) => renamed(each, from, to)) };
  }
}
