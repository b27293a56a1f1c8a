/** The addresses that get the notices about a team. */
export type NoticeRecipients = (teamId: string) => Promise<readonly string[]>;

/** The operators of the installation, whichever team it is. */
export function noticeRecipients(operators: readonly string[]): NoticeRecipients {
  return async () => operators;
}
