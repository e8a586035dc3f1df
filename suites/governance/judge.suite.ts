import { judgeSuite } from '../../src/run/judge-suite.ts';

judgeSuite('governance');
