import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { curlScript } from './curl.ts';
import { sampleExchange } from './report-fixtures.ts';
import type { ExchangeEvent } from '../trace/events.ts';

/** Runs a script with a `curl` that notes its arguments and answers with the given texts in turn. */
function run(script: string, answers: readonly string[], env: Readonly<Record<string, string>> = {}): readonly (readonly string[])[] {
  const folder = mkdtempSync(join(tmpdir(), 'assay-curl-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const curl = `#!/bin/sh
number=$(cat '${folder}/calls' 2>/dev/null || printf 0); number=$((number + 1)); printf '%s' "$number" > '${folder}/calls'
printf '%s\\0' "$@" > '${folder}/arguments-'$number
cat '${folder}/answer-'$number 2>/dev/null || true
`;
  writeFileSync(join(folder, 'curl'), curl);
  chmodSync(join(folder, 'curl'), 0o755);
  answers.forEach((answer, index) => writeFileSync(join(folder, `answer-${index + 1}`), answer));
  execFileSync('sh', ['-c', script], {
    stdio: 'pipe',
    env: { PATH: `${folder}:${process.env['PATH']}`, ...env },
  });
  const calls = Number(readFileSync(join(folder, 'calls'), 'utf8'));
  return Array.from({ length: calls }, (_, index) =>
    readFileSync(join(folder, `arguments-${index + 1}`), 'utf8')
      .split('\0')
      .slice(0, -1),
  );
}

const signIn = sampleExchange(1, {
  request: {
    headers: {
      host: '127.0.0.1:8080',
      accept: 'application/json',
      'user-agent': 'assay',
      'content-type': 'application/json',
      'content-length': '60',
    },
    body: { username: "o'neil", password: '~password-1~' },
  },
  response: {
    status: 200,
    body: {
      status: 'PASSWORD_EXPIRED',
      stateToken: '~stateToken-1~',
      _embedded: { user: { id: '00u1x7k9Qz' } },
    },
  },
});
const change = sampleExchange(2, {
  operation: 'changePassword',
  request: {
    url: 'http://127.0.0.1:8080/api/v1/users/00u1x7k9Qz/credentials?token=~stateToken-1~',
    headers: {
      accept: 'application/json',
      'user-agent': 'assay',
      authorization: 'SSWS ~apiToken-1~',
      'content-type': 'application/json',
    },
    body: { stateToken: '~stateToken-1~', newPassword: '~password-2~' },
  },
  response: { status: 403, body: {} },
});

test('the script for a sign-in and what follows it', () => {
  expect(curlScript([signIn, change])).toMatchInlineSnapshot(`
    "#!/bin/sh
    # Sends 2 recorded requests again. Secrets come from the environment.
    set -eu

    BASE_URL=\${BASE_URL:-'http://127.0.0.1:8080'}
    : "\${PASSWORD_1:?set it: password-1 of the recording, body /password of request 1, from the profile or the provider state's data}"
    : "\${API_TOKEN_1:?set it: apiToken-1 of the recording, header authorization of request 2, from the profile or the provider state's data}"
    : "\${PASSWORD_2:?set it: password-2 of the recording, body /newPassword of request 2, from the profile or the provider state's data}"

    json() { printf '%s' "$1" | sed 's/[\\\\"]/\\\\&/g'; }
    uri() { node -e 'process.stdout.write(encodeURIComponent(process.argv[1]))' -- "$1"; }
    response_value() {
      node -e '
        const [kind, name, base] = process.argv.slice(1);
        let [head, text] = ["", require("fs").readFileSync(0, "utf8")];
        for (let end; text.startsWith("HTTP/") && (end = /\\r?\\n\\r?\\n/.exec(text)); text = text.slice(end.index + end[0].length)) head = text.slice(0, end.index);
        if (head === "") head = text;
        const member = (value, key) => (value == null ? undefined : value[key.replaceAll("~1", "/").replaceAll("~0", "~")]);
        const links = [...head.matchAll(/^link:.*$/gim)].flatMap(([line]) => [...line.matchAll(/<([^<>]*)>[^<]*?\\brel="?([\\w-]+)/g)]);
        const targets = links.filter((link) => link[2] === name).map((link) => new URL(link[1], base));
        if (kind === "link" && targets[0] && targets[0].origin !== new URL(base).origin) throw new Error("the link " + name + " leads to another host, which would get the secrets");
        const value = kind === "link" ? targets[0]?.href : name.slice(1).split("/").reduce(member, JSON.parse(text));
        if (value === undefined) throw new Error("the response has no " + kind + " " + name + ", which the recorded one had");
        process.stdout.write(String(value));
      ' -- "$@"
    }

    # 1 of 2: authenticate (tour); recorded: status 200
    response_1=$(curl --silent --show-error --include \\
      --request 'POST' \\
      --header 'accept: application/json' \\
      --header 'user-agent: assay' \\
      --header 'content-type: application/json' \\
      --data-raw '{"username":"o'\\''neil","password":"'"$(json "\${PASSWORD_1}")"'"}' \\
      "\${BASE_URL}/api/v1/authn")
    printf '%s\\n\\n' "$response_1"
    STATE_TOKEN_1=$(printf '%s' "$response_1" | response_value body '/stateToken')
    ID_1=$(printf '%s' "$response_1" | response_value body '/_embedded/user/id')

    # 2 of 2: changePassword (tour); recorded: status 403
    curl --silent --show-error --include \\
      --request 'POST' \\
      --header 'accept: application/json' \\
      --header 'user-agent: assay' \\
      --header "authorization: SSWS \${API_TOKEN_1}" \\
      --header 'content-type: application/json' \\
      --data-raw '{"stateToken":"'"$(json "\${STATE_TOKEN_1}")"'","newPassword":"'"$(json "\${PASSWORD_2}")"'"}' \\
      "\${BASE_URL}/api/v1/users/$(uri "\${ID_1}")/credentials?token=$(uri "\${STATE_TOKEN_1}")"
    printf '\\n\\n'
    "
  `);
});

test('the script sends what was recorded, with secrets from the environment and tokens from the new responses', () => {
  const answer =
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{"stateToken":"fresh \\"token","_embedded":{"user":{"id":"00uNEW"}}}';
  const secrets = {
    PASSWORD_1: 'a"b\\c',
    PASSWORD_2: "it's",
    API_TOKEN_1: '$HOME',
    BASE_URL: 'https://staging.example.test',
  };
  expect(run(curlScript([signIn, change]), [answer], secrets)).toEqual([
    [
      '--silent',
      '--show-error',
      '--include',
      '--request',
      'POST',
      '--header',
      'accept: application/json',
      '--header',
      'user-agent: assay',
      '--header',
      'content-type: application/json',
      '--data-raw',
      JSON.stringify({ username: "o'neil", password: 'a"b\\c' }),
      'https://staging.example.test/api/v1/authn',
    ],
    [
      '--silent',
      '--show-error',
      '--include',
      '--request',
      'POST',
      '--header',
      'accept: application/json',
      '--header',
      'user-agent: assay',
      '--header',
      'authorization: SSWS $HOME',
      '--header',
      'content-type: application/json',
      '--data-raw',
      JSON.stringify({ stateToken: 'fresh "token', newPassword: "it's" }),
      `https://staging.example.test/api/v1/users/00uNEW/credentials?token=${encodeURIComponent('fresh "token')}`,
    ],
  ]);
});

test('a page is asked for where the new response says it is', () => {
  const first = sampleExchange(1, {
    request: { method: 'GET', url: 'http://127.0.0.1:8080/v1/teams/t/groups?count=2' },
    response: {
      headers: {
        link: ['<http://127.0.0.1:8080/v1/teams/t/groups?prev=1>; rel="prev"', '</v1/teams/t/groups?offset=b3BhcXVl&count=2>; rel="next"'],
      },
    },
  });
  const second = sampleExchange(2, {
    request: {
      method: 'GET',
      url: 'http://127.0.0.1:8080/v1/teams/t/groups?offset=b3BhcXVl&count=2',
    },
  });
  const calls = run(curlScript([first, second]), [
    'HTTP/1.1 200 OK\r\nLink: <http://127.0.0.1:8080/v1/teams/t/groups?offset=new&count=2>; rel="next"\r\n\r\n{}',
  ]);
  expect(calls.map((call) => call.at(-1))).toEqual([
    'http://127.0.0.1:8080/v1/teams/t/groups?count=2',
    'http://127.0.0.1:8080/v1/teams/t/groups?offset=new&count=2',
  ]);
});

test('a link to another host stops the script before it hands over secrets', () => {
  const first = sampleExchange(1, { response: { headers: { link: '<http://127.0.0.1:8080/next>; rel="next"' } } });
  const second = sampleExchange(2, { request: { url: 'http://127.0.0.1:8080/next' } });
  const answer = 'HTTP/1.1 200 OK\r\nLink: <http://elsewhere.example.test/next>; rel="next"\r\n\r\n{}';
  expect(() => run(curlScript([first, second]), [answer])).toThrow('the link next leads to another host');
});

test('a secret that no caller gave, or a response without the token, stops the script with its name', () => {
  const script = curlScript([signIn, change]);
  const secrets = { PASSWORD_1: 'a', PASSWORD_2: 'b', API_TOKEN_1: 'c' };
  expect(() => run(script, [], { ...secrets, PASSWORD_2: '' })).toThrow(
    "PASSWORD_2: set it: password-2 of the recording, body /newPassword of request 2, from the profile or the provider state's data",
  );
  expect(() => run(script, ['HTTP/1.1 200 OK\r\n\r\n{}'], secrets)).toThrow(
    'the response has no body /stateToken, which the recorded one had',
  );
});

test('a secret inside a longer text of a response is left to the caller, with the place named', () => {
  const redirect = sampleExchange(1, {
    response: { status: 302, headers: { location: 'https://x.test/?token=~sessionToken-1~' } },
  });
  const use = sampleExchange(2, { request: { headers: { cookie: 'sid=~sessionToken-1~' } } });
  expect(
    curlScript([redirect, use])
      .split('\n')
      .filter((line) => line.startsWith(':')),
  ).toEqual([': "${SESSION_TOKEN_1:?set it: sessionToken-1 of the recording, header cookie of request 2, from response 1}"']);
});

test('comments never run', () => {
  const hostile: ExchangeEvent = sampleExchange(1, {
    failure: { kind: 'timeout', detail: 'late\nexit 7' },
  });
  expect(run(curlScript([hostile]), []).length).toBe(1);
});

test('any body, header and path reaches curl as recorded', () => {
  const printable = fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/[\0~]/g, ''));
  fc.assert(
    fc.property(fc.jsonValue(), printable, printable, (json, text, header) => {
      const value = header.replaceAll(/\p{Cc}/gu, '');
      const exchanges = [
        sampleExchange(1, {
          request: {
            method: 'PUT',
            body: JSON.parse(JSON.stringify(json).replaceAll(/[~]/g, '')),
          },
        }),
        sampleExchange(2, {
          request: {
            method: 'DELETE',
            text,
            url: 'http://127.0.0.1:8080/a/../b?x=[1]&y={2}',
            headers: { 'x-odd': ['', `a${value}`] },
          },
        }),
      ];
      const body = exchanges[0]?.request.body;
      expect(run(curlScript(exchanges), [])).toEqual([
        [
          '--silent',
          '--show-error',
          '--include',
          '--request',
          'PUT',
          ...suppressed,
          '--data-raw',
          JSON.stringify(body),
          'http://127.0.0.1:8080/api/v1/authn',
        ],
        [
          '--silent',
          '--show-error',
          '--include',
          '--request',
          'DELETE',
          '--globoff',
          '--path-as-is',
          '--header',
          'x-odd;',
          '--header',
          `x-odd: a${value}`,
          ...suppressed,
          '--data-raw',
          text,
          'http://127.0.0.1:8080/a/../b?x=[1]&y={2}',
        ],
      ]);
    }),
    { numRuns: 25 },
  );
});

