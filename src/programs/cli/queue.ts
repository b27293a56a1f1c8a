import { listQueue, type QueueLine } from '../../application/queue/list-queue.js';
import { type Move, moveMails, type Selection } from '../../application/queue/move-mails.js';
import { destinationOf } from '../../application/shared/address-hash.js';
import { counted } from '../../application/doctor/units.js';
import { handle } from '../../application/shared/handle.js';
import type { QueueTarget } from '../../domain/queue/events.js';
import { holds, type Pause, queue, type QueueCommand } from '../../domain/queue/queue.js';
import { queueStream, streamName } from '../../domain/shared/stream-name.js';
import type { Config } from '../../infrastructure/config/config.js';
import { parseDomain } from '../../infrastructure/config/fields/parse.js';
import { openKeyedHash } from '../../infrastructure/crypto/keyed-hash.js';
import { wouldDo } from './shared/command.js';
import { provenanceOf, type OpenInstallation, withExisting } from './shared/installation.js';
import { Declined, Misused, type Outcome } from './shared/outcome.js';
import { withReadModels } from './read-models.js';
import { tableOf } from './shared/table.js';

export interface TargetOptions {
  readonly mx?: string;
  readonly destination?: string;
}

export interface SelectionOptions extends TargetOptions {
  readonly email?: string;
}

export interface PauseOptions extends TargetOptions {
  readonly reason: string;
  readonly until?: string;
}

/** As the operator names it: a domain in clear. */
interface Named {
  readonly kind: QueueTarget['kind'];
  readonly name: string;
}

const maxReasonLength = 500;

/** `queue list` */
export function showQueue(config: Config): Promise<Outcome> {
  return withExisting(config, (opened) =>
    withReadModels(config, opened, async (readStore) => {
      const listing = await listQueue({ ...opened.ports, readStore });
      const nowMs = opened.ports.clock.now();
      const pauses = listing.pauses.filter((pause) => holds(pause, nowMs));
      return {
        result: { lines: listing.lines, pauses },
        text: [...pauses.map((pause) => pauseLine(pause, listing.lines)), table(listing.lines)].join('\n'),
      };
    }),
  );
}

/** `queue pause` */
export async function pauseQueue(config: Config, options: PauseOptions): Promise<Outcome> {
  const named = namedIn(options);
  const reason = reasonOf(options.reason);
  const until = options.until === undefined ? null : readTime(options.until);
  const changed = await write(config, 'queue pause', named, (target) => {
    return { type: 'PauseQueue', target, reason, until };
  });
  const when = until === null ? 'until `posthorn queue resume`' : `until ${until}`;
  return { result: { ...named, paused: true, until, changed }, text: `Nothing is sent ${where(named)}, ${when}.` };
}

/** `queue resume` */
export async function resumeQueue(
  config: Config,
  options: TargetOptions & { readonly reason?: string },
): Promise<Outcome> {
  const named = namedIn(options);
  const reason = options.reason === undefined ? null : reasonOf(options.reason);
  const changed = await write(config, 'queue resume', named, (target, nowMs) => {
    return { type: 'ResumeQueue', target, reason, nowMs };
  });
  return { result: { ...named, paused: false, changed }, text: `Email is sent ${where(named)} again.` };
}

/** `queue retry` and `queue drop` */
export function moveQueue(
  config: Config,
  what: Move['what'],
  options: SelectionOptions & { readonly reason: string },
): Promise<Outcome> {
  const named = selectedBy(options);
  const move = { what, reason: reasonOf(options.reason) };
  return withExisting(config, (opened) =>
    withReadModels(config, opened, async (readStore) => {
      const { ports } = opened;
      const selection = named.kind === 'mail' ? named : await targetOf(opened, named);
      const { context } = provenanceOf(`queue ${what}`, ports, null);
      const moved = await moveMails({ ...ports, readStore }, selection, move, context);
      if (moved === undefined) throw new Declined(noEmail);
      const { mails, recipients, unavailable } = moved;
      const done = what === 'retry' ? 'due now' : 'failed';
      const rest = unavailable === 0 ? '' : ` The log could not be written for ${unavailable} emails: ask again.`;
      const text = `${recipients} recipients of ${mails} emails are ${done}.${rest}`;
      return { result: { mails, recipients, unavailable }, text, negative: recipients === 0 || unavailable > 0 };
    }),
  );
}

