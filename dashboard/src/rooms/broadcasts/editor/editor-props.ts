import type { EmailDocument } from './email/document.js';
import type { TagChoice } from './writing/insertions';

export interface BroadcastEditorProps {
  /** What it starts from. Another document is another editor: give it another `key`. */
  readonly document: EmailDocument;
  readonly onChange: (document: EmailDocument) => void;
  /** What can stand for a value of a contact. */
  readonly tags: readonly TagChoice[];
  /** @returns the address that an image is served at. */
  readonly upload: (file: File) => Promise<string>;
}
