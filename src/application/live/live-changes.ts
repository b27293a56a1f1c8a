import type { Position } from '../../domain/shared/recorded.js';
import { type Category, categoryOf } from '../../domain/shared/stream-name.js';
import type { EventStore, StoredEvent } from '../ports/event-store.js';
import { followLog } from '../shared/follow-log.js';
import type { WhenProcessed } from '../shared/own-writes.js';
import { type Resource, resourceOf } from '../shared/resource.js';

/** What a page can show of a team: `live` of a resource. */
export type Subject = string;

/** Between two pages of the log: many events are one change to a person who looks. */
const pauseMs = 500;
/** A list that lags further is asked for once more at the next change. */
const listedWithinMs = 5_000;

export type OnChange = (subject: Subject) => void;

export interface LiveChangesPorts {
  readonly store: Pick<EventStore, 'head' | 'subscribe'>;
  readonly resources: readonly Resource[];
  readonly whenProcessed: WhenProcessed;
  readonly onFailure: (error: unknown) => void;
}

/**
 * What changes for a team, by subject, once its lists show it. The log is followed only while somebody listens, and a
 * change is announced at least once: what it was has to be read.
 */
export class LiveChanges {
  private readonly listeners = new Map<string, Set<OnChange>>();
  private following: AbortController | undefined;

  constructor(private readonly ports: LiveChangesPorts) {}

  /** Until the answered function is called. */
  listen(teamId: string, onChange: OnChange): () => void {
    const ofTeam = this.listeners.get(teamId) ?? new Set();
    this.listeners.set(teamId, ofTeam.add(onChange));
    if (this.following === undefined) void this.follow();
    return () => {
      ofTeam.delete(onChange);
      if (ofTeam.size === 0 && this.listeners.get(teamId) === ofTeam) this.listeners.delete(teamId);
      if (this.listeners.size > 0) return;
      this.following?.abort();
      this.following = undefined;
    };
  }

  private async follow(): Promise<void> {
    const following = new AbortController();
    this.following = following;
    const { store, resources, onFailure } = this.ports;
    const { signal } = following;
    const categories = resources.filter(({ live }) => live !== undefined).map(({ streams: [own] }) => own.category);
    try {
      const after = await store.head();
      const onPage = ({ events }: { readonly events: readonly StoredEvent[] }): void => this.take(events);
      await followLog(store, { filter: { categories }, after, signal, pauseMs, onPage, onFailure });
    } catch (error) {
      // The next listener tries again; pages ask by themselves from time to time.
      onFailure(error);
      if (this.following === following) this.following = undefined;
    }
  }

  /** The last change of a page is announced for all before it: one list read shows them all. */
  private take(events: readonly StoredEvent[]): void {
    const last = new Map<
      string,
      { readonly teamId: string; readonly category: Category; readonly position: Position }
    >();
    for (const event of events) {
      const category = categoryOf(event.stream);
      const teamId = teamOf(event);
      if (teamId === null || !this.listeners.has(teamId)) continue;
      last.set(`${teamId} ${category}`, { teamId, category, position: event.position });
    }
    for (const { teamId, category, position } of last.values()) void this.announce(teamId, category, position);
  }

  private async announce(teamId: string, category: Category, position: Position): Promise<void> {
    const { live } = resourceOf(this.ports.resources, category) ?? {};
    if (live === undefined) return;
    await this.ports.whenProcessed(live.readModel, position, listedWithinMs).catch(this.ports.onFailure);
    for (const onChange of this.listeners.get(teamId) ?? []) onChange(live.subject);
  }
}

/** Reads only the team from the metadata; the data stay unread. */
function teamOf({ metadata }: StoredEvent): string | null {
  const { teamId }: { teamId?: unknown } = JSON.parse(metadata);
  return typeof teamId === 'string' ? teamId : null;
}
