import { readFileSync } from 'node:fs';
import { judgeReply } from '../../src/domain/email/judging/judge-reply.js';
import type { Fault, ReplyKind, SmtpStep, SuppressWhen } from '../../src/domain/email/judging/judgement.js';
import { ReplyParser, type SmtpReply } from '../../src/infrastructure/smtp-out/reply-parser.js';

/** As receivers write it, and what is right. `recipients`: how many it was for. */
export interface ReplyFixture {
  readonly step: SmtpStep;
  readonly recipients: number;
  /** All lines, each with its code. */
  readonly reply: string;
  readonly right: Judged;
}

interface Judged {
  readonly kind: ReplyKind;
  readonly fault: Fault;
  /** It is tried again. */
  readonly again: boolean;
  readonly suppress: SuppressWhen;
}

export interface Receiver {
  readonly who: string;
  readonly replies: readonly ReplyFixture[];
}

type Row = readonly [SmtpStep, number, string, ReplyKind, Fault, boolean, SuppressWhen];

/** Every receiver of `test/fixtures/replies`. */
export const receivers: readonly Receiver[] = ['providers', 'servers', 'wordings'].flatMap((name) => {
  const path = new URL(`../fixtures/replies/${name}.json`, import.meta.url);
  // The files hold these rows, which the judging of each row would show.
  const groups = JSON.parse(readFileSync(path, 'utf8')) as readonly { who: string; replies: readonly Row[] }[];
  return groups.map(({ who, replies }) => ({ who, replies: replies.map(fixtureOf) }));
});

function fixtureOf([step, recipients, reply, kind, fault, again, suppress]: Row): ReplyFixture {
  return { step, recipients, reply, right: { kind, fault, again, suppress } };
}

/** Through the parser of the SMTP client, which finds the codes. */
export function judged({ step, recipients, reply }: Pick<ReplyFixture, 'step' | 'recipients' | 'reply'>): Judged {
  const { code, enhancedCode, lines } = parsed(reply);
  const judgement = judgeReply({ step, code, enhancedCode, text: lines.join('\n'), recipients });
  const { kind, fault, retry: again, suppress } = judgement;
  return { kind, fault, again, suppress };
}

function parsed(reply: string): SmtpReply {
  const found: SmtpReply[] = [];
  new ReplyParser().feed(Buffer.from(`${reply.replaceAll('\n', '\r\n')}\r\n`), (each) => found.push(each));
  const [first] = found;
  if (first === undefined) throw new Error(`not a whole reply: ${reply}`);
  return first;
}
