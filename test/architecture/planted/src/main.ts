import { start } from './app.module.js';

start();
