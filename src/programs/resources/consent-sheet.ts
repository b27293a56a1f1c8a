import type { Served } from './served.js';
import { consentSheetStreams } from '../../domain/consent-sheet/consent-sheet.js';

export const consentSheet = { streams: [consentSheetStreams], audit: {} } satisfies Served;
