/** What the server answers, as far as these pages read it. Times are as sent; `ui/time` parses them. */

export interface List<Item> {
  readonly data: readonly Item[];
}

/** `after` with the last item's id asks for the next. */
export interface Page<Item> extends List<Item> {
  readonly has_more: boolean;
}

export interface EmailRow {
  readonly id: string;
  readonly message_id: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly cc: readonly string[] | null;
  readonly bcc: readonly string[] | null;
  readonly reply_to: readonly string[] | null;
  readonly subject: string;
  readonly created_at: string;
  readonly last_event: string;
  readonly scheduled_at: string | null;
}

export interface Email extends EmailRow {
  readonly html?: string | null;
  readonly text?: string | null;
  readonly tags: readonly { readonly name: string; readonly value: string }[] | null;
  readonly recipients: readonly Recipient[];
}

export interface Reply {
  /** `null` where the other side said nothing: refused, timed out, reset. */
  readonly code: number | null;
  readonly enhanced_code: string | null;
  readonly text: string;
}

export interface Recipient {
  readonly address: string;
  readonly role: string;
  readonly status: string;
  readonly reply: Reply | null;
  readonly at: string | null;
}

/** Which mail is kept from the address. */
export type SuppressionScope = 'all' | 'bulk';

/** An address that nothing is sent to. */
export interface Suppression {
  readonly id: string;
  readonly email: string;
  readonly origin: string;
  /** The mail that it followed from. */
  readonly source_id: string | null;
  readonly created_at: string;
  readonly scope: SuppressionScope;
  /** `null`: for good. */
  readonly expires_at: string | null;
}

export interface TimelineEntry {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly actor: string;
  /** Places in `Email.recipients`, from 0. */
  readonly recipients: readonly number[];
  readonly summary: string;
  readonly reply:
    | (Reply & { readonly step: string; readonly host: string; readonly conversation: string | null })
    | null;
}

/** What waits for a domain over one way. Counts are of recipients. */
export interface QueueLine {
  /** `null`: erased. */
  readonly domain: string | null;
  readonly due: number;
  readonly waiting: number;
  readonly in_attempt: number;
  readonly next_at: string | null;
  /** Such as `451 4.7.1 at rcpt`. */
  readonly last_reply: string | null;
  readonly paused: { readonly until: string | null; readonly reason: string } | null;
  readonly first_email_id: string;
}

export interface Queue extends List<QueueLine> {
  /** Nothing that waits is left out. */
  readonly complete: boolean;
}

/** A message as the built-in catcher received it. */
export interface CapturedMessage {
  readonly number: number;
  readonly received_at: string;
  readonly reverse_path: string;
  readonly recipients: readonly string[];
  readonly size: number;
  /** There is more of it than is shown here. */
  readonly cut: boolean;
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly raw: string;
}

export interface Actor {
  readonly kind: string;
  readonly id: string;
}

/** An event that another one followed from; nulls where it is not in the log any more. */
export interface CauseStep {
  readonly id: string;
  readonly type: string | null;
  readonly created_at: string | null;
  readonly actor: Actor | null;
}

export interface HistoryEntry {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly actor: Actor;
  readonly summary: string;
  /** The request that it began with, which the request log may have. */
  readonly request_id: string | null;
  /** The nearest first. */
  readonly because: readonly CauseStep[];
}

export interface EmailHistory extends List<HistoryEntry> {
  /** `null`: the present. */
  readonly at: string | null;
  /** `null` where the mail was not there yet. */
  readonly state: Email | null;
}

export interface LogRow {
  readonly id: string;
  readonly created_at: string;
  readonly endpoint: string;
  readonly method: string;
  readonly response_status: number;
  readonly user_agent: string | null;
}

/** Bodies are redacted by the server. */
export interface Log extends LogRow {
  readonly request_body: Readonly<Record<string, unknown>> | null;
  readonly response_body: Readonly<Record<string, unknown>> | null;
}

export interface ApiKey {
  readonly id: string;
  readonly name: string;
}

export interface Allowance {
  readonly used: number;
  /** `null`, or the largest 32-bit number, for no limit. */
  readonly limit: number | null;
}

export interface Period extends Allowance {
  readonly resets_at: string;
}

export interface Usage {
  readonly emails: { readonly daily: Period; readonly monthly: Period };
  readonly domains: Allowance;
  readonly rate_limit: { readonly limit: number; readonly duration: string };
}

export interface Attachment {
  readonly id: string;
  readonly filename: string | null;
  readonly content_type: string;
  /** `inline`: shown inside the html. */
  readonly content_disposition: string;
  /** Bytes. */
  readonly size: number;
  /** Works for whoever has it, until it expires. */
  readonly download_url: string;
}

export interface SharedLink {
  readonly url: string;
}

export interface ServerStatus {
  readonly delivery: { readonly state: string; readonly held_since: string | null };
}

export interface DomainRow {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly created_at: string;
  readonly region: string;
}

/** Each is `enabled` or `disabled`. */
export interface Capabilities {
  readonly sending: string;
  readonly receiving: string;
}

export interface DnsRecord {
  /** What it is for: `SPF`, `DKIM`, `Receiving`, `Tracking`, `TrackingCAA`. */
  readonly record: string;
  /** As it is typed at the DNS host of the registered name. */
  readonly name: string;
  readonly type: string;
  readonly status: string;
  readonly value: string;
  readonly priority?: number;
}

export interface Domain extends DomainRow {
  readonly open_tracking: boolean;
  readonly click_tracking: boolean;
  readonly tracking_subdomain?: string;
  readonly capabilities: Capabilities;
  readonly records: readonly DnsRecord[];
}

/** What a team may change of a domain. */
export interface DomainChanges {
  readonly tls?: string;
  readonly open_tracking?: boolean;
  readonly click_tracking?: boolean;
  readonly tracking_subdomain?: string;
  readonly capabilities?: Capabilities;
}

/** What the last check found of one record. */
export interface RecordFinding {
  readonly full_name: string;
  readonly required: boolean;
  /** `null`: it was not looked for yet. */
  readonly finding: string | null;
  readonly found: readonly string[];
  readonly advice: readonly string[];
}

/** One finding for each of the domain's records, in their order. */
export interface DomainFindings extends List<RecordFinding> {
  readonly domain: Domain;
  readonly origin: string;
  readonly status: string;
  readonly may_send: boolean;
  readonly check_awaited: boolean;
  readonly last_checked_at: string | null;
  readonly tls: string;
  readonly custom_return_path: string;
  readonly former_tracking: readonly FormerTracking[];
  /** Until it has come to its end; `null`: the name is the domain's own. */
  readonly claim: DomainClaim | null;
}

/** The CNAME record of an earlier tracking subdomain. */
export interface FormerTracking {
  readonly name: string;
  readonly full_name: string;
  readonly value: string;
  readonly finding: string | null;
  readonly found: readonly string[];
}

/** On a name that another team holds. */
export interface DomainClaim {
  readonly name: string;
  readonly status: string;
  readonly domain_id: string;
  readonly record: { readonly type: string; readonly name: string; readonly value: string };
  readonly blocked_reason: string | null;
  readonly expires_at: string;
}

export interface DomainDmarc {
  readonly finding: string;
  readonly found_at: string | null;
  readonly found: readonly string[];
  readonly advice: readonly string[];
  readonly suggested: { readonly name: string; readonly value: string };
}

export interface Region {
  readonly name: string;
}
