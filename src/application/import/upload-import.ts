import { contactImport } from '../../domain/import/import.js';
import { type ConflictRule, type ImportCreated, importStreams } from '../../domain/import/events.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { command } from '../access/use-case.js';
import { type AudiencePorts, type PartRefusal, refusalOfParts } from '../contact/audience.js';
import type { SaidConsent } from '../contact/contact-change.js';
import { createProperty } from '../contact-property/contact-properties.js';
import { changeOne } from '../shared/change-one.js';
import { type RequestContext, type Unavailable, unavailable } from '../shared/context.js';
import type { DiskClaim, DiskUse } from '../shared/disk-use.js';
import { unwritten } from '../shared/handle.js';
import { createKeys, personalValues } from '../shared/personal-values.js';
import { type SealedMessage, sealMessage } from '../shared/sealed-message.js';
import type { StagedBlob } from '../ports/vault.js';
import type { Ports } from '../shared/ports.js';
import type { ColumnRefusal, FoundColumns, KnownProperty } from './columns.js';
import { FileHead, type LayoutProblem } from './file-head.js';
import type { FilePorts } from './import-file.js';
import { type FilePlan, planImport, type Question, type ReadingSettings } from './plan-import.js';

/** What comes with the file. */
export interface ImportSettings extends ReadingSettings {
  readonly onConflict: ConflictRule;
  readonly segmentIds: readonly string[];
  readonly topics: readonly SaidConsent[];
  /** ISO 8601; undefined: of now. */
  readonly fileAt: string | undefined;
}

/** A form as it comes: the file is read once, and what is said of it may stand before or behind it. */
export interface UploadedForm {
  /** `take` is called with the content of the file, once. Rejects where the form is not acceptable. */
  read(take: (content: AsyncIterable<Buffer>) => Promise<void>): Promise<ReadForm>;
}

interface ReadForm {
  readonly fileName: string | null;
  readonly settings: ImportSettings;
}

/** POST /contacts/imports. */
export interface CreateImport {
  readonly context: RequestContext;
  readonly form: UploadedForm;
}
type LayoutRefusal =
  | { readonly refused: 'too-many'; readonly most: number }
  | LayoutProblem
  | Question
  | ColumnRefusal
  | PartRefusal;
export type CreateImportResult = { readonly id: string } | LayoutRefusal | Unavailable;

interface ReadPlan extends FoundColumns, Pick<FilePlan, 'layout' | 'standing'> {}

export type CreateImportPorts = FilePorts &
  AudiencePorts &
  Pick<Ports, 'keys' | 'ownWrites' | 'hash'> & {
    readonly disk: Pick<DiskUse, 'claim'>;
  };

export const CreateImport = command({
  name: 'CreateImport',
  need: 'member',
  run: (ports: CreateImportPorts, asked: CreateImport) => createImport(ports, asked),
});

/**
 * Keeps the file, sealed as it comes, and says that it is to be applied. Nothing is left of one that is refused.
 * `known`: how it is read; else its head says so. `corrects`: whose failed rows they are.
 */
