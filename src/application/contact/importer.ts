/** The actor of what an import writes. */
export const importerId = 'importer';
