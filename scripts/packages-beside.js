/** They find files of their own beside them: they stay packages beside the bundle, and are installed with it. */
export const ownFiles = ['@node-rs/argon2', '@photostructure/sqlite'];
/** Decorators need it before they run: outside, each chunk that has some imports it first, whatever the order within the chunk. */
export const first = ['reflect-metadata'];
/** What the bundle needs to be installed beside it. */
export const packagesBeside = [...ownFiles, ...first];
