import type { EmailDocument } from './email/document.js';
import type { HtmlSpot } from './email/block-at.js';
import type { EmailStyles } from './email/styles.js';
import type { TagChoice } from './writing/insertions';

export interface PlaceAsked {
  /** A place in the html of the document: its block is selected and scrolled to, once. */
  readonly place?: HtmlSpot;
  readonly onPlaceShown?: () => void;
}

export interface BroadcastEditorProps extends PlaceAsked {
  /** What it starts from. Another document is another editor: give it another `key`. */
  readonly document: EmailDocument;
  readonly onChange: (document: EmailDocument) => void;
  /** What can stand for a value of a contact. */
  readonly tags: readonly TagChoice[];
  /** How the team's emails look; undefined where the team has said nothing of it. */
  readonly brand: EmailStyles | undefined;
  /** Not every email made of it is marketing: the unsubscribe footer is offered, not demanded. */
  readonly isFooterOptional?: boolean;
  /** It goes to contacts: a block may be shown to some of them. */
  readonly isForAudience?: boolean;
  /** A part of an email, in a dialog over it: it has no footer and no look of its own. */
  readonly isPart?: boolean;
  /** The broadcast that it is of. A change of a saved block reaches it in the editor. */
  readonly broadcastId?: string;
  /** @returns the address that an image is served at. */
  readonly upload: (file: File) => Promise<string>;
}
