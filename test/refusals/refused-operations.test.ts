import { expect, test } from 'vitest';
import { loadSpecs } from '../../src/model/load.ts';
import { refuseEach } from './refused-operations.ts';

const BODY = {
  errorCode: 'E0000006',
  errorSummary: 'You do not have permission to perform the requested action',
  errorLink: 'E0000006',
  errorId: 'oae1',
  errorCauses: [],
};

// Neither document promises an operation to a caller whose rights a case could give: no clause may fail.
test.each(['authentication', 'governance'] as const)('%s: no clause fails where one operation answers 403 each time', async (document) => {
  const runs = await refuseEach(loadSpecs(), document, 403, BODY);
  expect(runs.filter(({ requests }) => requests > 0).length).toBeGreaterThan(3);
  expect(runs.flatMap(({ operation, failing }) => failing.map((clause) => `${operation}: ${clause}`))).toEqual([]);
});
