import type { Failure, Report } from '../../model/types.ts';
import type { TraceEvent } from '../../trace/events.ts';
import { defectCount, defectsOf, plural } from '../defects.ts';
import { excerpt } from '../excerpt.ts';
import { harnessErrors, outcomeText, whyNotCertifiable } from '../outcome.ts';
import type { Plot } from '../load-plots.ts';
import { headlineFigures } from '../load-tables.ts';
import { editText, reasonsFor } from '../reasons.ts';
import { judgedOfClaimed, requestKinds } from '../tally.ts';
import { replayCommand } from '../steps.ts';
import { duration } from '../text.ts';
import { copied, defectSection, sequenceInWords } from './defects.ts';
import { clausePacks, clausesSection, observationSection } from './clauses-section.ts';
import { htmlPage } from './html-page.ts';
import { loadSection, validity } from './load-section.ts';
import { markup, join, NOTHING, type Markup } from './markup.ts';
import { evidenceLinks, exchangeStore } from './exchanges.ts';
import { latencyTable, runData } from './run-data.ts';
import { familySection, stateSection } from './coverage-section.ts';
import { plotFigure } from './table.ts';
import { badge } from './verdicts.ts';

/** `report.html`: outcome, defects, every clause with its evidence. */
export function renderPage(report: Report, events: readonly TraceEvent[], plots: readonly Plot[] = []): string {
  const { heading, why } = outcomeText(report);
  const defects = defectsOf(report);
  const exchanges = exchangeStore(report, events);
  return htmlPage({
    title: `${heading}: ${report.target.name}`,
    header: markup`${validity(report)}
      <p class="tool">${report.tool.name} ${report.tool.version}</p>
      <h1 class="${report.outcome}">${heading}</h1>
      <p class="reason">${why}; exit code ${report.exitCode}</p>
      ${notes(report)}${figures(report)}`,
    sections: [
      { id: 'load', title: 'Load', content: loadSection(report) },
      { id: 'defects', title: defectCount(defects), content: defectSection(report, events) },
      { id: 'open', title: 'Not judged', content: openSection(report) },
      { id: 'plots', title: 'Rate limit', content: report.load === undefined ? join(plots.map(plotFigure)) : NOTHING },
      { id: 'waived', title: `${plural(report.waived.length, 'failure')} waived`, content: waivedSection(report) },
      { id: 'flaky', title: 'Flaky', content: flakySection(report) },
      { id: 'clauses', title: 'Clauses', content: clausesSection(report) },
      { id: 'coverage', title: 'Coverage', content: markup`${familySection(report)}${stateSection(report.transitions, events)}` },
      { id: 'exchanges', title: 'Exchanges', content: exchanges.section },
      { id: 'observed', title: 'Observed behaviour', content: observationSection(report) },
      { id: 'leftovers', title: 'Leftovers', content: leftoverSection(report) },
      { id: 'run', title: 'Run', content: markup`${latencyTable(report)}${runData(report)}` },
    ],
    packs: markup`${exchanges.content}${clausePacks(report)}`,
  });
}

function figures(report: Report): Markup {
  const { summary, requests, target, seed, startedAt, durationMs, specs, observations } = report;
  const { clauses } = summary;
  const figure = (value: string, label: string, link = ''): Markup =>
    markup`<div>
      <dt>${label}</dt>
      <dd>${link === '' ? value : markup`<a href="${link}">${value}</a>`}</dd>
    </div>`;
  return markup`<dl class="figures">
      ${join([
        figure(judgedOfClaimed(report), 'clauses judged'),
        figure(
          String(clauses.failed),
          clauses.failed === 1 ? 'clause violated' : 'clauses violated',
          clauses.failed === 0 ? '' : '#clauses?verdict=fail',
        ),
        ...headlineFigures(report).map(([label, value]) => figure(value, label)),
        ...(report.load === undefined ? [figure(requests.sent.toLocaleString('en-US'), 'requests')] : []),
        figure(String(observations.length), observations.length === 1 ? 'observed behaviour' : 'observed behaviours'),
        figure(duration(durationMs), report.load === undefined ? 'duration' : 'with preparation'),
      ])}
    </dl>
    <p class="muted">
      target <b>${target.name}</b>, ${startedAt.replace('T', ' ').slice(0, 19)} UTC, seed ${seed}; specs ${specs.digest.slice(0, 12)};
      ${report.load === undefined ? '' : 'recorded exchanges: '}${requestKinds(report)}
    </p>`;
}

