import type { Position } from '../../domain/shared/recorded.js';
import type { WebhookMessageDocument } from '../../projections/webhooks/webhooks.document.js';
import { BoundedMap } from '../shared/bounded-map.js';
import type { WebhookLog } from './webhook-log.js';

/** Read models show within seconds what was written. */
const mostRemembered = 5_000;

/** Messages that wait for no further attempt: each is written down once, however often it is found due until its document says so. */
export class DroppedMessages {
  /** By the message, where its last attempt was: one that was replayed since may have to be dropped again. */
  private readonly at = new BoundedMap<string, Position>(mostRemembered);

  constructor(private readonly log: Pick<WebhookLog, 'dropped'>) {}

  has({ id, loggedAt }: WebhookMessageDocument): boolean {
    return this.at.get(id) === loggedAt;
  }

  /** Resolves once it is written down, or will not be. */
  async drop(document: WebhookMessageDocument): Promise<void> {
    const { id, loggedAt, teamId } = document;
    if (this.has(document)) return;
    this.at.set(id, loggedAt);
    if (!(await this.log.dropped(teamId, id))) this.at.delete(id);
  }
}
