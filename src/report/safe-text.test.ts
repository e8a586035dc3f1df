import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  attributeText,
  codeBlock,
  codeSpan,
  elementText,
  forStream,
  plainText,
  tableRow,
  visible,
  visibleLines,
  workflowCommand,
} from './safe-text.ts';
import { cases } from '../../test/support/draw.ts';

/** What is put together from pieces that mean something to some channel, and from any characters. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\u001b[31m',
        '\u001b[8m',
        '\u001b]8;;https://outside.example.test\u0007click\u001b]8;;\u0007',
        '\u009b2J',
        '\u0008',
        '\r',
        '\r\u001b[2K',
        '\n',
        '\u202e',
        '\u2066',
        '\u200b',
        '\ufeff',
        '\u3164',
        '\u{e0041}',
        '\u2028',
        '::error::',
        '::add-mask::x',
        '##[command]',
        '##vso[task.setvariable variable=x]y',
        '#',
        ':',
        '[',
        '<script>',
        '</td>',
        '![x](https://outside.example.test/x.png)',
        '[x](javascript:alert(1))',
        '```',
        '~~~',
        '`',
        '|',
        '\\',
        '@team',
        'www.outside.example.test',
        '&#64;',
        '"',
        "'",
        '%0A',
        'error',
        ' ',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    ),
    { maxLength: 20 },
  )
  .map((pieces) => pieces.join(''));

const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]/u;
const COMMAND = /::[A-Za-z]|##[\w-]*\[/;

test('a line for people holds nothing that steers, deceives or commands, and reads as it was where it was harmless', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      for (const line of [visible(text), visibleLines(text), forStream(visible(text), true)]) {
        expect(line).not.toMatch(UNSEEN);
        expect(line).not.toMatch(COMMAND);
      }
      expect(visible(text)).not.toMatch(/[\n\t]/);
    }),
    { numRuns: cases(2_000, 400) },
  );
  expect(visible('ünï 日本語 😀 http://[::1]:80/a#b')).toBe('ünï 日本語 😀 http://[::1]:80/a#b');
  expect([visible('\u001b[2J\u202ea\u{e0041}\r\n'), visible('x::error::y ##[z]')]).toEqual([
    '\\u001b[2J\\u202ea\\udb40\\udc41\\r\\n',
    'x\\u003a:error\\u003a:y \\u0023#[z]',
  ]);
});

test('a stream gets our colours and nothing else that begins with ESC', () => {
  const own = new RegExp(String.raw`\u001b\[(?:1|2|22|3[1-6]|39)m`, 'g');
  const redraw = new RegExp(String.raw`\r(?:\u001b\[2K)?`, 'g');
  fc.assert(
    fc.property(hostile, fc.boolean(), (text, tty) => {
      const sent = forStream(text, tty);
      const left = sent.replaceAll(own, '');
      expect(tty ? left.replaceAll(redraw, '') : left).not.toMatch(UNSEEN);
      expect(sent).not.toMatch(COMMAND);
    }),
    { numRuns: cases(2_000, 400) },
  );
});

test('JSON on a stream stays the same JSON', () => {
  fc.assert(
    fc.property(fc.dictionary(hostile, fc.oneof(hostile, fc.jsonValue())), (value) => {
      const text = `${JSON.stringify(value)}\n`;
      const sent = forStream(text, false);
      expect(JSON.parse(sent)).toEqual(JSON.parse(text));
      expect(sent).not.toMatch(UNSEEN);
      expect(sent).not.toMatch(COMMAND);
    }),
    { numRuns: cases(1_000, 300) },
  );
});

test('a workflow command is one line, of the kind that we mean', () => {
  fc.assert(
    fc.property(hostile, hostile, (title, message) => {
      const line = workflowCommand('error', title, message);
      expect(line).toMatch(/^::error title=[^:,\n\r]*::[^\n\r]*$/);
      const rest = line.slice('::error title='.length);
      expect(rest.slice(rest.indexOf('::') + 2)).not.toMatch(COMMAND);
      expect(line).not.toMatch(UNSEEN);
    }),
    { numRuns: cases(2_000, 400) },
  );
});

test('an element and an attribute hold text alone, of characters that XML can write', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      for (const written of [elementText(text), attributeText(text)]) {
        expect(written).not.toMatch(/[<>"']|&(?!(?:amp|lt|gt|quot|#39|#9|#10);)/);
        expect(written).not.toMatch(/[^\t\n\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u);
        expect(written).not.toMatch(UNSEEN);
      }
    }),
    { numRuns: cases(2_000, 400) },
  );
});

test('a cell of Markdown holds no markup: no element, no link, no image, no mention, no end of the cell', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const cell = plainText(text);
      // Whatever a backslash stands before is text; nothing that could begin markup is left without one.
      expect(cell.replaceAll(/\\[!-/:-@[-`{-~]/g, '').replaceAll(/&(?:amp|lt|#64|#8203);/g, ' ')).not.toMatch(
        /[\\<>`*_{}[\]()!|~@\n]|:\/\/|\bwww\./i,
      );
      expect(tableRow([cell]).replaceAll(/\\./g, '').match(/\|/g)).toHaveLength(2);
    }),
    { numRuns: cases(2_000, 400) },
  );
});

test('code ends where we end it', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const span = codeSpan(text);
      const [fence = ''] = /^`*/.exec(span) ?? [];
      expect(span === '' || !span.slice(fence.length, -fence.length).split(/[^`]+/).includes(fence)).toBe(true);
      const block = codeBlock('text', text).split('\n');
      const [, mark = ''] = /^(`+)text$/.exec(block[0] ?? '') ?? [];
      expect(block.slice(1).findIndex((line) => line.trim().startsWith(mark))).toBe(block.length - 2);
    }),
    { numRuns: cases(2_000, 400) },
  );
});
