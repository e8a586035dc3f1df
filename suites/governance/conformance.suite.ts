import { conformanceSuite } from '../conformance-suite.ts';

await conformanceSuite('governance');
