import { z } from 'zod';
import { bodyReference } from '../shared/accepted-email.js';
import { type Decider, refuse } from '../shared/decider.js';
import { event, type EventIn, noMembers, streams } from '../shared/event.js';

/** What email clients show, and no more: an svg may hold code. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
export type ImageType = (typeof imageTypes)[number];

const imageUploaded = event('ImageUploaded', {
  data: z.object({
    teamId: z.string(),
    contentType: z.enum(imageTypes),
    /** The size of the image itself; `content` says how large it is when sealed. */
    bytes: z.number(),
    content: bodyReference,
    /** What the file was called where it came from. */
    name: z.string().optional(),
    /** As it is shown, turned upright; absent where the file does not say it. */
    size: z.object({ widthPx: z.number(), heightPx: z.number() }).optional(),
  }),
  summary: ({ contentType, bytes }) => `Image uploaded (${contentType}, ${bytes} bytes)`,
});
/** Its address answers nothing from now on. */
const imageDeleted = event('ImageDeleted', { data: noMembers, summary: 'Image deleted', endsContent: true });

export const imageStreams = streams('image', [imageUploaded, imageDeleted]);
export type ImageEvent = EventIn<typeof imageStreams>;
type UploadedImage = Extract<ImageEvent, { readonly type: 'ImageUploaded' }>['data'];

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly image: true;
  }
}

export type ImageCommand =
  | { readonly type: 'UploadImage'; readonly image: UploadedImage }
  | { readonly type: 'DeleteImage'; readonly teamId: string };
/** Null before it is uploaded; `isDeleted` still knows what lay where. */
export type ImageState = (UploadedImage & { readonly isDeleted: boolean }) | null;

/** A picture of a team that anyone who has its address may load. */
export const image: Decider<ImageCommand, ImageState, ImageEvent, 'not-found'> = {
  initial: null,
  decide(command, state) {
    if (command.type === 'UploadImage') return state === null ? [{ type: 'ImageUploaded', data: command.image }] : [];
    if (state?.teamId !== command.teamId || state.isDeleted) return refuse('not-found');
    return [{ type: 'ImageDeleted', data: {} }];
  },
  evolve(state, event) {
    if (event.type === 'ImageUploaded') return { ...event.data, isDeleted: false };
    return state === null ? null : { ...state, isDeleted: true };
  },
};
