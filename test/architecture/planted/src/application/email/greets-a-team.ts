import { name } from '../team/name.js';

export const greeting = `Hello ${name}`;
