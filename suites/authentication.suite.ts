import { conformanceSuite } from 'assay/vitest';

conformanceSuite({ target: 'mock', document: ['authentication'] });
