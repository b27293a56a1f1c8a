import { find } from '../application/email/find.query.js';
import { readConfig } from '../infrastructure/config/load.js';
import { open as openMemory } from '../infrastructure/event-store/memory/store.js';
import { open as openSqlite } from '../infrastructure/event-store/sqlite/store.js';
import { vault } from '../infrastructure/vault/vault.js';

export const start = () => [find, readConfig, openMemory, openSqlite, vault];
