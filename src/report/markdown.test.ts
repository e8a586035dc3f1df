import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Report } from '../model/types.ts';
import { sampleClause, sampleFailure, sampleReport } from './report-fixtures.ts';
import { codeBlock, codeSpan, plainText, tableRow } from './safe-text.ts';
import { renderMarkdown } from './markdown.ts';

const size = (text: string): number => new TextEncoder().encode(text).length;

test('a replay is headed by what became of its failure', () => {
  const replayed = { what: 'fixed', words: 'authn.doors holds where it did not' } as const;
  const [heading, , sentence] = renderMarkdown(sampleReport([], { replayed, outcome: 'inconclusive', exitCode: 0 })).split('\n');
  expect([heading, sentence]).toEqual([
    expect.stringMatching(/replay: fixed$/),
    expect.stringMatching(/: authn\.doors holds where it did not; exit code 0\.$/),
  ]);
});

test('a run with a defect', () => {
  const report = sampleReport(
    [
      sampleClause('authn.sign-in.refused', { verdict: 'fail', says: 'A wrong <password> is refused.' }),
      sampleClause('authn.sign-in.locked', { verdict: 'fail' }),
      sampleClause('authn.factors.enroll', {
        verdict: 'inconclusive',
        blame: 'config',
        reason: 'no binding for enrollFactor',
      }),
      sampleClause('gov.grants.deleted'),
    ],
    {
      outcome: 'violations',
      exitCode: 1,
      replayFlags: '--fault f',
      failures: [
        sampleFailure('authn.sign-in.refused', 'authenticate /status', { received: '```\n@everyone' }),
        sampleFailure('authn.sign-in.locked', 'authenticate /status', { expected: 'a|b' }),
      ],
    },
  );
  expect(renderMarkdown(report)).toMatchInlineSnapshot(`
    "# ❌ violations

    mock: 3 clauses judged, 2 violated; exit code 1.

    | figure | value |
    | --- | --- |
    | clauses | 3 of 4 judged, 1 passed |
    | requests | 415: 114 tour, 96 read-back, 107 probes, 40 pagination, 50 walks, 3 preflight, 5 clean-up; tour 1.14 × its minimum |
    | observed | 0 undocumented behaviours |
    | run | 3.2 s, seed 42, target \`mock\`, assay 0.1.0 |

    ## 1 defect, 1 consequence

    ### authenticate /status: expected status 200

    \`authn.sign-in.refused\`, authentication, Transitions: A wrong &lt;password\\> is refused.

    \`\`\`\`text
    expected  status 200
    received  \`\`\`
    @everyone
    \`\`\`\`

    \`\`\`text
      1. a user whose password has expired
      2. authenticate
    ✗ 3. changePassword
    \`\`\`

    \`\`\`sh
    assay run --fault f --replay r1.42.authn
    \`\`\`

    <details><summary>curl</summary>

    \`\`\`sh
    #!/bin/sh
    set -eu

    curl --silent 'http://127.0.0.1:8080/api/v1/authn'
    \`\`\`

    </details>

    <details><summary>1 consequence</summary>

    | clause | expected | received |
    | --- | --- | --- |
    | \`authn.sign-in.locked\` | \`a\\|b\` | \`status 500\` |

    </details>

    | document | clauses | passed | failed | waived | inconclusive | skipped | error |
    | --- | --: | --: | --: | --: | --: | --: | --: |
    | ❌ authentication | 3 |  | 2 |  | 1 |  |  |
    | ✅ governance | 1 | 1 |  |  |  |  |  |

    <details><summary>1 inconclusive</summary>

    | clauses | blame | reason | clause ids |
    | --: | --- | --- | --- |
    | 1 | config | no binding for enrollFactor | authn.factors.enroll |

    </details>

    <details><summary>verdicts by feature</summary>

    | document | feature | clauses | passed | failed | waived | inconclusive | skipped | error |
    | --- | --- | --: | --: | --: | --: | --: | --: | --: |
    | authentication | ❌ sign-in | 2 |  | 2 |  |  |  |  |
    | authentication | ❔ factors | 1 |  |  |  | 1 |  |  |
    | governance | ✅ grants | 1 | 1 |  |  |  |  |  |

    </details>
    "
  `);
});

test('a run with nothing but defects stays below 60 kB and counts what it leaves out', () => {
  const long = 'é'.repeat(20_000);
  const failures = Array.from({ length: 400 }, (_, index) =>
    sampleFailure(`authn.feature-${index % 50}.clause-${index}`, `cause ${index % 200}`, {
      expected: long,
      received: long,
      curl: '# x\n'.repeat(1000),
    }),
  );
  const clauses = failures.map(({ clause }, index) =>
    sampleClause(clause, { verdict: index % 2 === 0 ? 'fail' : 'inconclusive', reason: `reason ${index} ${long}` }),
  );
  const text = renderMarkdown(sampleReport(clauses, { outcome: 'violations', failures }));
  const shown = text.match(/^### /gm)?.length ?? 0;
  expect([
    size(text) < 60_000,
    shown > 0,
    text.includes(`… and ${200 - shown} more defects in`),
    text.match(/<details>/g)?.length === text.match(/<\/details>/g)?.length,
  ]).toEqual([true, true, true, true]);
});

test('what is left behind is listed by what and why', () => {
  const left = (what: string, detail: string, count: number): Report['leftovers'] =>
    Array.from({ length: count }, (_, index) => ({ what, detail, case: `probe/${index}` }));
  const leftovers = [...left('what createGroup made', 'deleteGroup answered 409', 2), ...left('a shut | door', 'spent', 1)];
  const page = renderMarkdown({ ...sampleReport([sampleClause('authn.sign-in')]), leftovers });
  expect(/<details><summary>3 leftovers[^]*?<\/details>/.exec(page)?.[0]).toBe(
    [
      '<details><summary>3 leftovers</summary>',
      '',
      '| count | resource | reason |',
      '| --: | --- | --- |',
      '| 2 | what createGroup made | deleteGroup answered 409 |',
      '| 1 | a shut \\| door | spent |',
      '',
      '</details>',
    ].join('\n'),
  );
});

test('nothing in a text is markup, a link or a mention', () => {
  expect(plainText('<b>*x* [l](https://a.test) @team #1 | www.a.test\nnext')).toBe(
    '&lt;b\\>\\*x\\* \\[l\\]\\(https:&#8203;//a.test\\) &#64;&#8203;team \\#1 \\| www&#8203;.a.test next',
  );
});

test('code holds any text', () => {
  expect([codeSpan('a`b``c'), codeSpan('`x'), codeSpan(''), codeBlock('text', 'a ````\u001b[0m'), tableRow(['a|b', 'c\\|d'])]).toEqual([
    '```a`b``c```',
    '`` `x ``',
    '',
    '`````text\na ````\\u001b[0m\n`````',
    '| a\\|b | c\\|d |',
  ]);
});

test('a table row has as many bars as it has cells, whatever they hold', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 5 }), (cells) => {
      const row = tableRow(cells.map(plainText));
      return !row.includes('\n') && row.replaceAll(/\\[\\|]/g, '').split('|').length === cells.length + 2;
    }),
  );
});
