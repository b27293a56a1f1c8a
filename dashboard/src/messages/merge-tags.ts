import { contactFieldLabels, contactFieldNames, mergeTagOf } from './contact-fields';

/** Links of the recipient's own that every email with an unsubscribe link may have. */
const leaveTags = { RESEND_UNSUBSCRIBE_URL: 'Unsubscribe URL' } as const;
/** Inserted as a link with these words: broadcasts only. */
const linkTags = { VIEW_IN_BROWSER_URL: 'View in browser', PREFERENCES_URL: 'Manage preferences' } as const;

/** Merge tags of the server by what people call them: menus of the editor and test emails derive from them. */
export const mergeTags = {
  offered: {
    ...Object.fromEntries(contactFieldNames.map((name) => [mergeTagOf(name), contactFieldLabels[name]])),
    EMAIL: 'Email address',
    ...leaveTags,
  },
  links: linkTags,
  /** These are no values that somebody could try. */
  ownLinks: ['UNSUBSCRIBE_URL', ...Object.keys({ ...leaveTags, ...linkTags })],
} as const;
