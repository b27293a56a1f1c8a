import type { BrandSettings } from '../../domain/brand/brand.js';
import type { PageLanguage } from '../../domain/shared/page-language.js';

/** What an email says that asks for a confirmation. */
export interface AskedConfirmation {
  /** Names of the topics. */
  readonly topics: readonly string[];
  readonly language: PageLanguage;
  readonly brand: BrandSettings;
  readonly link: string;
  readonly linkLifeDays: number;
}

/** The words and the look of emails that ask for a confirmation: the same in `html` and `text`. */
export interface ConfirmationWriter {
  write(asked: AskedConfirmation): { readonly subject: string; readonly html: string; readonly text: string };
}
