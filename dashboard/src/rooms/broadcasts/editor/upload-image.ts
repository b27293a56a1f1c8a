/** Not before the server takes images. */
export const uploadImage = (_file: File): Promise<string> => Promise.reject(new Error('Images can’t be uploaded yet.'));
