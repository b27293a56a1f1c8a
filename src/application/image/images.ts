import { image, type ImageType } from '../../domain/image/image.js';
import { rowOf } from '../../domain/shared/personal.js';
import { streamName, type StreamName } from '../../domain/shared/stream-name.js';
import { imagesProjection, type ImageDocument } from '../../projections/images/images.projection.js';
import { command, query } from '../access/use-case.js';
import type { BodySealer } from '../ports/body-sealer.js';
import type { BlobStore, KeyStore } from '../ports/vault.js';
import type { VaultEntryPlace } from '../ports/vault-sweep.js';
import type { DiskUse } from '../shared/disk-use.js';
import { allOfTeam, type TeamReadPorts } from '../shared/all-of-team.js';
import { changeOne, type Changed } from '../shared/change-one.js';
import type { RequestContext } from '../shared/context.js';
import { load, type LogPorts, unwritten } from '../shared/handle.js';
import type { OrphanPorts } from '../shared/orphans.js';
import type { PageRequest } from '../shared/page.js';
import { createKeys } from '../shared/personal-values.js';
import type { Ports } from '../shared/ports.js';
import { teamList } from '../shared/team-list.js';
import { socialIcon } from './social-icons.js';
import type { KeyedHash } from '../ports/hashing.js';
import { readSignedId, signedId } from '../shared/signed-id.js';
import { bareGif } from './bare/bare-gif.js';
import { bareJpeg } from './bare/bare-jpeg.js';
import { barePng } from './bare/bare-png.js';
import { bareWebp } from './bare/bare-webp.js';
import type { BareImage } from './bare/damaged.js';
import { imageSize } from './image-size.js';

export const maxImageBytes = 5_000_000;

type ImagePorts = LogPorts &
  TeamReadPorts &
  Pick<Ports, 'hash'> & {
    readonly keys: Pick<KeyStore, 'getMany' | 'createRow' | 'destroy'>;
    readonly blobs: Pick<BlobStore, 'put' | 'get' | 'delete'>;
    readonly sealer: Pick<BodySealer, 'sealContent' | 'openContent'>;
    readonly disk: Pick<DiskUse, 'claim'>;
  };

/** An image with the last part of its address. */
export interface ServedImage {
  readonly image: ImageDocument;
  readonly servedAs: string;
}

/** POST /dashboard-api/images. */
export interface UploadImage {
  readonly context: RequestContext;
  /** Reads the file of the form; rejects where the form is not acceptable. */
  readonly file: () => Promise<GivenFile>;
}
export interface GivenFile {
  readonly bytes: Buffer;
  /** Null where it has none. */
  readonly name: string | null;
}
type UploadRefusal = { readonly refused: 'no-image' | 'damaged-image' };
export const UploadImage = command({ name: 'UploadImage', need: 'member', run: uploadImage });

/**
 * Without what says where, when and with what it was taken, and sealed under a key of its own. Throws `DiskFull` where
 * the team keeps too many.
 */
async function uploadImage(
  ports: ImagePorts,
  { context, file }: UploadImage,
): Promise<ServedImage | UploadRefusal | Exclude<Changed<'not-found'>, { readonly id: string }>> {
  const { teamId } = context;
  const given = await file();
  const contentType = imageTypeOf(given.bytes);
  if (contentType === undefined) return { refused: 'no-image' };
  const bytes = bareImages[contentType](given.bytes);
  if (bytes === undefined) return { refused: 'damaged-image' };
  const claim = await ports.disk.claim('images', teamId, bytes.length);
  let isKept = false;
  try {
    const stream = imageStream(ports.ids.next());
    const content = await sealed(ports, stream, bytes);
    const { name } = given;
    const size = imageSize(bytes, contentType);
    const uploaded = {
      ...{ teamId, contentType, bytes: bytes.length, content },
      ...(name === null ? {} : { name }),
      ...(size === undefined ? {} : { size }),
    };
    const loaded = unwritten(image, stream);
    const command = { type: 'UploadImage', image: uploaded } as const;
    const written = await changeOne(ports, image, stream, command, context, { loaded });
    if ('refused' in written) return written;
    isKept = true;
    const createdAt = new Date(ports.clock.now()).toISOString();
    const document = { id: written.id, teamId, contentType, bytes: bytes.length, name, size: size ?? null, createdAt };
    return served(ports, document);
  } finally {
    claim.end(isKept);
  }
}

const imageStream = (id: string): StreamName => streamName('image', id);

const served = ({ hash }: Pick<ImagePorts, 'hash'>, document: ImageDocument): ServedImage => ({
  image: document,
  servedAs: imageName(hash, document.id, document.contentType),
});

