import { createHash } from 'node:crypto';
import type { DocumentSpec } from '../model/types.ts';
import { PACKAGE_VERSION } from '../model/package-version.ts';
import { pointerSegments } from '../model/pointer.ts';
import { secretKinds } from '../model/vocabulary.ts';
import { errorPointer, type Deployment, type Service } from './deployment.ts';
import { scriptExamples } from './k6-requests.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SPECS_FOLDER } from '../model/specs-folder.ts';

/** A k6 script that sends a document's examples at a constant arrival rate and checks status and headers of each answer. */
export function k6Script(spec: DocumentSpec, deployment: Deployment, service: Service): string {
  const limits = spec.limits.rateLimitHeaders ?? [];
  const constants: Readonly<Record<string, unknown>> = {
    DOCUMENT: spec.name,
    TARGET: deployment.name,
    BASE: service.baseUrl,
    LIMIT_HEADERS: limits.map(({ name, role, on }) => ({ name, role, every: on === 'every-response' })),
    // Where an error's name stands, and the statuses that go with it.
    ERROR_POINTER: pointerSegments(errorPointer(spec, service) ?? ''),
    ERROR_STATUSES: errorStatuses(spec, service),
    SECRETS: Object.fromEntries(secretKinds(spec)),
    EXAMPLES: scriptExamples(spec, service),
  };
  const template = scriptTemplate();
  // Rows of different scripts are no single load.
  const digest = createHash('sha256')
    .update(JSON.stringify([PACKAGE_VERSION, constants, template]))
    .digest('hex');
  return `// @ts-check
// What the ${spec.name} document says of its answers, under load, for the target ${deployment.name}. Written by Assay ${PACKAGE_VERSION}.
${withConstants(template, { EXPORT: digest.slice(0, 16), ...constants })}
`;
}

function errorStatuses(spec: DocumentSpec, service: Service): Readonly<Record<string, readonly number[]>> {
  if (errorPointer(spec, service) === undefined) return {};
  const named = spec.errors.errors.filter((row) => row.named !== false);
  return Object.fromEntries(named.map(({ name }) => [name, named.filter((row) => row.name === name).map(({ status }) => status)]));
}

/** What the script's rows are, and how several pods run it. */
export function k6Guide(documents: readonly string[]): string {
  return GUIDE.replace('SCRIPTS', documents.map((name) => `\`${name}.k6.js\``).join(', '));
}

const GUIDE = `# Load by k6

SCRIPTS send the documents' examples at a constant arrival rate. Each answer is checked: its status, the rate-limit headers that the document
promises, and that an error's name goes with its status.

    k6 run --log-format raw --console-output rows.ndjson -e BASE_URL=… -e STATES_URL=… SERVICE.k6.js

| variable | what it is |
| --- | --- |
| \`BASE_URL\` | where the service's paths begin; as in the profile where omitted |
| \`STATES_URL\` | provider states by Pact's convention: \`POST {state, params, action}\` answers the data (\`assay mock\`: its control plane's \`/states\`) |
| \`DATA\` | instead of it, a JSON file: name of the provider state to its data |
| \`API_TOKEN\`, … | credentials, by their names in the profile in capitals |
| \`RATE\`, \`DURATION\`, \`VUS\` | requests a second (20), for how long (10s), virtual users at hand (20) |
| \`KEY\` | a name for what the rate limit counts by, where you know that all generators are counted together, such as one team of DATA |
| \`P99_MS\` | the bound of the threshold of latency, in milliseconds (1000) |
| \`ROWS\` | \`off\` prints no rows |

An example whose provider state cannot be had, or which is not answered alike twice, is left out, and the script says so.

## Judging the rows

    assay load analyze rows.ndjson --out analyzed

judges every answer as \`assay load saturate\` does: headers, errors, bodies, links; beside it what the rate limit does over time, wherever the
rows show it. It takes the rows of several generators at once (\`pod-1.ndjson pod-2.ndjson …\`), \`--threshold 'p99<250ms'\`, and the profile that
the script was exported with (\`--target FILE\`). \`assay load analyze --help\` says more.

## Rows

One JSON object in a line, written to the console (\`--log-format raw --console-output FILE\`; from a cluster, the pods' logs). Each has \`row\`:
\`assay/2\`, its \`kind\`, and \`generator\`: pod or host, instance, and what chance has added. \`specs/meta/load-row.schema.json\` of the package describes
them in full.

| kind | field | what it is |
| --- | --- | --- |
| \`begin\` | \`export\`, \`document\`, \`target\`, \`baseUrl\`, \`key\` | which script against what |
| | \`rate\`, \`connections\` | this generator's share |
| | \`requests\` | by name what is sent: operation, kind of caller, method, path, headers with the caller's pseudonym, body |
| \`answer\` | \`request\` | its name there |
| | \`sentAt\` | milliseconds since the epoch by the generator's clock, when the request was begun |
| | \`durationMs\` | until the answer was there |
| | \`status\`, \`lost\` | 0 where there was no answer, and why |
| | \`headers\` | all of them, by name in lower case; k6 joins several of one name by ', ' |
| | \`text\` | the body |
| \`end\` | \`iterations\`, \`dropped\` | so many answers there must be, and what was due and not sent |

No row holds a secret. What the document calls one, what a provider state or an answer has given as one, credentials of the environment and
cookies are pseudonyms (\`~bearer-token-17~\`): the same for the same secret within a generator, made with a salt that is never written. Lines that
are no row are k6's own, and are passed over.

## A cluster

\`*.k6-operator.yaml\` is a TestRun for the k6-operator: it runs the script in several pods, each with its share of the rate, its own provider
states and its own rows. Thresholds hold for each pod alone; what concerns all of them together is in the rows.

    kubectl create configmap assay-NAME --from-file=NAME.k6.js
    kubectl create -f NAME.k6-operator.yaml
    for pod in $(kubectl get pods -l k6_cr=assay-NAME,runner=true -o name); do kubectl logs -f "$pod" > "$(basename "$pod").ndjson" & done; wait
    assay load analyze assay-NAME-*.ndjson --out analyzed
    kubectl delete -f NAME.k6-operator.yaml

Follow the logs from the beginning: a node rotates long ones (10 MB as a rule), and rows that lack their beginning are refused. Let no
\`cleanup\` remove the pods before. Every pod's clock has to be kept (NTP): the order among pods is told by the Date headers of the answers.
\`DATA\` and \`KEY\` together put all pods under one limit; credentials belong into a Secret (\`runner.env\` with \`secretKeyRef\`).
`;

