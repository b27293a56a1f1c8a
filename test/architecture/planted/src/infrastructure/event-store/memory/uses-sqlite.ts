import { open } from '../sqlite/store.js';

export const reopen = open;
