import type { BroadcastDraft, BroadcastEvent, ContentPart } from '../../domain/broadcast/events.js';
import { canonicalJson } from '../../domain/shared/json.js';
import type { Actor, Recorded } from '../../domain/shared/recorded.js';

export type VersionPart = 'name' | 'segment' | 'topic' | ContentPart;

export interface BroadcastVersion {
  /** From 1. */
  readonly revision: number;
  /** ISO 8601. */
  readonly at: string;
  readonly actor: Actor;
  /** What is another than in the version before; nothing in the first. */
  readonly changed: readonly VersionPart[];
  /** Null where it is no older one again. */
  readonly restoredFrom: number | null;
  /** Whether it was saved while one went on writing what the one before has. */
  readonly goesOn: boolean;
  readonly draft: BroadcastDraft;
}

/** All that was ever written, oldest first. */
export function versionsIn(events: readonly Recorded[]): readonly BroadcastVersion[] {
  const versions: BroadcastVersion[] = [];
  for (const { event, metadata } of events) {
    // A stream holds the events of its own category.
    const { type, data } = event as BroadcastEvent;
    if (type !== 'BroadcastDrafted' && type !== 'BroadcastChanged') continue;
    const { name, segmentId, topicId, content, test } = data;
    const draft = { name, segmentId, topicId, content, ...(test === undefined ? {} : { test }) };
    const before = versions.at(-1)?.draft;
    const parts = 'parts' in data ? data.parts : undefined;
    versions.push({
      revision: versions.length + 1,
      at: metadata.time,
      actor: metadata.actor,
      changed: before === undefined ? [] : changedIn(before, draft, parts),
      restoredFrom: ('restoredFrom' in data ? data.restoredFrom : undefined) ?? null,
      goesOn: 'goesOn' in data && data.goesOn === true,
      draft,
    });
  }
  return versions;
}

function changedIn(
  before: BroadcastDraft,
  after: BroadcastDraft,
  parts: readonly ContentPart[] | undefined,
): readonly VersionPart[] {
  const isSameContent =
    before.content.blobId === after.content.blobId &&
    canonicalJson(before.test ?? null) === canonicalJson(after.test ?? null);
  return [
    ...(before.name === after.name ? [] : (['name'] as const)),
    ...(before.segmentId === after.segmentId ? [] : (['segment'] as const)),
    ...(before.topicId === after.topicId ? [] : (['topic'] as const)),
    ...(isSameContent ? [] : (parts ?? (['body'] as const))),
  ];
}
