#!/usr/bin/env node
import 'reflect-metadata';
import { main } from './programs/server/main.js';

await main();
