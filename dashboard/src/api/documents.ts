/** What the server answers, as far as these pages read it. Times are as sent; `ui/time` parses them. */

export interface List<Item> {
  readonly data: readonly Item[];
}

export interface EmailPage extends List<EmailRow> {
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

export interface TimelineEntry {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly actor: string;
  /** Places in `Email.recipients`, from 0. */
  readonly recipients: readonly number[];
  readonly summary: string;
  readonly reply: (Reply & { readonly step: string; readonly host: string }) | null;
}

/** A message as the built-in catcher received it. */
export interface CapturedMessage {
  readonly received_at: string;
  readonly reverse_path: string;
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly raw: string;
}