export async function imageBytes(ports: TeamReadPorts, teamId: string): Promise<number> {
  const images = await allOfTeam(ports, imagesProjection, teamId);
  return images.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function sealed(ports: ImagePorts, anchor: StreamName, bytes: Buffer) {
  const { kids, newKeys } = await createKeys(ports, anchor, 1);
  const [kid] = kids;
  const made = newKeys.get(kid);
  if (made?.state !== 'present') throw new Error('a new key is present');
  const blobId = ports.ids.next();
  const content = await ports.sealer.sealContent({ kid, blobId }, made.key, bytes);
  const createdAt = new Date(ports.clock.now()).toISOString();
  await ports.blobs.put({ id: blobId, anchor, createdAt, bytes: content.bytes });
  return { blobId, kid, sizeBytes: content.bytes.length, digest: content.digest };
}

/** GET /dashboard-api/images, newest first. */
export interface ListImages {
  readonly teamId: string;
  readonly page: Partial<PageRequest>;
}
export const ListImages = query({
  name: 'ListImages',
  need: 'read-only',
  async run(ports: TeamReadPorts & Pick<Ports, 'hash'>, { teamId, page }: ListImages) {
    const found = await teamList(ports, imagesProjection, { teamId, page });
    if ('refused' in found) return found;
    return { ...found, documents: found.documents.map((document) => served(ports, document)) };
  },
});

/** DELETE /dashboard-api/images/{id}. */
export interface DeleteImage {
  readonly context: RequestContext;
  readonly imageId: string;
}
export const DeleteImage = command({ name: 'DeleteImage', need: 'member', run: deleteImage });

/** Its key and its bytes are gone when it is answered; what a crash leaves of them, the content finisher removes. */
async function deleteImage(ports: ImagePorts, { context, imageId }: DeleteImage): Promise<Changed<'not-found'>> {
  const stream = imageStream(imageId);
  const loaded = await load(ports, image, stream);
  const command = { type: 'DeleteImage', teamId: context.teamId } as const;
  const deleted = await changeOne(ports, image, stream, command, context, { loaded });
  if ('refused' in deleted || loaded.state === null) return deleted;
  const { kid, blobId } = loaded.state.content;
  await ports.keys.destroy([kid], new Date(ports.clock.now()).toISOString());
  await ports.blobs.delete([blobId]);
  return deleted;
}

/** GET /images/{name}: anyone who has the address. */
export interface LoadImage {
  readonly name: string;
}
export interface LoadedImage {
  readonly contentType: ImageType;
  readonly bytes: Buffer;
}
export const LoadImage = query({ name: 'LoadImage', need: 'anyone', run: loadImage });

/** @returns one that was uploaded, or an icon; undefined where the name is not one of ours, or it was deleted. */
async function loadImage(
  ports: Pick<ImagePorts, keyof LogPorts | 'blobs' | 'sealer' | 'hash'>,
  { name }: LoadImage,
): Promise<LoadedImage | undefined> {
  const icon = socialIcon(name);
  if (icon !== undefined) return icon;
  const id = readImageName(ports.hash, name);
  if (id === undefined) return undefined;
  const { state } = await load(ports, image, imageStream(id));
  if (state === null || state.isDeleted) return undefined;
  const { kid, blobId } = state.content;
  const [keys, bytes] = await Promise.all([ports.keys.getMany([kid]), ports.blobs.get(blobId)]);
  const found = keys.get(kid);
  if (found?.state !== 'present' || bytes === undefined) return undefined;
  return { contentType: state.contentType, bytes: await ports.sealer.openContent({ kid, blobId }, found.key, bytes) };
}

/** What was deleted and not removed. What the log does not name yet stays, for its writer may be slow. */
export async function imageOrphans(
  ports: OrphanPorts,
  stream: StreamName,
  entries: readonly VaultEntryPlace[],
): Promise<readonly VaultEntryPlace[]> {
  const { state } = await load(ports, image, stream);
  if (state === null || !state.isDeleted) return [];
  const { kid, blobId } = state.content;
  return entries.filter(({ id }) => id === blobId || id === rowOf(kid));
}

/** The last part of an image's address. Email clients that look at the ending find one. */
export const imageName = (hash: KeyedHash, id: string, contentType: ImageType): string =>
  `${signedId(hash, 'image', id)}.${extensions[contentType]}`;

/** @returns the id of the image; undefined where the name is not one of ours. */
export function readImageName(hash: KeyedHash, name: string): string | undefined {
  const [token = '', ending] = name.split('.');
  const isEnding = ending !== undefined && Object.values(extensions).includes(ending);
  return isEnding ? readSignedId(hash, 'image', token) : undefined;
}

/** By what a file is. */
export const bareImages: Readonly<Record<ImageType, BareImage>> = {
  'image/png': barePng,
  'image/jpeg': bareJpeg,
  'image/gif': bareGif,
  'image/webp': bareWebp,
};

/** By what the bytes begin with, whatever a file is called. @returns undefined where it is none of these. */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  const begins = bytes.toString('latin1', 0, 12);
  if (begins.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (begins.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(begins)) return 'image/gif';
  if (begins.startsWith('RIFF') && begins.endsWith('WEBP')) return 'image/webp';
  return undefined;
}

const extensions: Readonly<Record<ImageType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};
