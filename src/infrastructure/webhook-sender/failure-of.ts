import type { WebhookAnswer } from '../../application/ports/webhook-sender.js';

type Failure = Extract<WebhookAnswer, { kind: 'unanswered' }>['failure'];

/** What kind of failure it was, by the code of the error or of one behind it. */
export function failureOf(error: unknown): Failure {
  let at: Fault | undefined = faultOf(error);
  for (let depth = 0; at !== undefined && depth < 5; depth += 1) {
    // The parser's errors have a code for some faults only.
    const failure = at.name === 'HTTPParserError' ? 'broken-answer' : ofCode(String(at.code ?? ''));
    if (failure !== undefined) return failure;
    // Where each address was tried in turn, the first of the errors speaks.
    at = faultOf(at.errors?.[0] ?? at.cause);
  }
  return 'connection';
}

/** What errors of Node and of the client carry; by its shape, for they come from several realms. */
interface Fault {
  readonly name?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
}

function faultOf(value: unknown): Fault | undefined {
  return typeof value === 'object' && value !== null ? value : undefined;
}

function ofCode(code: string): Failure | undefined {
  switch (code) {
    case 'address-not-allowed':
      return 'address';
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return 'timeout';
    case 'UND_ERR_INVALID_ARG':
      return 'bad-url';
    case 'UND_ERR_SOCKET':
    case 'ECONNRESET':
    case 'ECONNREFUSED':
    case 'EPIPE':
      return 'connection';
    case 'EPROTO':
      return 'tls';
    case 'UND_ERR_HEADERS_OVERFLOW':
    case 'answer-too-long':
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
      return 'broken-answer';
    default:
      // OpenSSL's verdicts on a certificate, and Node's own errors of TLS.
      return /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH)/.test(code)
        ? 'tls'
        : undefined;
  }
}