/** What `queue drop` would give up. */
export function previewDrop(config: Config, options: SelectionOptions): Promise<Outcome> {
  const named = selectedBy(options);
  return withExisting(config, async (opened) => {
    if (named.kind === 'mail') {
      const [first] = await opened.ports.store.readStream(streamName('email', named.id), { limit: 1 });
      if (first === undefined) throw new Declined(noEmail);
      return wouldDo(`Drop every waiting recipient of email ${named.id}.`, named);
    }
    const target = await targetOf(opened, named);
    const { lines } = await withReadModels(config, opened, (readStore) => listQueue({ ...opened.ports, readStore }));
    const chosen = lines.filter(
      (line) => target.name === (target.kind === 'destination' ? line.destination : line.mxSet),
    );
    const recipients = chosen.reduce((sum, { due, waiting }) => sum + due + waiting, 0);
    return wouldDo(`Drop ${counted(recipients, 'waiting recipient')} of email ${where(named)}.`, {
      ...named,
      recipients,
    });
  });
}

const noEmail = 'There is no such email.';

function write(
  config: Config,
  name: string,
  named: Named,
  commandFor: (target: QueueTarget, nowMs: number) => QueueCommand,
): Promise<boolean> {
  return withExisting(config, async (opened) => {
    const { ports } = opened;
    const command = commandFor(await targetOf(opened, named), ports.clock.now());
    const handled = await handle(ports, queue, queueStream, command, provenanceOf(name, ports, null));
    if ('events' in handled) return handled.events.length > 0;
    if (handled.refused === 'not-paused') throw new Declined('This is not paused.');
    throw new Error('the log could not be written');
  });
}

/** The log names domains of recipients by their keyed hashes. */
async function targetOf({ log }: OpenInstallation, { kind, name }: Named): Promise<QueueTarget> {
  if (kind === 'mx-set') return { kind, name };
  return { kind, name: destinationOf(await openKeyedHash(log.keys), `postmaster@${name}`) };
}

function namedIn({ mx, destination }: TargetOptions): Named {
  if (mx !== undefined && destination === undefined) return { kind: 'mx-set', name: mx };
  if (mx === undefined && destination !== undefined) return { kind: 'destination', name: domainIn(destination) };
  throw new Misused('Name one of --mx and --destination.');
}

function selectedBy({ email, ...target }: SelectionOptions): Named | Extract<Selection, { kind: 'mail' }> {
  if (email === undefined) return namedIn(target);
  if (target.mx !== undefined || target.destination !== undefined) {
    throw new Misused('Name one of --email, --mx and --destination.');
  }
  return { kind: 'mail', id: email.toLowerCase() };
}

function domainIn(text: string): string {
  const name = parseDomain(text);
  if (name === undefined) throw new Misused(`${text} is no domain name.`);
  return name;
}

function reasonOf(text: string): string {
  const reason = text.trim();
  if (reason === '' || reason.length > maxReasonLength) {
    throw new Misused(`Say why in 1 to ${maxReasonLength} characters.`);
  }
  return reason;
}

function readTime(text: string): string {
  const ms = /(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new Misused('--until is ISO 8601 with a zone, such as 2026-03-02T10:00:00Z.');
  return new Date(ms).toISOString();
}

function where({ kind, name }: Named): string {
  return kind === 'mx-set' ? `over the MX set ${name}` : `to ${name}`;
}

/** A domain is known by its mails; without any, its hash is all there is. */
function pauseLine(pause: Pause, lines: readonly QueueLine[]): string {
  const line = pause.kind === 'mx-set' ? undefined : lines.find(({ destination }) => destination === pause.name);
  const name = line?.domain ?? pause.name;
  const until = pause.until === null ? '' : ` until ${pause.until}`;
  return `Paused since ${pause.since}${until}: email ${where({ kind: pause.kind, name })} (${pause.reason})`;
}

const headings = ['domain', 'MX set', 'due', 'waiting', 'in attempt', 'next', 'last reply', ''];

function table(lines: readonly QueueLine[]): string {
  if (lines.length === 0) return 'The queue is empty.';
  return tableOf(headings, lines.map(cells));
}

function cells({ domain, destination, mxSet, due, waiting, claimed, nextAt, lastReply, paused }: QueueLine): string[] {
  const counts = [due, waiting, claimed].map(String);
  return [
    domain ?? destination,
    mxSet ?? '-',
    ...counts,
    nextAt ?? '-',
    lastReply ?? '-',
    paused === null ? '' : 'paused',
  ];
}