export async function createImport(
  ports: CreateImportPorts,
  { context, form }: CreateImport,
  known?: ReadPlan,
  corrects?: ImportCreated['data']['corrects'],
): Promise<CreateImportResult> {
  const stream = streamName('import', ports.ids.next());
  const { kids, newKeys } = await createKeys(ports, stream, 1);
  const [fileKid] = kids;
  const key = newKeys.get(fileKid);
  if (key?.state !== 'present') throw new Error('a new key is present');
  const blobId = ports.ids.next();
  const head = new FileHead();
  const claim = await ports.disk.claim('imports', context.teamId);
  let isKept = false;
  let kept: { readonly staged: StagedBlob; readonly sealed: SealedMessage } | undefined;
  try {
    const { fileName, settings } = await form.read(async (content) => {
      const sealed = sealMessage(
        ports.sealer,
        { kid: fileKid, blobId },
        key.key,
        passing(claimed(content, claim), head),
      );
      kept = { staged: await ports.blobs.stage(blobId, sealed.segments), sealed };
    });
    if (kept === undefined) throw new Error('a form that is acceptable has a file');
    const found = await readPlan(ports, context.teamId, head, { settings, fileName }, known);
    if ('refused' in found) return found;
    const { columns, newProperties, standing } = found;
    const { header: _, ...layout } = found.layout;
    const unmade = await createProperties(ports, context, newProperties);
    if (unmade !== undefined) return unmade;
    const { staged, sealed } = kept;
    const nowAt = new Date(ports.clock.now()).toISOString();
    const { onConflict, segmentIds, topics, fileAt = nowAt } = settings;
    await staged.store({ anchor: stream, createdAt: nowAt });
    const loaded = unwritten(contactImport, stream);
    const named =
      fileName === null ? undefined : await personalValues(ports, importStreams, 'ImportCreated', loaded, { fileName });
    const created = {
      teamId: context.teamId,
      file: { blobId, ...sealed.result() },
      fileKid,
      fileName: named?.values.fileName ?? null,
      ...layout,
      columns,
      onConflict,
      segmentIds: [...segmentIds],
      topics: topics.flatMap(({ topicId, isSubscribed }) => (topicId === null ? [] : [{ topicId, isSubscribed }])),
      fileAt: fileAt < nowAt ? fileAt : nowAt,
      ...(standing === undefined ? {} : { standing }),
      ...(corrects === undefined ? {} : { corrects }),
    };
    const options = { loaded, personal: true, ...(named === undefined ? {} : { newKeys: named.newKeys }) };
    const changed = await changeOne(ports, contactImport, stream, { type: 'CreateImport', created }, context, options);
    if ('refused' in changed) return unavailable;
    isKept = true;
    return changed;
  } finally {
    claim.end(isKept);
    await kept?.staged.discard();
    if (!isKept) await ports.keys.destroy([fileKid], new Date(ports.clock.now()).toISOString());
  }
}

/** Undefined once the team has all of them. */
async function createProperties(
  ports: CreateImportPorts,
  context: RequestContext,
  properties: readonly KnownProperty[],
): Promise<{ readonly refused: 'too-many'; readonly most: number } | Unavailable | undefined> {
  for (const { key, type } of properties) {
    const made = await createProperty(ports, { context, key, type, fallbackValue: null });
    // Another request has made it in between.
    if (!('refused' in made) || made.refused === 'key-taken') continue;
    return made.refused === 'too-many' ? made : unavailable;
  }
  return undefined;
}

/** How the file is read, where all that the request names is there and nothing is to be asked. */
async function readPlan(
  ports: AudiencePorts,
  teamId: string,
  head: FileHead,
  form: { readonly settings: ImportSettings; readonly fileName: string | null },
  known: ReadPlan | undefined,
): Promise<ReadPlan | LayoutRefusal> {
  const found = known ?? (await foundPlan(ports, teamId, head, form));
  if ('refused' in found) return found;
  const { topics, segmentIds } = form.settings;
  const named = topics.flatMap(({ topicId }) => (topicId === null ? [] : [topicId]));
  const ofColumns = (found.columns.topics ?? []).map(({ topicId }) => topicId);
  const refusal = await refusalOfParts(ports, teamId, { topicIds: [...named, ...ofColumns], segmentIds });
  return refusal ?? found;
}

async function foundPlan(...asked: Parameters<typeof planImport>): Promise<ReadPlan | LayoutRefusal> {
  const plan = await planImport(...asked);
  if ('refused' in plan) return plan;
  const { layout, standing, found, question } = plan;
  if ('refused' in found) return found;
  return question ?? { layout, standing, ...found };
}

async function* claimed(content: AsyncIterable<Buffer>, claim: DiskClaim): AsyncGenerator<Buffer> {
  for await (const bytes of content) {
    await claim.add(bytes.length);
    yield bytes;
  }
}

export async function* passing(content: AsyncIterable<Buffer>, head: FileHead): AsyncGenerator<Buffer> {
  for await (const bytes of content) {
    head.add(bytes);
    yield bytes;
  }
}
