import type { AnswerHeaders, AttemptFailure } from '../../domain/webhook/log-events.js';

export interface WebhookRequest {
  readonly url: string;
  /** Beside those of the message, which they do not replace. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** `msg_…` */
  readonly messageId: string;
  /** JSON text: the very bytes that are signed. */
  readonly body: string;
  /** W3C Trace Context, where traces are made. */
  readonly traceparent?: string;
  /** `whsec_…`, each of which signs. */
  readonly secrets: readonly string[];
}

/** `unanswered`: no complete answer came; whether the endpoint took the message is not known. */
export type WebhookAnswer = { readonly durationMs: number } & (
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** As text, cut, and without the local part of any address. */
      readonly body: string;
      /** Cut: so many of them as fit into 8 KiB. */
      readonly headers: AnswerHeaders;
      /** RFC 9110 §10.2.3. */
      readonly retryAfterMs: number | undefined;
      /** The endpoint asks that this message be given up. */
      readonly wantsNoMore: boolean;
    }
  | { readonly kind: 'unanswered'; readonly failure: Exclude<AttemptFailure, 'status' | 'redirect'> }
);

/** Signs and posts one message, once. */
export interface WebhookSender {
  /** Rejects only where `signal` aborts; the message may have arrived by then. */
  send(request: WebhookRequest, signal: AbortSignal): Promise<WebhookAnswer>;
  /** Ends the connections that are kept. */
  close(): Promise<void>;
}
