import type { SmtpReply } from './reply-parser.js';

/** What a receiver offered in its EHLO reply, RFC 5321 §4.1.1.1. */
export interface Extensions {
  /** RFC 2920. */
  readonly pipelining: boolean;
  /** RFC 6152. */
  readonly eightBitMime: boolean;
  /** RFC 6531. */
  readonly smtpUtf8: boolean;
  /** RFC 3461. */
  readonly dsn: boolean;
  /** RFC 3207. */
  readonly startTls: boolean;
  /** RFC 1870: null when not offered, 0 when no limit is stated. */
  readonly maxSizeBytes: number | null;
  /** RFC 4954, in upper case. */
  readonly authMechanisms: readonly string[];
  /** RFC 9422: what one session or transaction may have; null where it is not said. */
  readonly limits: {
    readonly mails: number | null;
    readonly recipients: number | null;
    readonly recipientDomains: number | null;
  };
}

export const noExtensions: Extensions = {
  pipelining: false,
  eightBitMime: false,
  smtpUtf8: false,
  dsn: false,
  startTls: false,
  maxSizeBytes: null,
  authMechanisms: [],
  limits: { mails: null, recipients: null, recipientDomains: null },
};

/** The first line is the receiver's greeting; unknown keywords mean nothing to us. */
export function parseExtensions(reply: SmtpReply): Extensions {
  const offered = new Map<string, readonly string[]>();
  for (const line of reply.lines.slice(1)) {
    // `AUTH=PLAIN` is how some receivers wrote it before RFC 2554.
    const [keyword = '', ...parameters] = line
      .toUpperCase()
      .replace(/^AUTH=/, 'AUTH ')
      .trim()
      .split(/\s+/);
    offered.set(keyword, [...(offered.get(keyword) ?? []), ...parameters]);
  }
  const size = offered.get('SIZE')?.[0] ?? '0';
  return {
    pipelining: offered.has('PIPELINING'),
    eightBitMime: offered.has('8BITMIME'),
    smtpUtf8: offered.has('SMTPUTF8'),
    dsn: offered.has('DSN'),
    startTls: offered.has('STARTTLS'),
    maxSizeBytes: offered.has('SIZE') ? (/^\d{1,15}$/.test(size) ? Number(size) : 0) : null,
    authMechanisms: [...new Set(offered.get('AUTH') ?? [])],
    limits: limitsIn(offered.get('LIMITS') ?? []),
  };
}

function limitsIn(parameters: readonly string[]): Extensions['limits'] {
  const limit = (name: string): number | null => {
    const value = parameters.find((parameter) => parameter.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
    return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : null;
  };
  return { mails: limit('MAILMAX'), recipients: limit('RCPTMAX'), recipientDomains: limit('RCPTDOMAINMAX') };
}
