#!/usr/bin/env node
import { main } from './programs/cli/main.js';

await main();
