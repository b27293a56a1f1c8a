import { foldStream } from '../../projections/shared/fold-stream.js';

export const refold = foldStream;
