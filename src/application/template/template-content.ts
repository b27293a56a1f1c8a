import type { BodyReference } from '../../domain/shared/accepted-email.js';
import { type Kid, rowOf } from '../../domain/shared/personal.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import type { TemplateContent } from '../../domain/template/content.js';
import { merged, type MergeValues } from '../../domain/template/merge.js';
import { template } from '../../domain/template/template.js';
import type { EmailBody } from '../ports/mail-composer.js';
import { shownParts } from '../../domain/template/sections.js';
import type { Frame, TemplateFiller } from '../ports/template-filler.js';
import type { VaultEntryPlace } from '../ports/vault-sweep.js';
import { BoundedMap } from '../shared/bounded-map.js';
import type { DiskUse } from '../shared/disk-use.js';
import { load } from '../shared/handle.js';
import type { OrphanPorts } from '../shared/orphans.js';
import { createKeys } from '../shared/personal-values.js';
import type { Ports } from '../shared/ports.js';
import { openBody, sealBody } from '../shared/sealed-body.js';

export type ContentPorts = Pick<Ports, 'blobs' | 'sealer'> & { readonly keys: Pick<Ports['keys'], 'getMany'> };
export type SealPorts = ContentPorts &
  Pick<Ports, 'keys' | 'ids' | 'clock'> & {
    readonly disk: Pick<DiskUse, 'claim'>;
  };

/**
 * The content of a template, on disk before anything names it. `known`: the template's key; undefined: a new one.
 * Throws `DiskFull` where the team keeps too much.
 */
export async function sealContent(
  ports: SealPorts,
  anchor: StreamName,
  content: TemplateContent,
  known: Kid | undefined,
  teamId: string,
): Promise<BodyReference> {
  const { kid, key } = known === undefined ? await newKey(ports, anchor) : await keyOf(ports, known);
  const { bytes, digest } = await sealBody(ports.sealer, kid, key, { text: JSON.stringify(content) });
  const claim = await ports.disk.claim('contents', teamId, bytes.length);
  const blobId = ports.ids.next();
  await ports.blobs
    .put({ id: blobId, anchor, createdAt: new Date(ports.clock.now()).toISOString(), bytes })
    .finally(() => claim.end(true));
  return { blobId, kid, sizeBytes: bytes.length, digest };
}

async function newKey(ports: SealPorts, anchor: StreamName): Promise<{ readonly kid: Kid; readonly key: Buffer }> {
  const { kids, newKeys } = await createKeys(ports, anchor, 1);
  const [kid] = kids;
  const made = newKeys.get(kid);
  if (made?.state !== 'present') throw new Error('a new key is present');
  return { kid, key: made.key };
}

async function keyOf({ keys }: ContentPorts, kid: Kid): Promise<{ readonly kid: Kid; readonly key: Buffer }> {
  const found = (await keys.getMany([kid])).get(kid);
  if (found?.state !== 'present') throw new Error('the key of a template is not in the vault');
  return { kid, key: found.key };
}

/** Throws where the vault lacks it, or holds an altered one. */
export async function openContent(ports: ContentPorts, { blobId, kid }: BodyReference): Promise<TemplateContent> {
  const [{ key }, bytes] = await Promise.all([keyOf(ports, kid), ports.blobs.get(blobId)]);
  if (bytes === undefined) throw new Error('the content of a template is not in the vault');
  const { text = '' } = await openBody(ports.sealer, kid, key, bytes);
  // Written by {@link sealContent}, under this key.
  return JSON.parse(text) as TemplateContent;
}

/** What is sent by, in the memory of a process. */
const mostKept = 20;

/** The contents of the versions that a process uses. None of them ever changes. */
export class TemplateContents implements TemplateFiller {
  readonly #kept = new BoundedMap<string, Promise<TemplateContent>>(mostKept);

  constructor(private readonly ports: ContentPorts) {}

  get(content: BodyReference): Promise<TemplateContent> {
    const kept = this.#kept.get(content.blobId) ?? openContent(this.ports, content);
    this.#kept.set(content.blobId, kept);
    kept.catch(() => this.#kept.delete(content.blobId));
    return kept;
  }

  async fill(content: BodyReference, body: EmailBody, more: MergeValues = {}): Promise<EmailBody> {
    const frame = await this.get(content);
    const { html, text } = merged(frame, { ...valuesIn(body), ...more });
    // A broadcast may be text alone.
    return frame.html === '' && text !== undefined ? { text } : { html, ...(text === undefined ? {} : { text }) };
  }

  async frame(content: BodyReference, body: EmailBody): Promise<Frame> {
    const whole = await this.get(content);
    return { html: whole.html, cuts: shownParts(whole, valuesIn(body)).cuts };
  }
}

/** Written by our own accept. */
const valuesIn = ({ text = '{}' }: EmailBody): MergeValues => JSON.parse(text) as MergeValues;

/**
 * Drafts that were changed since and never published: nothing names them again. What the log does not name stays, for
 * its writer may be slow. Published versions stay, also of a template that was deleted: emails name them. Of one that
 * was deleted and never published nothing stays.
 */
export async function templateOrphans(
  ports: OrphanPorts,
  stream: StreamName,
  entries: readonly VaultEntryPlace[],
): Promise<readonly VaultEntryPlace[]> {
  const { state, events } = await load(ports, template, stream);
  if (state === null) return [];
  const drafts = state.isDeleted ? [] : [state.content];
  const used = new Set([...drafts, ...state.versions.map(({ content }) => content)].map(({ blobId }) => blobId));
  const named = events.flatMap(({ event }) => {
    // A stream holds the events of its own category.
    const { data } = event;
    return 'content' in data ? [data.content.blobId] : [];
  });
  const replaced = new Set(named.filter((blobId) => !used.has(blobId)));
  if (used.size === 0) replaced.add(rowOf(state.content.kid));
  return entries.filter(({ id }) => replaced.has(id));
}