test('a walk through a thousand pages, each of which names the next, is written as fast as it is long', () => {
  const page = (n: number): string => `http://127.0.0.1:8080/v1/teams/ada/groups?offset=page-${n}`;
  const walk = Array.from({ length: 1_000 }, (_, n) =>
    sampleExchange(n + 1, {
      request: { method: 'GET', url: page(n) },
      response: {
        headers: { link: `<${page(n + 1)}>; rel="next"` },
        body: { list: Array.from({ length: 100 }, (_entry, i) => ({ id: `group-${n}-${i}`, name: `name-${n}-${i}` })) },
      },
    }),
  );
  const takes = curlScript(walk)
    .split('\n')
    .filter((line) => line.startsWith('NEXT_'));
  expect([takes.length, takes[0], takes.at(-1)]).toEqual([
    999,
    expect.stringMatching(/^NEXT_1=.*"\$response_1"/),
    expect.stringMatching(/^NEXT_999=.*"\$response_999"/),
  ]);
});

const suppressed = ['--header', 'accept:', '--header', 'user-agent:', '--header', 'content-type:'];

test('HEAD and GET need no method option of their own unless they carry a body', () => {
  const script = (method: string, text?: string): string =>
    curlScript([sampleExchange(1, { request: { method, ...(text === undefined ? {} : { text }) } })]);
  const options = [script('GET'), script('HEAD'), script('GET', 'x'), script('HEAD', 'x')].map((text) => run(text, [])[0]?.slice(3, 5));
  expect(options).toEqual([
    ['--header', 'accept:'],
    ['--head', '--header'],
    ['--request', 'GET'],
    ['--request', 'HEAD'],
  ]);
});
