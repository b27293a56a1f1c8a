import { unreachable } from '../../domain/shared/decider.js';
import { erasedText, reveal } from '../../domain/shared/personal.js';
import type { ReplayScope, WebhookDisabledWhy, WebhookEvent, WebhookSettings } from '../../domain/webhook/events.js';
import type { WebhookAttempt, WebhookLogEvent } from '../../domain/webhook/log-events.js';

/** What changed, in words. Of the target only the host is shown: a path may hold a password. */
export function describeWebhookEvent(event: WebhookEvent | WebhookLogEvent): string {
  switch (event.type) {
    case 'WebhookRegistered':
      return `Webhook registered for team ${event.data.teamId}: ${settingsOf(event.data)}`;
    case 'WebhookChanged':
      return `Settings are now: ${settingsOf(event.data)}`;
    case 'WebhookEnabled':
      return 'Enabled: what happens from here on is sent';
    case 'WebhookKeptFailing':
      return `Has answered nothing but failures since ${event.data.since}`;
    case 'WebhookDisabled':
      return `Disabled ${disabledBecause[event.data.why]}`;
    case 'WebhookSecretRotated':
      return `Signing secret changed; the earlier one signs too until ${event.data.previousUntil}`;
    case 'WebhookDeleted':
      return 'Deleted: nothing is sent any more';
    case 'WebhookMessagesExhausted':
      return `Given up: ${event.data.messages.map(({ messageId, type }) => `${messageId} (${type})`).join(', ')}`;
    case 'WebhookReplayRequested':
      return `Replay ${event.data.replayId} requested: ${scopeOf(event.data.scope)}`;
    case 'WebhookReplayStopped':
      return `Replay ${event.data.replayId} stopped`;
    case 'WebhookReplayCompleted':
      return `Replay ${event.data.replayId} completed: ${event.data.sent} messages sent, ${event.data.failed ?? 0} failed`;
    case 'WebhookAttempted':
      return `Attempted: ${event.data.attempts.map(attemptLine).join(', ')}`;
    case 'WebhookTested': {
      const { type, webhookId, status, failure } = event.data.test;
      return `Sample of ${type} sent to ${webhookId}: ${status ?? failure ?? 'no answer'}`;
    }
    case 'WebhookMessagesDropped':
      return `Not tried again, for the endpoint is disabled: ${event.data.messageIds.join(', ')}`;
    case 'WebhookProgressed':
      return `Endpoints of partition ${event.data.partition} are done with everything up to position ${event.data.position}`;
    default:
      return unreachable(event);
  }
}

const disabledBecause: Readonly<Record<WebhookDisabledWhy, string>> = {
  person: 'on request',
  failing: 'after nothing but failures',
  gone: 'because the endpoint answered that it is gone (410)',
};

function settingsOf({ target, events, domainIds, ordered, perSecond }: WebhookSettings): string {
  const url = reveal(target)?.url;
  return [
    `to ${url === undefined ? erasedText : new URL(url).host}`,
    events === null ? 'all types' : events.join(' '),
    ...(domainIds.length === 0 ? [] : [`domains ${domainIds.join(' ')}`]),
    ...(ordered ? ['in order'] : []),
    ...(perSecond === null ? [] : [`at most ${perSecond} a second`]),
  ].join(', ');
}

function scopeOf(scope: ReplayScope): string {
  switch (scope.kind) {
    case 'message':
      return `message ${scope.messageId}`;
    case 'failed':
      return `what failed since ${scope.since}${endOf(scope.until)}`;
    case 'events': {
      const from = scope.since ?? (scope.after === null ? 'the first event' : `position ${scope.after}`);
      return `events from ${from}${endOf(scope.until)}, ${scope.types === null ? 'all types' : scope.types.join(' ')}`;
    }
    default:
      return unreachable(scope);
  }
}

function endOf(until: string | undefined): string {
  return until === undefined ? '' : ` before ${until}`;
}

function attemptLine({ messageId, type, number, status, failure }: WebhookAttempt): string {
  return `${type} ${messageId}, attempt ${number}: ${status ?? failure ?? 'no answer'}`;
}
