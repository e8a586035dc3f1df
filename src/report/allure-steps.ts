import { ContentType, LabelName, Status } from 'allure-js-commons';
import type { RuntimeMessage } from 'allure-js-commons/sdk';
import { getGlobalTestRuntime } from 'allure-js-commons/sdk/runtime';
import type { Report } from '../model/types.ts';
import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';
import { ticketsOf } from './allure-results.ts';
import { exchangeTexts } from './page/exchanges.ts';
import { visible } from './safe-text.ts';

/** Allure's adapter of a test runner: it takes messages about the test that runs. */
interface Allure {
  sendMessage(message: RuntimeMessage): Promise<void>;
}

/** A run whose verdicts are tests, and where it is shown. */
export interface Evidence {
  readonly allure: Allure;
  readonly report: Report;
  readonly exchanges: ReadonlyMap<number, ExchangeEvent>;
}

/** What Allure is to show of a run; undefined where the test runner has set up none. */
export function evidenceOf(report: Report, events: () => readonly TraceEvent[]): Evidence | undefined {
  const allure = getGlobalTestRuntime();
  if (!takesMessages(allure)) return undefined;
  return {
    allure,
    report,
    exchanges: new Map(events().flatMap((event) => (event.type === 'exchange' ? [[event.seq, event] as const] : []))),
  };
}

function takesMessages(runtime: object): runtime is Allure {
  return 'sendMessage' in runtime && typeof runtime.sendMessage === 'function';
}

/** Steps of a test: the trace has the others. */
const STEPS = 8;

/** Shows in the test that runs what it rests on: its clauses as labels, the tickets of their waivers as links, and each exchange as a step, at the time at which it was sent. */
export async function showEvidence({ allure, report, exchanges }: Evidence, ids: readonly string[]): Promise<void> {
  const clauses = report.clauses.filter(({ id }) => ids.includes(id));
  const [about] = clauses;
  if (about === undefined) return;
  const labels = [
    { name: LabelName.EPIC, value: about.document },
    ...(about.feature === undefined ? [] : [{ name: LabelName.FEATURE, value: about.feature }]),
    { name: LabelName.STORY, value: about.section },
    ...clauses.map(({ id }) => ({ name: 'clause', value: id })),
  ];
  await allure.sendMessage({ type: 'metadata', data: { labels, links: ticketsOf(report, ids) } });
  const failure = report.failures.find(({ clause }) => ids.includes(clause));
  // Of a violation the last exchange shows it.
  const wanted = failure?.exchanges.slice(-STEPS) ?? [...new Set(clauses.flatMap((clause) => clause.exchanges))].slice(0, STEPS);
  for (const seq of wanted) {
    const exchange = exchanges.get(seq);
    if (exchange !== undefined) await showStep(allure, exchange, failure !== undefined && seq === wanted.at(-1));
  }
}

async function showStep(allure: Allure, exchange: ExchangeEvent, contradicts: boolean): Promise<void> {
  const { seq, operation, request, response, sentAt, durationMs } = exchange;
  const name = visible(`${seq}. ${operation ?? request.method}: ${response?.status ?? 'no response'}`);
  await allure.sendMessage({ type: 'step_start', data: { name, start: sentAt } });
  for (const [what, content] of Object.entries(exchangeTexts(exchange)))
    await allure.sendMessage({
      type: 'attachment_content',
      data: { name: what, content, encoding: 'utf8', contentType: ContentType.TEXT },
    });
  const status = contradicts ? Status.FAILED : Status.PASSED;
  await allure.sendMessage({ type: 'step_stop', data: { stop: sentAt + durationMs, status } });
}