/** What a reader must know before anything else. */
function notes(report: Report): Markup {
  const { partial, stopped = [], badWaivers = [] } = report;
  const uncertified = whyNotCertifiable(report);
  const items = [
    ...(partial === undefined
      ? []
      : [markup`<li><b>Partial:</b> ${partial}. The report covers only the part before the interruption.</li>`]),
    ...stopped.map(({ message }) => markup`<li>${message}</li>`),
    ...badWaivers.map(({ at, message }) => markup`<li>${at} ${message}</li>`),
    ...harnessErrors(report).map((error) => markup`<li><b>Error in Assay:</b> ${excerpt(error, 1000)}</li>`),
    ...(uncertified === '' ? [] : [markup`<li>Cannot be certified: ${uncertified}</li>`]),
  ];
  return items.length === 0
    ? NOTHING
    : markup`<ul class="notes">
        ${items}
      </ul>`;
}

const REASONS = 60;

/** Why clauses have no verdict on the target, by blame. */
function openSection(report: Report): Markup {
  const verdicts = (['error', 'inconclusive', 'skipped'] as const).filter((verdict) => reasonsFor(report, verdict).length > 0);
  if (verdicts.length === 0) return NOTHING;
  return markup`${verdicts.map((verdict) => {
    const groups = reasonsFor(report, verdict);
    const count = groups.reduce((sum, { clauses }) => sum + clauses.length, 0);
    return markup`<details class="card" ${{ html: verdict === 'skipped' ? '' : ' open' }}>
        <summary>${badge(verdict)} ${plural(count, 'clause')}</summary>
        <ul class="reasons">
          ${groups.slice(0, REASONS).map(
            ({ blame, reason, clauses }) =>
              markup`<li>
                  <b>${clauses.length}</b> ${blame ?? ''}: ${reason}${editText(reason)}
                  <span class="muted"
                    >${clauses.slice(0, 6).map((id) => markup` <a href="#clause-${id}">${id}</a>`)}</span
                  >${clauses.length > 6 ? markup`<details class="muted"><summary>and ${clauses.length - 6} more</summary>${clauses.slice(6).map((id) => markup` <a href="#clause-${id}">${id}</a>`)}</details>` : NOTHING}
                </li>`,
          )}
        </ul>
      </details>`;
  })}`;
}

function waivedSection(report: Report): Markup {
  const { waived } = report;
  if (waived.length === 0) return NOTHING;
  return markup`<ol class="rows">
      ${waived.map(
        ({ clause, expected, received, reason, owner, link, expires, ...own }) =>
          markup`<li>
            ${badge('waived')}
            <div>
              <code>${clause}</code>
              <p>${reason}</p>
              <p class="muted">until ${expires}, ${owner}, ${link}; expected ${excerpt(expected, 300)}, received ${excerpt(received, 300)}</p>
              ${recorded(report, own)}
            </div>
          </li>`,
      )}
    </ol>`;
}

function flakySection(report: Report): Markup {
  const { flaky } = report;
  if (flaky.length === 0) return NOTHING;
  return markup`<ol class="rows">
      ${flaky.map(
        ({ clause, failed, runs, because, expected, received, ...own }) =>
          markup`<li>
            ${badge('inconclusive')}
            <div>
              <code>${clause}</code>
              <p>failed in ${failed} of ${plural(runs, 'run')}${because === undefined ? '' : `, explained by ${because}`}: expected ${excerpt(expected, 300)}, received ${excerpt(received, 300)}</p>
              ${recorded(report, own)}
            </div>
          </li>`,
      )}
    </ol>`;
}

/** How a failure that no defect stands for came about. */
function recorded(
  report: Report,
  { check, exchanges, sequence, replay }: Pick<Failure, 'check' | 'exchanges' | 'sequence' | 'replay'>,
): Markup {
  return markup`<details>
    <summary>Sequence, exchanges and check</summary>
    ${sequenceInWords(sequence)}
    <p class="muted">check <code>${check}</code>${exchanges.length === 0 ? NOTHING : markup`; ${evidenceLinks(exchanges)}`}</p>
    ${replay === '' ? NOTHING : copied('Copy command', replayCommand(report, replay))}
  </details>`;
}

function leftoverSection({ leftovers }: Report): Markup {
  if (leftovers.length === 0) return NOTHING;
  return markup`<details class="card">
      <summary>${plural(leftovers.length, 'resource')} that the clean-up could not remove</summary>
      <ul class="reasons">
        ${leftovers
          .slice(0, 200)
          .map(
            ({ what, detail, case: owner }) => markup`<li><b>${what}</b> ${excerpt(detail, 300)} <span class="muted">${owner}</span></li>`,
          )}
      </ul>
    </details>`;
}
