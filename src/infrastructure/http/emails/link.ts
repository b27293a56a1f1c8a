import type { LinkSignature } from '../../../application/shared/signed-link.js';

/** `expires` and `signature` of a link's query string; what is missing or malformed makes a link that no one signed. */
export function readLink(query: unknown): LinkSignature {
  const { expires, signature } = query as Readonly<Record<string, unknown>>;
  return {
    expires: typeof expires === 'string' && /^\d{1,12}$/.test(expires) ? Number(expires) : 0,
    signature: typeof signature === 'string' ? signature : '',
  };
}
