import type { BodySealer } from '../ports/body-sealer.js';
import type { CapturedMail } from '../ports/captured-mail.js';
import type { KeyedHash } from '../ports/hashing.js';
import type { MessageReader } from '../ports/message-reader.js';
import type { ReadStoreReader } from '../ports/read-store.js';
import type { TemplateFiller } from '../ports/template-filler.js';
import type { BlobStore, KeyStore } from '../ports/vault.js';
import type { LogPorts } from './handle.js';
import type { OwnWrites } from './own-writes.js';
import type { Resource } from './resource.js';

/** What use cases may stand on. Each names, with `Pick`, what it needs. */
export interface Ports extends LogPorts {
  readonly hash: KeyedHash;
  readonly sealer: BodySealer;
  readonly keys: KeyStore;
  readonly blobs: BlobStore;
  readonly readStore: ReadStoreReader;
  readonly reader: MessageReader;
  readonly templates: TemplateFiller;
  readonly captured: CapturedMail;
  /** Lists of a team wait for its own last write. */
  readonly ownWrites: OwnWrites;
  /** All that the log tells about. */
  readonly resources: readonly Resource[];
}
