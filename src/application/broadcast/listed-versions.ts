import type { BroadcastVersion } from './versions-in.js';

/** How long saves of one person who goes on writing are one version. */
const togetherMs = 10 * 60_000;

/** A version as it is listed: the last of the saves that it stands for. */
export interface ListedVersion extends BroadcastVersion {
  /** How often it was saved: 1 where nothing was put together. */
  readonly saves: number;
  /** When the first of them was. ISO 8601. */
  readonly since: string;
}

/**
 * Versions as people know them, oldest first: what an editor saved while one person went on writing is one, the last of
 * it, and one begins every ten minutes. What was there before stays. What has left the list never comes back into it:
 * it has no content any more.
 */
export function listedVersions(versions: readonly BroadcastVersion[]): readonly ListedVersion[] {
  const restored = new Set(versions.map(({ restoredFrom }) => restoredFrom));
  const listed: ListedVersion[] = [];
  for (const version of versions) {
    const last = listed.at(-1);
    const isMore = last !== undefined && !restored.has(last.revision) && isContinued(last, version);
    if (isMore) listed.pop();
    listed.push({
      ...version,
      saves: isMore ? last.saves + 1 : 1,
      since: isMore ? last.since : version.at,
    });
  }
  return listed;
}

/** Whether what was there is only what the same person had typed up to then. */
function isContinued(last: ListedVersion, next: BroadcastVersion): boolean {
  const { actor, changed, restoredFrom, revision, since } = last;
  const isTyped = revision > 1 && restoredFrom === null && changed.every((part) => part === 'body');
  const isSamePerson = actor.kind === next.actor.kind && actor.id === next.actor.id;
  return next.goesOn && isTyped && isSamePerson && Date.parse(next.at) - Date.parse(since) <= togetherMs;
}
