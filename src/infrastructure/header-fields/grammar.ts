import { keysOf } from '../../domain/shared/members.js';

/**
 * What the value of a header field is made of. `text` is for people (RFC 5322 §3.2.5, unstructured): it alone may be
 * encoded as a whole. In all others an encoded word stands only for words of a phrase or in a comment (RFC 2047 §5).
 *
 * - `phrases`: words and phrases with commas between them.
 * - `mailboxes`: an address list, RFC 5322 §3.4.
 * - `ids`: message identifiers in angle brackets, RFC 5322 §3.6.4.
 * - `list-id`: a phrase and a name like that of a host in angle brackets, RFC 2919.
 * - `uris`: URIs in angle brackets with comments, RFC 2369; one without brackets is taken too.
 * - `parameters`: a token and parameters, RFC 2045 §5.1; values outside ASCII as RFC 2231 has it.
 * - `trace`: what servers write on the way.
 * - `tokens`: anything else that is ASCII by its grammar.
 */
export type Grammar = 'text' | 'phrases' | 'mailboxes' | 'ids' | 'list-id' | 'uris' | 'parameters' | 'trace' | 'tokens';

interface KnownField {
  /** As people write it. */
  readonly name: string;
  readonly grammar: Grammar;
  /** RFC 5322 §3.6 and RFC 2045 §3 allow one of it. */
  readonly isOnce: boolean;
}

/** Fields by their grammar. `!`: at most once in a header. What is not here is text. */
const names: Readonly<Record<Grammar, string>> = {
  text: 'Subject! Comments Content-Description! Organization Thread-Topic User-Agent X-Mailer',
  phrases: 'Keywords',
  mailboxes:
    'From! Sender! Reply-To! To! Cc! Bcc! Resent-From Resent-Sender Resent-To Resent-Cc Resent-Bcc Resent-Reply-To ' +
    'Disposition-Notification-To Return-Receipt-To X-Confirm-Reading-To Errors-To X-Errors-To Mail-Followup-To ' +
    'Mail-Reply-To Mail-Copies-To Apparently-To Delivered-To Envelope-To X-Original-To X-Original-From Original-From',
  ids:
    'Message-ID! In-Reply-To! References! Resent-Message-ID Content-ID! Original-Message-ID X-Message-ID ' +
    'Supersedes Obsoletes Replaces',
  'list-id': 'List-ID',
  uris:
    'List-Unsubscribe List-Subscribe List-Help List-Post List-Owner List-Archive Archived-At Content-Location ' +
    'Content-Base X-List-Unsubscribe',
  parameters: 'Content-Type! Content-Disposition! Autocrypt OpenPGP Disposition-Notification-Options',
  trace: 'Received X-Received Return-Path Authentication-Results ARC-Authentication-Results Received-SPF',
  tokens:
    'Date! Resent-Date Delivery-Date Expires Expiry-Date Reply-By Deferred-Delivery Latest-Delivery-Time ' +
    'MIME-Version! Content-Transfer-Encoding! Content-Language Content-MD5 Content-Duration Content-Features ' +
    'Content-Alternative Accept-Language List-Unsubscribe-Post Auto-Submitted X-Auto-Response-Suppress Precedence ' +
    'Feedback-ID Importance Priority X-Priority X-MSMail-Priority Sensitivity Message-Context Thread-Index ' +
    'DKIM-Signature DomainKey-Signature ARC-Seal ARC-Message-Signature VBR-Info TLS-Required MT-Priority ' +
    'Require-Recipient-Valid-Since Original-Recipient Final-Recipient Newsgroups Followup-To Path Lines ' +
    'BIMI-Selector X-Face Face X-Google-DKIM-Signature X-CSA-Complaints CFBL-Address CFBL-Feedback-ID',
};

const known: ReadonlyMap<string, KnownField> = new Map(
  keysOf(names).flatMap((grammar) =>
    names[grammar].split(' ').map((written): [string, KnownField] => {
      const name = written.replace('!', '');
      return [name.toLowerCase(), { name, grammar, isOnce: written !== name }];
    }),
  ),
);

/** `name` in any case. */
export function grammarOf(name: string): Grammar {
  return known.get(name.toLowerCase())?.grammar ?? 'text';
}

/** The name of the first field that stands there again although only one is allowed, as people write it. */
export function repeatedField(fieldNames: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const written of fieldNames) {
    const name = written.toLowerCase();
    const field = known.get(name);
    if (field?.isOnce !== true) continue;
    if (seen.has(name)) return field.name;
    seen.add(name);
  }
  return undefined;
}
