import { contactImport, type ImportCommand, type ImportState, type Walk } from '../../domain/import/import.js';
import type { ImportEvent, SealedFile } from '../../domain/import/events.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { Position } from '../../domain/shared/recorded.js';
import { contactsProjection } from '../../projections/contacts/contacts.projection.js';
import type { CsvWriter } from '../ports/csv.js';
import type { BegunJobs } from '../shared/begun-jobs.js';
import { factPatience, handle, type Loaded, type Provenance } from '../shared/handle.js';
import type { WhenProcessed } from '../shared/own-writes.js';
import type { Ports } from '../shared/ports.js';
import { sealMessage } from '../shared/sealed-message.js';
import { applyRows, type FailedRow } from './apply-chunk.js';
import { type FileChunk, type FilePorts, keyOfImport, readChunk } from './import-file.js';
import { loadImport } from './imports.js';
import { type UndoPorts, undoRows } from './undo-chunk.js';

export const importerName = 'importer';
/** How long the work on other imports waits for the lists; then they are looked at again. */
const listedPatienceMs = 1_000;

export type ImporterPorts = FilePorts &
  UndoPorts &
  Pick<Ports, 'keys'> & { readonly csv: CsvWriter; readonly whenProcessed: WhenProcessed };

/** One import under way: its stream stays loaded from one chunk to the next. */
export class ImportJob {
  #loaded: Loaded<ImportState | null, ImportEvent> | undefined;
  /** Where the last thing was said of it: its rows are in the log before that. */
  #saidAt: Position | undefined;

  constructor(
    private readonly ports: ImporterPorts,
    private readonly id: string,
    private readonly begun: BegunJobs,
  ) {}

