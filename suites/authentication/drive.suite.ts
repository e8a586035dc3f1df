import { driveSuite } from '../../src/run/drive-suite.ts';

driveSuite('authentication');
