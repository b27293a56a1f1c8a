import { resumeDelivery } from '../../application/installation/delivery-hold.js';
import type { ReadStoreReader } from '../../application/ports/read-store.js';
import {
  decideHeld,
  type DecisionsOfKind,
  decisionOf,
  type HeldDecision,
  type HeldDecisions,
  unknownIds,
} from '../../application/restore/decide-held.js';
import {
  type HeldBroadcast,
  type HeldEmail,
  type HeldImport,
  type HeldList,
  heldList,
} from '../../application/restore/held-list.js';
import type { Config } from '../../infrastructure/config/config.js';
import { provenanceOf, type OpenInstallation, withExisting } from './shared/installation.js';
import { Declined, Misused, type Outcome } from './shared/outcome.js';
import { withReadModels } from './read-models.js';

/** Each `send`, `cancel`, or one of these for an id: `<id>=send`. */
export interface ResumeOptions {
  readonly broadcasts?: readonly string[];
  readonly imports?: readonly string[];
  readonly confirmations?: readonly string[];
  readonly emails?: readonly string[];
}

const mostNamed = 20;

/**
 * `resume`: mail is sent again after a restore; a running server begins within a second. What was under way when the
 * backup was taken goes on only where that was decided, now or in an earlier call.
 */
export async function resume(config: Config, options: ResumeOptions): Promise<Outcome> {
  const decisions: HeldDecisions = {
    broadcasts: decisionsIn('--broadcasts', options.broadcasts),
    imports: decisionsIn('--imports', options.imports),
    confirmations: decisionsIn('--confirmations', options.confirmations),
    emails: decisionsIn('--emails', options.emails),
  };
  return withExisting(config, async (opened) => {
    const { ports } = opened;
    const held = await withListed(config, opened, (readStore) => heldList(ports, readStore, 'read'));
    const unknown = unknownIds(held, decisions);
    if (unknown.length > 0) {
      throw new Declined(`Nothing that waits for a decision has this ID: ${unknown.join(', ')}. Nothing was changed.`);
    }
    const provenance = provenanceOf('resume', ports, null);
    await decideHeld(ports, held, decisions, provenance);
    const resumed = await resumeDelivery(ports, provenance);
    const lines = [resumed ? 'Delivery resumed.' : 'Delivery was not held.', ...describe(held, decisions)];
    return { result: { resumed, held: shown(held, decisions) }, text: lines.join('\n') };
  });
}

/** Before the first start after a restore there are no read models. */
function withListed(
  config: Config,
  opened: OpenInstallation,
  work: (readStore: ReadStoreReader | undefined) => Promise<HeldList>,
): Promise<HeldList> {
  return withReadModels(config, opened, work).catch((error: unknown) => {
    if (error instanceof Declined) return work(undefined);
    throw error;
  });
}

function decisionsIn(option: string, given: readonly string[] = []): DecisionsOfKind {
  let all: HeldDecision | undefined;
  const byId = new Map<string, HeldDecision>();
  for (const each of given.flatMap((text) => text.split(','))) {
    const [, id, decision] = /^(?:([^=]+)=)?(send|cancel)$/.exec(each) ?? [];
    if (decision !== 'send' && decision !== 'cancel') {
      throw new Misused(`${option} takes send, cancel, or an ID with one of them, such as <id>=cancel. Not: ${each}`);
    }
    if (id === undefined) all = decision;
    else byId.set(id.toLowerCase(), decision);
  }
  return { all, byId };
}

function shown(held: HeldList, decisions: HeldDecisions) {
  const of =
    <One extends { readonly id: string }>(decided: DecisionsOfKind) =>
    (one: One) => ({ ...one, decision: decisionOf(decided, one.id) ?? null });
  return {
    broadcasts: held.broadcasts.map(of(decisions.broadcasts)),
    imports: held.imports.map(of(decisions.imports)),
    confirmations: held.confirmations.map(of(decisions.confirmations)),
    emails: held.emails.map(of(decisions.emails)),
  };
}

function describe(held: HeldList, decisions: HeldDecisions): readonly string[] {
  const lines = [
    ...section('broadcasts', held.broadcasts, decisions.broadcasts, broadcastLine),
    ...section('imports', held.imports, decisions.imports, importLine),
    ...section('confirmations', held.confirmations, decisions.confirmations, emailLine),
    ...section('emails', held.emails, decisions.emails, emailLine),
  ];
  const waits = Object.entries(held).flatMap(([kind, list]: [string, readonly { readonly id: string }[]]) =>
    list.some(({ id }) => decisionOf(decisions[kind as keyof HeldDecisions], id) === undefined) ? [kind] : [],
  );
  if (waits.length === 0) return lines;
  const commands = waits.map((kind) => `--${kind} send|cancel`).join(' ');
  return [
    ...lines,
    'These may have been sent since the backup was taken: they wait for your decision and send nothing on their own.',
    `Decide with \`posthorn resume ${commands}\`, or for one: --broadcasts <id>=cancel.`,
  ];
}

function section<One extends { readonly id: string }>(
  kind: string,
  list: readonly One[],
  decided: DecisionsOfKind,
  line: (one: One) => string,
): readonly string[] {
  if (list.length === 0) return [];
  const decisions = list.map(({ id }) => decisionOf(decided, id) ?? 'waits');
  const counts = ['send', 'cancel', 'waits'].flatMap((each) => {
    const count = decisions.filter((decision) => decision === each).length;
    return count === 0 ? [] : [`${count} ${each === 'waits' ? 'waiting for a decision' : `to ${each}`}`];
  });
  const more = list.length > mostNamed ? [`  and ${list.length - mostNamed} more (--json has all)`] : [];
  const named = list.slice(0, mostNamed).map((one, index) => `  ${one.id}  ${line(one)}  ${decisions[index] ?? ''}`);
  return [`${list.length} ${kind}: ${counts.join(', ')}`, ...named, ...more];
}

function broadcastLine({ name, status, scheduledAt, recipients }: HeldBroadcast): string {
  const size = recipients === null ? 'everyone in its segment' : `${recipients} recipients`;
  return `${name}, ${status === 'scheduled' ? `scheduled for ${scheduledAt ?? ''}` : 'being sent'}, ${size}`;
}

const importLine = ({ rowsDone, isUndo }: HeldImport): string =>
  isUndo ? 'being undone' : `${rowsDone} rows were imported`;

const emailLine = ({ scheduledAt }: HeldEmail): string =>
  scheduledAt === null ? 'due' : `scheduled for ${scheduledAt}`;
