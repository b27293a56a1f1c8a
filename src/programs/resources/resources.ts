import { erasable } from '../../application/shared/resource.js';
import { contentFinishersOf } from '../../application/shared/content-finisher.js';
import { keyFinishersOf } from '../../application/shared/key-finisher.js';
import type { Resource } from '../../application/shared/resource.js';
import type { EventIn } from '../../domain/shared/event.js';
import type { Category } from '../../domain/shared/stream-name.js';
import type { EventRegistry } from '../../infrastructure/event-codec/registry.js';
import { activityProjection } from '../../projections/activity/activity.projection.js';
import { distinct } from '../../projections/shared/projection.js';
import { apiKey } from './api-key.js';
import { brand } from './brand.js';
import { broadcast, broadcastAudience } from './broadcast.js';
import { contact } from './contact.js';
import { consentSheet } from './consent-sheet.js';
import { contactProperty } from './contact-property.js';
import { image } from './image.js';
import { contactImport } from './import.js';
import { email } from './email.js';
import { erasure } from './erasure.js';
import { domainReport } from './domain-report.js';
import { dataExport } from './export.js';
import { form } from './form.js';
import { invitation } from './invitation.js';
import { receivedEmail } from './received-email.js';
import { requestLog } from './request-log.js';
import { savedBlock } from './saved-block.js';
import { sendingDomain } from './sending-domain.js';
import { segment } from './segment.js';
import { server } from './server.js';
import { session } from './session.js';
import { submission } from './submission.js';
import { suppression } from './suppression.js';
import { team } from './team.js';
import { template } from './template.js';
import { topic } from './topic.js';
import { tracking } from './tracking.js';
import { unsubscribePage } from './unsubscribe-page.js';
import { usage } from './usage.js';
import { user } from './user.js';
import { webhook } from './webhook.js';

/**
 * All that the log tells about. What goes through every kind of thing goes through this list, and there is no other.
 */
export const all = [
  email,
  submission,
  receivedEmail,
  domainReport,
  apiKey,
  sendingDomain,
  suppression,
  webhook,
  contact,
  contactProperty,
  segment,
  topic,
  template,
  broadcast,
  broadcastAudience,
  image,
  savedBlock,
  unsubscribePage,
  brand,
  consentSheet,
  form,
  contactImport,
  requestLog,
  tracking,
  usage,
  user,
  session,
  team,
  invitation,
  erasure,
  dataExport,
  ...server,
] as const satisfies readonly Resource[];

export const resources: readonly Resource[] = erasable(all);

/** Any event that this version writes or reads. */
export type PosthornEvent = EventIn<(typeof all)[number]['streams'][number]>;

/** What the streams of a log are about: others in there are those of other programs. */
export const categories: ReadonlySet<Category> = new Set(
  resources.flatMap(({ streams }) => streams.map(({ category }) => category)),
);

/** Every type of event that this version writes or reads. */
export const eventRegistry: EventRegistry = registryOf(resources);

export function registryOf(listed: readonly Resource[]): EventRegistry {
  const definitions = listed.flatMap(({ streams }) => streams.flatMap(({ events }) => events));
  return new Map(definitions.map((each) => [each.type, each]));
}

type Following = Extract<(typeof all)[number], { readonly processManagers: unknown }>;

/** Every process manager that this version has. */
export async function processManagers() {
  const following = all.filter((resource): resource is Following => 'processManagers' in resource);
  const named = await Promise.all(following.map(async ({ processManagers }) => [...(await processManagers())]));
  return [...named.flat(), ...keyFinishersOf(resources), ...contentFinishersOf(resources)];
}

/** What was changed by whom, of every resource. */
export const activity = activityProjection(all.map(({ streams }) => streams));

/** Every projection that this version keeps. */
export const projections = distinct([...resources.flatMap(({ readModels = [] }) => readModels), activity]);
