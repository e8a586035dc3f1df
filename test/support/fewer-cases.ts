import fc from 'fast-check';
import { cases } from './draw.ts';

// Properties that do not say how many cases they are tried on.
fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: cases(100, 40) });
