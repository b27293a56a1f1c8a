/** What an email client would make of a message; each text up to a limit. */
export interface ReadMessage {
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  /** Under their names as they are written. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

export interface CapturedMessage {
  /** Its own in the catcher. */
  readonly number: number;
  readonly receivedAt: string;
  readonly reversePath: string;
  readonly recipients: readonly string[];
  /** Size of the whole message. */
  readonly sizeBytes: number;
  /** Its beginning, up to a limit. */
  readonly raw: string;
  /** Null where reading it takes too long. */
  readonly read: ReadMessage | null;
  /** There is more of it than `raw` and `read` show. */
  readonly isCut: boolean;
}

/** What the built-in catcher has received: its last 1,000 messages. */
export interface CapturedMail {
  /**
   * The messages of an email, newest first, for a team of this owner. They are read in another thread, for a limited
   * time: what a message holds delays no other request. Of many or large ones, the newest are shown.
   */
  forEmail(owner: string, emailId: string): Promise<readonly CapturedMessage[]>;
  /** Every byte of one message of this email. Undefined when it is not there; `busy`: `hold` refused so many bytes. */
  whole(emailId: string, number: number, hold: (bytes: number) => boolean): Promise<Buffer | 'busy' | undefined>;
  /** Forgets what belongs to these mails, and the bytes are gone from its files. Repeatable. */
  forget(emailIds: readonly string[]): Promise<void>;
  /** Forgets everything, and the bytes are gone from its files. */
  empty(): Promise<void>;
}
