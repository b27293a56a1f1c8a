import { call } from '../../../api/client';

/** Stores an image at the server. @returns the address that everyone can load it from. */
export async function uploadImage(file: File): Promise<string> {
  const form = new FormData();
  form.append('file', file);
  const { url } = await call('POST /dashboard-api/images', { form });
  return url;
}
