import type { PageLanguage } from '../../domain/shared/page-language.js';
import type { SealKey } from './seal-signing.js';

/** Our own words on a page of visitors. */
export interface PageWords {
  readonly title: string;
  /** The questions and the choices, in their order. */
  readonly words: readonly string[];
}

/** Which page it was: of a link to leave, of a form, or of the link that confirms it; and about which topics. */
export interface AskedWords {
  readonly means: 'page' | 'form' | 'double-opt-in';
  readonly wordsVersion: number;
  readonly language: PageLanguage;
  readonly topicNames: readonly string[];
  /** The label that the team gave the button of a form; null: ours. */
  readonly button: string | null;
}

/** What a sheet of consent is made with. */
export interface ConsentProof {
  /** Base64url of 32 random bytes. */
  newSecret(): string;
  /** HMAC-SHA-256 over the text's UTF-8, lower-case hex; `secret` in base64url. */
  macOf(secret: string, text: string): string;
  /** The installation's own, with which its log is sealed. */
  sealKey(): Promise<SealKey>;
  /** @returns undefined when this release has no words of this version. */
  wordsOf(asked: AskedWords): PageWords | undefined;
}
