import { conformanceSuite } from 'assay/vitest';

// The embedded mock; for a deployment: target: 'acme.yaml'.
conformanceSuite({ target: 'mock', document: ['governance'], feature: ['gov.campaigns'] });
