import { refusedId } from './sample-requests.js';
import { goneId, messageId, shopId } from './sample-webhooks.js';

/** Every room by its address, with a part of it that is there once it is ready. */
export const rooms = [
  ['sign-in', '/dashboard/sign-in', 'button:has-text("Sign in")'],
  ['second-factor', '/dashboard/second-factor', 'button:has-text("Continue")'],
  ['set-up', '/dashboard/set-up?token=one', 'button:has-text("Create and sign in")'],
  ['reset', '/dashboard/reset', 'button:has-text("Send the link")'],
  ['reset-confirm', '/dashboard/reset?token=one', 'button:has-text("Set the password")'],
  ['invitation', '/dashboard/invitation?token=one', 'button:has-text("Accept and sign in")'],
  ['confirm-email', '/dashboard/confirm-email?token=one', 'button:has-text("Confirm this address")'],
  ['api-keys', '/dashboard/api-keys', 'text=Shop, production'],
  ['create-key', '/dashboard/api-keys?create=true', 'role=dialog >> button:has-text("Create")'],
  ['webhooks', '/dashboard/webhooks', 'text=97 %'],
  ['create-webhook', '/dashboard/webhooks?create=true', 'role=dialog >> button:has-text("Add it")'],
  ['webhook', `/dashboard/webhooks/${shopId}`, 'text=a status of later'],
  ['webhook-off', `/dashboard/webhooks/${goneId}`, 'text=Nothing sent yet >> nth=1'],
  ['webhook-test', `/dashboard/webhooks/${shopId}?open=test`, 'role=dialog >> button:has-text("Send it")'],
  ['webhook-replay', `/dashboard/webhooks/${shopId}?open=replay`, 'role=dialog >> button:has-text("Start")'],
  ['webhook-message', `/dashboard/webhooks/${shopId}/messages/${messageId}`, 'text=Headers and answer'],
  ['logs', '/dashboard/logs', 'text=1 new request'],
  ['log', `/dashboard/logs/${refusedId}`, 'text=How to mend it'],
  ['access-audit', '/dashboard/access-audit', 'text=Ben Example became read-only'],
  ['profile', '/dashboard/settings/profile', 'text=Download your data'],
  ['security', '/dashboard/settings/security', 'text=Laptop'],
  ['sessions', '/dashboard/settings/sessions', 'text=Safari on iOS'],
  ['people', '/dashboard/settings/people', 'text=carol@example.com'],
  ['policy', '/dashboard/settings/policy', 'text=Everybody needs a second factor'],
  ['smtp', '/dashboard/settings/smtp', 'text=self-signed'],
  ['retention', '/dashboard/settings/retention', 'text=30 days'],
] as const;
