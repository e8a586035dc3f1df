/**
 * How ajv compiles our own schemas. Compiling takes longer than all that a run holds against them, so that shorter code does not pay;
 * that they are schemas at all is for tests to say.
 */
export const COMPILING = { validateSchema: false, code: { optimize: false } } as const;
