import { replyIn } from './reported-reply.js';
import type { ReportedAction, ReportedReply } from './report.js';
import { mostRecipients } from './spoken-text.js';

/** One block of a delivery-status part (RFC 3464 §2.1): names in lower case, the first of a name counts. */
export type StatusBlock = ReadonlyMap<string, string>;

/** One of the email, and one for each recipient. */
const mostBlocks = 1 + mostRecipients;
const mostFields = 64;
const mostCharacters = 4_096;

/** What belongs to one recipient, in any order: the same again begins the next one where the empty line is missing. */
const ofRecipient: ReadonlySet<string> = new Set(['final-recipient', 'action', 'status', 'diagnostic-code']);

/**
 * The blocks of a delivery-status part, whatever ends its lines. A line that is no field is passed over: some programs
 * write their own remarks among them.
 */
export function statusBlocks(text: string): readonly StatusBlock[] {
  const blocks: Map<string, string>[] = [];
  let block = new Map<string, string>();
  let name: string | undefined;
  const close = (): void => {
    if (block.size > 0) blocks.push(block);
    block = new Map();
    name = undefined;
  };
  for (const line of lines(text)) {
    if (blocks.length >= mostBlocks) break;
    const [, written, value = ''] = /^([!-9;-~]{1,80})[ \t]*:(.*)$/.exec(line) ?? [];
    if (line.trim() === '') close();
    else if (/^[ \t]/.test(line)) append(block, name, line);
    else if (written !== undefined) {
      name = written.toLowerCase();
      if (block.has(name) && ofRecipient.has(name)) close();
      name = written.toLowerCase();
      if (!block.has(name) && block.size < mostFields) block.set(name, value.trim().slice(0, mostCharacters));
      else name = undefined;
    } else name = undefined;
  }
  close();
  return blocks;
}

/** A line break of a value is kept: a reply of several lines has its code on each. */
function append(block: Map<string, string>, name: string | undefined, line: string): void {
  if (name === undefined) return;
  block.set(name, `${block.get(name) ?? ''}\n${line.trim()}`.slice(0, mostCharacters));
}

function* lines(text: string): Generator<string> {
  for (const line of text.split(/\r\n|\n|\r/)) yield line;
}

/**
 * `rfc822;a@b`, `utf-8; a@b`, and as some write it: without a type, folded, in angle brackets behind a name, with a
 * comment.
 */
export function addressOf(value: string | undefined): string | null {
  if (value === undefined) return null;
  const [, type = '', typed = ''] = /^\s*(?:([a-z\d-]{1,40})\s*;)?(.*)$/is.exec(value) ?? [];
  const unfolded = foldedLines(typed);
  const [, angled] = /<([^<>]*)>/.exec(unfolded) ?? [];
  // RFC 5321, appendix C: a route may stand before it.
  const bare = (angled ?? unfolded.replace(/(?<!\s)\s*\([^()]*\)\s*/g, '')).trim().replace(/^@[^:]*:/, '');
  const address = type.toLowerCase() === 'utf-8' ? decodedUtf8(bare) : bare;
  return addressForm.test(address) && address.length <= 998 ? address.toLowerCase() : null;
}

/** A local part may be quoted, and have spaces then. */
const addressForm = /^(?:"(?:[^"\\]|\\.)*"|[^\s<>"]+)@[^\s<>"@]+$/;

/** RFC 6533 §3: what is not ASCII as `\x{F6}`, where the report may have ASCII alone. */
function decodedUtf8(text: string): string {
  return text.replace(/\\x\{([\da-f]{2,6})\}/gi, (written, digits: string) => {
    const point = Number.parseInt(digits, 16);
    return point <= 0x10_ff_ff ? String.fromCodePoint(point) : written;
  });
}

/** The name of a host behind its type: `dns; mx.example.com [192.0.2.1]`. */
export function hostOf(value: string | undefined): string | null {
  const [, host] = /^\s*(?:[a-z\d-]{1,40}\s*;)?\s*([\w.:[\]-]{1,255})/is.exec(value ?? '') ?? [];
  return host?.toLowerCase() ?? null;
}

const actions: Readonly<Record<string, ReportedAction>> = {
  failed: 'failed',
  delayed: 'delayed',
  deferred: 'delayed',
  transient: 'delayed',
  delivered: 'delivered',
  deliverable: 'delivered',
  success: 'delivered',
  relayed: 'sent-on',
  expanded: 'sent-on',
};

/** RFC 3463 §3.1. */
const ofClass: Readonly<Record<string, ReportedAction>> = { 2: 'delivered', 4: 'delayed' };

/**
 * Its first word decides (RFC 3464 §2.3.3; a comment may follow), never the class of the status: "failed" with 4.x is
 * how Postfix and Sendmail say that the time is up. Without one the class is all there is, and what does not say
 * otherwise has failed.
 */
export function actionOf(block: StatusBlock): ReportedAction {
  const [word = ''] = /^[a-z]+/.exec((block.get('action') ?? '').toLowerCase().trim()) ?? [];
  return actions[word] ?? (word === '' ? ofClass[block.get('status')?.slice(0, 1) ?? ''] : undefined) ?? 'failed';
}

/** A reply that some write in place of the status, or behind it: `550`, `5.7.1 550 5.7.1 Blocked`, `5.1.1 (550 No)`. */
export function replyInStatus(block: StatusBlock): ReportedReply | null {
  const written = (block.get('status') ?? '')
    .replace(/^\s*[245]\.\d{1,3}\.\d{1,3}/, '')
    .replace(/^\s*\((.*)\)\s*$/s, '$1');
  const reply = replyIn(written);
  return reply.code === null ? null : reply;
}

/** What it says beyond "it went wrong": `x.0.0` is what several servers write for everything. */
export function statusOf(block: StatusBlock): string | null {
  const [status] = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(block.get('status') ?? '') ?? [];
  return status === undefined || status.endsWith('.0.0') ? null : status;
}

/** Without the line ends and the blanks around them, in the time of its length. */
const foldedLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join('');
