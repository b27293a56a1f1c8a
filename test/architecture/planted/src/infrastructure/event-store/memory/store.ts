import { encode } from '../codec.js';

export const open = () => encode;
