/** What a page shows of a mail. */
export interface ShownMail {
  /** A document for a frame without rights; null: there is none, or it took too much to make. */
  readonly html: string | null;
  readonly text: string | null;
  /** Not all of the mail is in it. */
  readonly cut: boolean;
}

interface MailTexts {
  readonly html?: string;
  readonly text?: string;
}

/** Texts to show, with pictures by content id, as `data:` addresses. */
export interface TextsToShow extends MailTexts {
  readonly inline?: Readonly<Record<string, string>>;
}

interface HowToShow {
  readonly escaped: false;
  readonly inline?: Readonly<Record<string, string>>;
}

/** What makes html safe to show, under the token that it is injected by. Never fails. */
export interface ShownMails {
  render(body: MailTexts, teamId: string, how: HowToShow): Promise<ShownMail>;
}
export const SHOWN_MAILS = Symbol('SHOWN_MAILS');
