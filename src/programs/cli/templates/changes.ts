import { createTwoFilesPatch } from 'diff';
import type { ServerContent } from './server-templates.js';

/** Everything of a template that is compared, in the server's words. */
export type Comparable = ServerContent & { readonly name: string };

/** As `diff -u` shows it, part by part; empty where nothing differs. */
export function changesBetween(alias: string, before: Comparable | null, after: Comparable, said: Said): string {
  const parts = [
    [`${alias}.json`, settingsOf(before), settingsOf(after)],
    [`${alias}.html`, linesOf(before?.html ?? ''), linesOf(after.html)],
    [`${alias}.txt`, before?.text ?? '', after.text ?? ''],
  ] as const;
  // The html of what is new would hide the rest.
  const shown = before === null ? parts.filter(([file]) => !file.endsWith('.html')) : parts;
  return shown
    .filter(([, one, other]) => one !== other)
    .map(([file, one, other]) => patchOf(file, ended(one), ended(other), said))
    .join('\n');
}

/** What the two sides are, for the heads of the patch. */
export interface Said {
  readonly before: string;
  readonly after: string;
}

function patchOf(file: string, one: string, other: string, { before, after }: Said): string {
  const patch = createTwoFilesPatch(file, file, one, other, before, after, { context: 2 });
  return patch.replace(/^Index: .*\n=+\n/, '').trimEnd();
}

function settingsOf(template: Comparable | null): string {
  if (template === null) return '';
  const { name, from, reply_to, subject, variables } = template;
  const sorted = variables.toSorted((one, other) => one.key.localeCompare(other.key, 'en'));
  return JSON.stringify({ name, from, reply_to, subject, variables: sorted }, null, 2);
}

/** React writes html as one line: a tag begins another one here. The filling of a preview text is not shown. */
const linesOf = (html: string): string => html.replace(/></g, '>\n<').replace(/[\u00a0\u200b-\u200f\ufeff]{5,}/g, '…');
const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
