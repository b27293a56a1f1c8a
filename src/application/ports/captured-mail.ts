export interface CapturedMessage {
  /** The email it belongs to, from its Message-ID. */
  readonly emailId: string;
  readonly receivedAt: string;
  readonly reversePath: string;
  readonly recipients: readonly string[];
  readonly raw: Buffer;
}

/** What the built-in catcher has received: its last 1,000 messages. */
export interface CapturedMail {
  /** Newest first. */
  forEmail(emailId: string): Promise<readonly CapturedMessage[]>;
  /** Forgets what belongs to these mails, and the bytes are gone from its files. Repeatable. */
  forget(emailIds: readonly string[]): Promise<void>;
  /** Forgets everything, and the bytes are gone from its files. */
  empty(): Promise<void>;
}
