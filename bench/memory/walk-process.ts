import { measureWalk } from './measure-walk.ts';

// A process of its own for one walk, told as JSON: nothing else is loaded where memory is measured.
const KILOBYTE = 1024;
process.send?.(await measureWalk(JSON.parse(process.argv[2] ?? ''), () => process.resourceUsage().maxRSS * KILOBYTE));
