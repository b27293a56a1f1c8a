import { auditRooms } from './audit/room';
import { domainRooms } from './domains/room';
import { emailRooms } from './emails/room';
import { entryRooms } from './entry/room';
import { erasureRooms } from './settings/erasures/room';
import { exportRooms } from './exports/room';
import { healthRooms } from './health/room';
import { keyRooms } from './keys/room';
import { logRooms } from './logs/room';
import { metricsRooms } from './metrics/room';
import { queueRooms } from './queue/room';
import { serverSettings, settingsRoom, teamSettings, yourSettings } from './settings/room';
import { suppressionRooms } from './suppressions/room';
import { usageRooms } from './usage/room';
import { webhookRooms } from './webhooks/room';

/* Every room of the page, in the order of the menus. Routes, menus, palette, shortcuts and live changes follow from these lists. */

/** For visitors. */
export const visitorRooms = entryRooms;

export const mainRooms = [
  ...emailRooms,
  ...metricsRooms,
  ...domainRooms,
  ...suppressionRooms,
  ...webhookRooms,
  ...logRooms,
  ...queueRooms,
  ...usageRooms,
  ...keyRooms,
  ...auditRooms,
  ...healthRooms,
] as const;

export { settingsRoom };

/** Beside the list of settings. */
export const settingsRooms = [
  ...yourSettings,
  ...teamSettings,
  ...exportRooms,
  ...erasureRooms,
  ...serverSettings,
] as const;

/** For people who are signed in. */
export const insideRooms = [...mainRooms, settingsRoom, ...settingsRooms] as const;
