/** What a team used on one UTC day. */
export interface UsageDocument {
  /** `teamId:day`. */
  readonly id: string;
  readonly teamId: string;
  /** `2026-03-02` */
  readonly day: string;
  /** Recipients (to, cc and bcc) of the mails accepted on that day. */
  readonly recipients: number;
  /** 1 once a fact in the log holds the figure; 0 while only the mails themselves do. */
  readonly closed: 0 | 1;
}
