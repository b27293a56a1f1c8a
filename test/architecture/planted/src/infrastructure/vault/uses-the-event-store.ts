import { encode } from '../event-store/codec.js';

export const seal = encode;
