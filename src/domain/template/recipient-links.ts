/** A merge tag that stands for a link of the recipient's own. */
interface RecipientLink {
  /** Whether a person can unsubscribe by it: one such link must be in every broadcast. */
  readonly leaves: boolean;
  /** In other emails a variable may have the name. */
  readonly isOfBroadcasts: boolean;
  /** Whether menus, errors and the documentation name it; another name means the same. */
  readonly isOffered: boolean;
}

/**
 * The one table of these tags: the names that a template may not declare, what the review takes for a way out, what is
 * filled in when an email is composed, and the errors that name them, derive from it. A test compares the menus of the
 * dashboard and the documentation with it.
 */
const recipientLinks = {
  UNSUBSCRIBE_URL: { leaves: true, isOfBroadcasts: false, isOffered: false },
  RESEND_UNSUBSCRIBE_URL: { leaves: true, isOfBroadcasts: false, isOffered: true },
  PREFERENCES_URL: { leaves: true, isOfBroadcasts: true, isOffered: true },
  VIEW_IN_BROWSER_URL: { leaves: false, isOfBroadcasts: true, isOffered: true },
} as const satisfies Readonly<Record<string, RecipientLink>>;

export type RecipientLinkName = keyof typeof recipientLinks;

/** The names of those that are so. */
export const recipientLinkNames = (isWanted: (link: RecipientLink) => boolean = () => true): readonly string[] =>
  Object.entries(recipientLinks).flatMap(([name, link]) => (isWanted(link) ? [name] : []));
