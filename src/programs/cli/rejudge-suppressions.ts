import {
  type CountedReply,
  type RejudgedList,
  rejudgeSuppressions,
  removeWrong,
  type WrongEntry,
} from '../../application/suppression/rejudge-suppressions.js';
import { erasedText, reveal } from '../../domain/shared/personal.js';
import { suppressionPolicy } from '../../domain/suppression/suppression.js';
import type { Config } from '../../infrastructure/config/config.js';
import { openKeyedHash } from '../../infrastructure/crypto/keyed-hash.js';
import { provenanceOf, withExisting } from './shared/installation.js';
import { Declined, type Outcome } from './shared/outcome.js';
import { tableOf } from './shared/table.js';
import { requireTeam } from './shared/team-of.js';

export interface RejudgeListOptions {
  readonly team?: string;
  readonly yes?: boolean;
}

/** `suppressions rejudge`: proposes, and removes with `--yes`. */
export function rejudgeList(config: Config, { team, yes = false }: RejudgeListOptions): Promise<Outcome> {
  return withExisting(config, async ({ log, ports }) => {
    const teamId = team?.toLowerCase();
    if (teamId !== undefined) await requireTeam(ports, teamId);
    const hash = await openKeyedHash(log.keys);
    const list = await rejudgeSuppressions({ ...ports, hash }, suppressionPolicy, { teamId });
    const { wrong } = list;
    const removed = yes ? await removeWrong(ports, wrong, provenanceOf('suppressions rejudge', ports, null)) : [];
    const result = { ...list, wrong: wrong.map(shown), removed };
    if (yes && removed.length < wrong.length) {
      throw new Declined(
        `${removed.length} of ${wrong.length} addresses were removed. The others changed meanwhile, or the event log could not be written: run it again.`,
      );
    }
    return { result, text: textOf(list, yes) };
  });
}

/** What a machine reads: codes as the dashboard's API has them, no keys. */
function shown({ id, teamId, address, since, replies }: WrongEntry): object {
  return {
    id,
    teamId,
    address,
    since,
    replies: replies.map(({ emailId, at, reply, recipients, was, is }) => ({
      emailId,
      at,
      step: reply.step,
      recipients: recipients ?? null,
      code: reply.code,
      enhancedCode: reply.enhancedCode,
      text: reveal(reply.detail)?.text ?? null,
      was: { rules: was.rules, kind: was.kind, suppress: was.suppress },
      is: { rules: is.rules, kind: is.kind, suppress: is.suppress },
    })),
  };
}

function textOf({ rules, checked, unknown, wrong }: RejudgedList, isRemoved: boolean): string {
  const head = `Checked ${counted(checked, 'bounced address', 'bounced addresses')} with version ${rules} of the rules.`;
  const gone =
    unknown === 0
      ? []
      : [
          `${counted(unknown, 'address stays', 'addresses stay')} suppressed: the email that bounced is no longer in the log.`,
        ];
  if (wrong.length === 0) return [head, ...gone, 'The current rules would suppress all of them.'].join('\n');
  const next = isRemoved
    ? `Removed ${counted(wrong.length, 'suppression', 'suppressions')}.`
    : `${counted(wrong.length, 'address', 'addresses')} should not be suppressed. Nothing was changed: run it again with --yes to remove ${wrong.length === 1 ? 'it' : 'them'}.`;
  const rows = wrong.flatMap((entry) => entry.replies.map((reply) => rowOf(entry, reply)));
  return [
    head,
    ...gone,
    '',
    tableOf(['Address', 'Team', 'Email', 'After', 'Reply', 'Then', 'Now'], rows),
    '',
    next,
  ].join('\n');
}

function rowOf({ address, teamId }: WrongEntry, { emailId, reply, recipients, was, is }: CountedReply): string[] {
  const of = recipients === undefined || recipients === 1 ? '' : ` (${recipients} recipients)`;
  const text = reveal(reply.detail)?.text.replace(/\s+/g, ' ').slice(0, 80) ?? erasedText;
  const said = reply.code === null ? text : `${reply.code} ${text}`;
  return [address ?? erasedText, teamId, emailId, `${reply.step}${of}`, said, was.kind, is.kind];
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
