import { request } from 'undici';
import { expect, test } from 'vitest';
import { assay, emptyFolder, startAssay } from '../support/assay-process.ts';
import { oddServer } from '../support/odd-server.ts';

/** The one line that the mock prints when it is ready. */
interface Ready {
  readonly services: Readonly<Record<string, string>>;
  readonly control: string;
}

test('the mock says in one line where it is, answers there, and ends with Ctrl-C', async () => {
  const mock = startAssay(emptyFolder(), 'mock', '--port', '0');
  const line = await mock.said(/^.*\n/);
  const { services, control }: Ready = JSON.parse(line);
  const answers = await Promise.all(
    [...Object.values(services), control].map(async (url) => {
      const { statusCode, body } = await request(`${url}/no/such/path`);
      return [Math.floor(statusCode / 100), typeof (await body.json())];
    }),
  );
  mock.interrupt();
  const { code, stdout } = await mock.ended;
  expect({ code, stdout, services: Object.keys(services), answers }).toEqual({
    code: 0,
    stdout: line,
    services: ['privileged-access', 'authentication', 'governance'],
    answers: Array.from({ length: 4 }, () => [4, 'object']),
  });
});

test('a port that somebody else has', async () => {
  const { port } = new URL(await oddServer(() => undefined));
  expect(await assay(emptyFolder(), 'mock', '--port', port)).toEqual({
    code: 2,
    stdout: '',
    stderr: `assay: The mock's privileged-access service cannot start: port ${port} on 127.0.0.1 is in use. Choose another port, or 0 for a free one.\n`,
    errorCode: 'mock-port',
  });
});

test('an unknown fault', async () => {
  const { code, stdout, stderr } = await assay(emptyFolder(), 'mock', '--fault', 'nope');
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(/^assay: unknown fault 'nope'/) });
});

test('a choice that there is not', async () => {
  expect(await assay(emptyFolder(), 'mock', '--choice', 'authentication.factorsKey=all')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'assay: choice \'authentication.factorsKey\' is "all". Choose one of: factor, factors.\n',
    errorCode: 'mock-value',
  });
});

test('an unknown kind of clock', async () => {
  expect(await assay(emptyFolder(), 'mock', '--clock', 'sand')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'assay: --clock sand: expected virtual or real\n',
    errorCode: 'value-unknown',
  });
});

test('a port that is none', async () => {
  expect(await assay(emptyFolder(), 'mock', '--port', '99999')).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/--port.* argument '99999' is invalid\. Expected a whole number/),
    errorCode: 'command-line',
  });
});
