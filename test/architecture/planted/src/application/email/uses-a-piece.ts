import { piece } from './parts/piece.js';

export const pieces = [piece];
