import { start } from './programs/start.js';

start();
