import { judgeServer, nothingKnown, type ServerLook } from './judge-server.js';
import type { ServerTrouble, ServerTroubleKind } from './server-trouble.js';

export interface ServerTroubleListeners {
  readonly onBegun: (trouble: ServerTrouble) => void;
  readonly onEnded: (trouble: ServerTrouble, lastedMs: number) => void;
}

/** What is wrong with this server now: each trouble is said when it begins and when it ends. */
export class ServerWatch {
  #memory = nothingKnown;
  readonly #open = new Map<ServerTroubleKind, ServerTrouble & { readonly sinceMonotonicMs: number }>();

  constructor(private readonly listeners: ServerTroubleListeners) {}

  take(look: ServerLook): void {
    const { found, memory } = judgeServer(look, this.#memory);
    this.#memory = memory;
    for (const [kind, trouble] of this.#open) {
      if (found.has(kind)) continue;
      this.#open.delete(kind);
      this.listeners.onEnded(trouble, Math.round(look.monotonicMs - trouble.sinceMonotonicMs));
    }
    for (const [kind, fields] of found) {
      if (this.#open.has(kind)) continue;
      const since = new Date(look.nowMs).toISOString();
      const trouble = { kind, fields, since, sinceMonotonicMs: look.monotonicMs };
      this.#open.set(kind, trouble);
      this.listeners.onBegun(trouble);
    }
  }

  open(): readonly ServerTrouble[] {
    return [...this.#open.values()];
  }

  has(kind: ServerTroubleKind): boolean {
    return this.#open.has(kind);
  }
}

const rememberedMs = 600_000;

/** Which webhook endpoints take nothing, while none takes anything. */
export class ReachedEndpoints {
  /** When the failures of each began, of the clock that never jumps. */
  readonly #failingSinceMs = new Map<string, number>();

  note(webhookId: string, isTaken: boolean, nowMs: number): void {
    // One that is reached shows that the way out is open.
    if (isTaken) this.#failingSinceMs.clear();
    else if (!this.#failingSinceMs.has(webhookId)) this.#failingSinceMs.set(webhookId, nowMs);
  }

  /** How many have failed for ten minutes and more. */
  unreachable(nowMs: number): number {
    return [...this.#failingSinceMs.values()].filter((sinceMs) => nowMs - sinceMs >= rememberedMs).length;
  }
}
