import { z } from 'zod';
import { parsedJson } from '../../../domain/shared/json.js';

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/);
const credentialId = base64url.max(1_400);
/**
 * JSON of the browser (WebAuthn §5.8.1). One that asked from a frame in another site's page says so: this dashboard is
 * in no frame.
 */
const clientData = base64url.max(8_192).refine((encoded) => {
  const parsed = ownPage.safeParse(Buffer.from(encoded, 'base64url').toString('utf8'));
  return parsed.success;
});
const ownPage = z
  .string()
  .transform(parsedJson)
  .pipe(z.object({ crossOrigin: z.literal(false).optional(), topOrigin: z.undefined().optional() }));

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
};

/** `PublicKeyCredential.toJSON()` after `create()`: what we read of it. */
export const registrationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: clientData,
    attestationObject: base64url.max(65_536),
    // Others than these may come one day; they are hints.
    transports: z
      .array(z.string())
      .max(16)
      .default([])
      .transform((given) => given.filter((each) => transports.includes(each))),
  }),
});

/** The same after `get()`. */
export const assertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: clientData,
    authenticatorData: base64url.max(16_384),
    signature: base64url.max(4_096),
    userHandle: base64url.max(128),
  }),
});