  /** A chunk more, or the end. False: there is nothing to do, or it is said already. */
  async step(): Promise<boolean> {
    const { state } = (this.#loaded ??= await loadImport(this.ports, this.id));
    if (state === null || state.isDestroyed) return false;
    const key = await keyOfImport(this.ports, streamName('import', this.id), state.created.fileKid);
    if (key === undefined) return false;
    if (state.status === 'running') return this.#apply(state, key);
    return state.undo?.status === 'running' ? this.#undo(state, state.undo.walk, key) : false;
  }

  async #apply({ created, applied }: ImportState, key: Buffer): Promise<boolean> {
    if (!(await this.#mayGoOn(created, applied))) return false;
    const read = await readChunk(this.ports, created, key, applied.next);
    const { rows, next, isLast, isTooLong } = read;
    if (rows.length === 0 && isTooLong) {
      return this.#end({ type: 'FailImport', failed: { reason: 'row-too-long', line: next.line } });
    }
    const firstRow = applied.rows + 1;
    if (rows.length > 0) {
      const { counts, failed } = await applyRows(this.ports, this.id, created, rows, firstRow);
      const failedRows = failed.length === 0 ? null : await this.#keep(failed, created.fileKid, key);
      const lastRow = applied.rows + rows.length;
      const again = failed.map(({ line }) => Number(line));
      await this.#correct(created, (at) => rows.some(({ line }) => line === at) && !again.includes(at));
      const chunk = { index: applied.index, firstRow, lastRow, next, counts, failedRows };
      await this.#say({ type: 'ApplyChunk', chunk });
      if (this.#loaded?.state?.status !== 'running') return false;
    }
    return isLast ? this.#end({ type: 'CompleteImport' }) : true;
  }

  async #undo({ created }: ImportState, walk: Walk, key: Buffer): Promise<boolean> {
    if (!(await this.#mayGoOn(created, walk))) return false;
    const { rows, next, isLast, isTooLong }: FileChunk = await readChunk(this.ports, created, key, walk.next);
    if (rows.length > 0) {
      const counts = await undoRows(this.ports, this.id, created, rows);
      await this.#say({ type: 'UndoChunk', chunk: { index: walk.index, next, counts } });
    }
    await this.#correct(created, null);
    return isLast || (isTooLong && rows.length === 0) ? this.#end({ type: 'CompleteUndo' }) : true;
  }

  /**
   * Tells the import whose rows these were, before the chunk is said to be applied: who ends in between says it again.
   * `isApplied`: whether the row at this line of the file was; null: none is any more.
   */
  async #correct({ teamId, corrects }: ImportState['created'], isApplied: ((at: number) => boolean) | null) {
    if (corrects === undefined) return;
    const lines = isApplied && corrects.rows.filter(({ at }) => isApplied(at)).map(({ line }) => line);
    if (lines?.length === 0) return;
    const command = { type: 'CorrectRows', by: this.id, lines } as const;
    const provenance = provenanceOf(this.ports, teamId);
    const options = { patience: factPatience };
    const stream = streamName('import', corrects.importId);
    const handled = await handle(this.ports, contactImport, stream, command, provenance, options);
    if ('refused' in handled) {
      // Without the other import there is none to tell.
      if (handled.refused === 'not-found') return;
      throw new Error(`import ${corrects.importId} does not know of its corrected rows: ${handled.refused}`);
    }
    // The other one may be a correction too: its rows stood in a file before it.
    const before = handled.loaded.state?.created;
    if (before !== undefined) await this.#correct(before, lines && ((at) => lines.includes(at)));
  }

  /** A fact before the work: what ends the process must not do so with each start. False: it did so twice. */
  async #mayGoOn({ file }: ImportState['created'], { next }: Walk): Promise<boolean> {
    if (next.byte >= file.plainBytes) return true;
    await this.begun.begin(this.id, () => this.#say({ type: 'BeginImport' }));
    return isAtWork(this.#loaded?.state);
  }

  /** This process stops, and did not end in the middle of it. */
  async leave(): Promise<void> {
    this.#loaded = await loadImport(this.ports, this.id);
    await this.#say({ type: 'LeaveImport' });
  }

  /**
   * Said once the lists of contacts, segments among them, show every row; until then it is to be said again. They may
   * never come to the end of the log, because others go on writing.
   */
  async #end(command: ImportCommand): Promise<boolean> {
    const rowsEnd = this.#saidAt ?? this.#loaded?.events.at(-1)?.position;
    const isListed =
      rowsEnd === undefined || (await this.ports.whenProcessed(contactsProjection.name, rowsEnd, listedPatienceMs));
    return isListed ? this.#say(command) : true;
  }

  /** True where it was news. */
  async #say(command: ImportCommand): Promise<boolean> {
    const { ports, id } = this;
    const stream = streamName('import', id);
    const teamId = this.#loaded?.state?.created.teamId ?? null;
    const options = { patience: factPatience, ...(this.#loaded === undefined ? {} : { loaded: this.#loaded }) };
    const handled = await handle(ports, contactImport, stream, command, provenanceOf(ports, teamId), options);
    this.#loaded = handled.loaded;
    if ('position' in handled) this.#saidAt = handled.position ?? this.#saidAt;
    if ('refused' in handled) throw new Error(`import ${id} could not be written down: ${handled.refused}`);
    if (!isAtWork(handled.loaded.state)) this.begun.forget(id);
    return handled.events.length > 0;
  }

  async #keep(failed: readonly FailedRow[], kid: ImportState['created']['fileKid'], key: Buffer): Promise<SealedFile> {
    const { ports } = this;
    const lines = Buffer.from(ports.csv.lines(failed.map(({ cells, line, reason }) => [...cells, line, reason])));
    const blobId = ports.ids.next();
    const sealed = sealMessage(ports.sealer, { kid, blobId }, key, only(lines));
    const staged = await ports.blobs.stage(blobId, sealed.segments);
    try {
      const createdAt = new Date(ports.clock.now()).toISOString();
      await staged.store({ anchor: streamName('import', this.id), createdAt });
      return { blobId, ...sealed.result() };
    } finally {
      await staged.discard();
    }
  }
}

const isAtWork = (state: ImportState | null | undefined): boolean =>
  state?.status === 'running' || state?.undo?.status === 'running';

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** As the importer: it makes these facts. */
export function provenanceOf({ ids }: Pick<ImporterPorts, 'ids'>, teamId: string | null): Provenance {
  const actor = { kind: 'system', id: importerName } as const;
  return { context: { teamId, actor, correlationId: ids.next() }, region: null };
}
