import { type PageLanguage, pageLanguages } from '../../domain/shared/page-language.js';
import type { KeyedHash } from '../ports/hashing.js';

/** Version of our own words on the pages of visitors. Another one whenever they are changed. */
export const wordsVersion = 1;

/** How long a page may stay open before its form is sent. */
const formLifeMs = 86_400_000;
const separator = '~';

/** What was shown: the team's page, our words, and the language. Consents name it. */
export function shownVersion(teamVersion: number, language: PageLanguage): string {
  return `${teamVersion}.${wordsVersion}.${language}`;
}

/** @returns undefined when it is no version that {@link shownVersion} has made. */
export function readShownVersion(version: string) {
  const [, teamVersion, ofWords, tag] = /^(\d+)\.(\d+)\.([a-z]+)$/.exec(version) ?? [];
  const language = pageLanguages.find((each) => each === tag);
  return language && { teamVersion: Number(teamVersion), wordsVersion: Number(ofWords), language };
}

/**
 * What a form of ours brings back, so that no page of another site can send it: it says for which link it was made, as
 * which version the page was shown, and when.
 */
export function makeFormToken(hash: KeyedHash, subject: string, version: string, nowMs: number): string {
  const time = nowMs.toString(36);
  return [version, time, macOf(hash, subject, version, time)].join(separator);
}

/** @returns the version that was shown; undefined where the token was not made for this subject, or is too old. */
export function readFormToken(hash: KeyedHash, subject: string, token: string, nowMs: number): string | undefined {
  const [version = '', time = '', mac = '', ...more] = token.split(separator);
  if (more.length > 0) return undefined;
  // Both sides are hashed once more: the time of the comparison reveals nothing about the right token.
  const digest = (text: string): string => hash.hash('csrf', ['compare', text]);
  if (digest(mac) !== digest(macOf(hash, subject, version, time))) return undefined;
  return Number.parseInt(time, 36) + formLifeMs > nowMs ? version : undefined;
}

function macOf(hash: KeyedHash, subject: string, version: string, time: string): string {
  return hash.hash('csrf', ['form', subject, version, time]);
}
