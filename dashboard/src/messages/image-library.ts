/** The images that a team uploaded, to use again. */
export const imageLibraryWords = {
  choose: 'Choose from library',
  title: 'Image library',
  upload: 'Upload image',
  find: 'Find images',
  none: 'No images yet. Upload the first one.',
  noneFound: 'No images found',
  /** Its file had no name, or it was uploaded before names were kept. */
  unnamed: 'Unnamed image',
  facts: (size: string, bytes: string) => `${size}, ${bytes}`,
  size: (width: number, height: number) => `${width} × ${height} px`,
  uploaded: 'Uploaded',
  usedIn: (places: readonly string[]) => `Used in ${places.join(', ')}`,
  unused: 'Not used',
  unusedLately: 'Not used in newer emails',
  /** Older contents are not all read. */
  someUnread: 'Some older emails weren’t checked.',
  brand: 'your brand',
  kinds: {
    broadcast: 'broadcast',
    template: 'template',
    saved_block: 'saved block',
  },
  statuses: { draft: 'draft', scheduled: 'scheduled', queued: 'sending', sent: 'sent', canceled: 'canceled' },
  place: (name: string, kind: string) => `${name} (${kind})`,
  more: (count: number) => `Show ${count} more`,
  remove: 'Delete',
  removeOf: (name: string) => `Delete ${name}`,
  removeTitle: (name: string) => `Delete image: ${name}`,
  consequence:
    'This can’t be undone. Emails that show the image, including sent ones, will show its description instead.',
  removed: 'Image deleted',
} as const;
