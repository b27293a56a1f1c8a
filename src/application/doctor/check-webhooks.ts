import { type Facts, read, type WebhookFacts } from './facts.js';
import { type Finding, finding } from './finding.js';
import { ageMs, counted, duration, hourMs, minuteMs } from './units.js';

/** A receiver that is being deployed fails for a moment. */
const failingAfterMs = hourMs;
/** One that keeps up is a few seconds behind, as its reports are. */
const lagsAfterMs = 2 * minuteMs;

/**
 * Endpoints that fail, lag or were disabled by their own answers, and whether `NOTICE_TO` names operators who get mail
 * about it.
 */
export function checkWebhooks(facts: Facts): readonly Finding[] {
  const webhooks = read(facts.readModels)?.webhooks;
  if (webhooks === undefined) return [];
  const { enabled, troubled } = webhooks;
  const findings = troubled.flatMap((endpoint) => checkEndpoint(facts, endpoint));
  return [...findings, ...(enabled > 0 ? checkNotices(facts) : [])];
}

function checkEndpoint({ nowMs, program, config, shared }: Facts, endpoint: WebhookFacts): readonly Finding[] {
  const { id, why, retrying, failingSince, behindSince } = endpoint;
  if (why !== null) {
    const because = why === 'gone' ? 'it answered 410' : 'it answered nothing but failures for 120 hours';
    return [
      finding(
        'note',
        'webhook-disabled',
        `Webhook ${id} is disabled, because ${because}.`,
        'Enable it once its receiver works, and replay what it missed: posthorn webhooks replay.',
      ),
    ];
  }
  const failedMs = failingSince === null ? 0 : ageMs(nowMs, failingSince);
  const behindMs = behindSince === null ? 0 : ageMs(nowMs, behindSince);
  if (failedMs >= failingAfterMs) {
    return [
      finding(
        'warning',
        'webhook-failing',
        `Webhook ${id} has answered nothing but failures for ${duration(failedMs)}: ${counted(retrying, 'message waits', 'messages wait')}.`,
        `posthorn webhooks attempts ${id} shows the answers. It is disabled after 120 hours.`,
      ),
    ];
  }
  // Without a server everything waits, and that is another finding.
  if (behindMs < lagsAfterMs || !program.serverRuns) return [];
  const lacksRole = shared === null && !config.roles.includes('webhooks');
  return [
    finding(
      'warning',
      'webhook-lags',
      `Webhook ${id} is ${duration(behindMs)} behind${lacksRole ? ', and POSTHORN_ROLES has no webhooks' : ''}.`,
      lacksRole
        ? 'Add webhooks to POSTHORN_ROLES.'
        : 'Its receiver answers too slowly for what happens, or no process with the role webhooks runs; posthorn webhooks attempts shows the latency.',
    ),
  ];
}

function checkNotices({ config: { notices, sandboxDomains, deliveryMode } }: Facts): readonly Finding[] {
  if (notices.to.length === 0) {
    return [
      finding(
        'note',
        'no-notice-recipients',
        'There are webhooks, and NOTICE_TO is unset: where one fails only the log says it.',
        "Set NOTICE_TO to the operators' addresses, and NOTICE_FROM to a sender that they can get email from.",
      ),
    ];
  }
  const domain = notices.from.slice(notices.from.lastIndexOf('@') + 1);
  if (deliveryMode.kind === 'capture' || !sandboxDomains.includes(domain)) return [];
  return [
    finding(
      'warning',
      'notices-stay-here',
      'NOTICE_TO is set, and NOTICE_FROM is at a sandbox domain, whose email never leaves this machine.',
      'Set NOTICE_FROM to an address at a domain that is verified here.',
    ),
  ];
}