/** A manifest for the k6-operator. */
export function k6Manifest(document: string): string {
  return `# kubectl create configmap assay-${document} --from-file=${document}.k6.js
# The rows are in the pods' logs, and README.md says how to collect and judge them: let no cleanup remove the pods before.
apiVersion: k6.io/v1alpha1
kind: TestRun
metadata:
  name: assay-${document}
spec:
  parallelism: 4
  arguments: --log-format raw
  script:
    configMap:
      name: assay-${document}
      file: ${document}.k6.js
  runner:
    env:
      - { name: BASE_URL, value: 'https://service.example' }
      - { name: STATES_URL, value: 'https://states.example/states' }
      # Of all pods together.
      - { name: RATE, value: '20' }
      - { name: DURATION, value: 10s }
`;
}

/** As plain JavaScript, which k6 runs as it is; shipped with the package. */
const FOLDER = join(SPECS_FOLDER, '..', 'src', 'export', 'k6');

/** In the order in which the script reads best: functions can be called before they are declared, and only script.js calls any at once. */
const PARTS = [
  'types',
  'constants',
  'script',
  'prepare',
  'fill',
  'send',
  'checks',
  'response',
  'json',
  'rows',
  'share',
  'secrets',
  'pseudonym',
];

/** The parts of the k6 script as one module, without its head: `k6 run` and a cluster's config map take a single file. */
export function scriptTemplate(): string {
  return joined(PARTS.map((name) => ({ name, text: readFileSync(join(FOLDER, `${name}.js`), 'utf8') })));
}

/** Several modules as one: those of k6 are imported once, what they import from each other is there, and only script.js exports. */
export function joined(modules: readonly { readonly name: string; readonly text: string }[]): string {
  const imports = modules.flatMap(({ text }) => text.match(IMPORT) ?? []).filter((line) => !line.includes(" from './"));
  const bodies = modules.map(({ name, text }) => {
    const body = text.replaceAll(IMPORT, '').trim();
    return name === 'script' ? body : body.replaceAll(/^export /gm, '');
  });
  return [[...new Set(imports)].toSorted().join('').trim(), ...bodies].join('\n\n');
}

const IMPORT = /^import [^;]+;\n/gm;

/** The template with its constants, by name. */
export function withConstants(template: string, constants: Readonly<Record<string, unknown>>): string {
  return Object.entries(constants).reduce(
    (text, [name, value]) =>
      text.replace(new RegExp(`^const ${name} = .*;$`, 'm'), () => `const ${name} = ${JSON.stringify(value, null, 2)};`),
    template,
  );
}
